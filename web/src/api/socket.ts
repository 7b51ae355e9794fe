/** The socket of a table: says hello, hears, asks, and comes back by itself when the line drops. */
import type { ClientMessage, ServerMessage } from './types'

type Heard = (message: ServerMessage) => void
type Waiting = { message: ClientMessage; resolve: (answer: ServerMessage) => void; reject: (reason: Error) => void }

const FIRST_PAUSE = 400
const LONGEST_PAUSE = 15_000
const PING_EVERY = 30_000

export class Gone extends Error {}

let last = 0
const PREFIX = Math.random().toString(36).slice(2, 8)
export const freshId = (): string => `${PREFIX}-${++last}`

export class TableSocket {
  private socket: WebSocket | null = null
  private pause = FIRST_PAUSE
  private timer = 0
  private pinger = 0
  private closed = false
  private readonly waiting = new Map<string, Waiting>()

  constructor(
    private readonly url: string,
    private readonly hello: () => ClientMessage,
    private readonly heard: Heard,
    private readonly status: (online: boolean, code: number) => void,
  ) {
    window.addEventListener('online', this.now)
    this.connect()
  }

  private now = (): void => {
    if (this.socket?.readyState !== WebSocket.OPEN && !this.closed) {
      clearTimeout(this.timer)
      this.connect()
    }
  }

  private connect(): void {
    const socket = new WebSocket(this.url)
    this.socket = socket
    socket.onopen = () => {
      this.pause = FIRST_PAUSE
      socket.send(JSON.stringify(this.hello()))
      // An act that was not acknowledged is sent again: its id makes the server do it once.
      for (const { message } of this.waiting.values()) socket.send(JSON.stringify(message))
      clearInterval(this.pinger)
      this.pinger = window.setInterval(() => this.send({ is: 'ping' }), PING_EVERY)
      this.status(true, 0)
    }
    socket.onmessage = (event) => this.take(JSON.parse(String(event.data)) as ServerMessage)
    socket.onclose = (event) => {
      if (socket !== this.socket) return
      clearInterval(this.pinger)
      if (this.closed) return
      this.status(false, event.code)
      if (event.code >= 4400 && event.code < 4500 && event.code !== 4429 && event.code !== 4408) {
        this.fail()
        return
      }
      this.timer = window.setTimeout(() => this.connect(), this.pause * (0.75 + Math.random() / 2))
      this.pause = Math.min(this.pause * 1.8, LONGEST_PAUSE)
    }
  }

  private take(message: ServerMessage): void {
    const id = 'id' in message ? message.id : undefined
    const waiting = typeof id === 'string' ? this.waiting.get(id) : undefined
    if (waiting && typeof id === 'string') {
      this.waiting.delete(id)
      waiting.resolve(message)
    }
    this.heard(message)
  }

  private fail(): void {
    for (const { reject } of this.waiting.values()) reject(new Gone())
    this.waiting.clear()
  }

  send(message: ClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message))
  }

  /** Send a message that has an id and wait for its answer, across reconnections. */
  ask(message: ClientMessage & { id: string }): Promise<ServerMessage> {
    return new Promise((resolve, reject) => {
      this.waiting.set(message.id, { message, resolve, reject })
      this.send(message)
    })
  }

  /** Say hello again, to be told everything anew. */
  again(): void {
    this.send(this.hello())
  }

  close(): void {
    this.closed = true
    window.removeEventListener('online', this.now)
    clearTimeout(this.timer)
    clearInterval(this.pinger)
    this.fail()
    this.socket?.close(1000)
  }
}
