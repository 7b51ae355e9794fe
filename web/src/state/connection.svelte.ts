/** The line to the server: messages as they come, a burst of them together, and requests that wait for their answer. */
import { TableSocket } from '../api/socket'
import type { ClientMessage, HelloMessage, ServerMessage } from '../api/types'

/** Messages that come closer together than this, in milliseconds, are heard together. */
const BURST = 120

interface Listener {
  hello: () => HelloMessage
  hear: (message: ServerMessage) => void
  /** After each burst. */
  heard: () => void
  /** Whether somebody waits for an answer to take effect: it does not wait for the burst. */
  isWaiting: () => boolean
  /** There is no line. */
  lost: () => void
  /** The server has closed the line for good. */
  refused: (problem: string) => void
}

const PROBLEMS: Record<number, string> = { 4404: 'not_found', 4401: 'unknown_person' }

export class Connection {
  online = $state(true)
  private socket: TableSocket | null = null
  private queued: ServerMessage[] = []
  private flushing = 0
  private flushed = 0

  constructor(private readonly table: string, private readonly listener: Listener) {}

  open(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const address = `${scheme}://${location.host}/api/tables/${encodeURIComponent(this.table)}/socket`
    this.socket = new TableSocket(address, this.listener.hello, (message) => this.queue(message), (online, code) => {
      this.online = online
      if (!online) this.listener.lost()
      if (code >= 4400 && code < 4500) this.listener.refused(PROBLEMS[code] ?? 'forbidden')
    })
  }

  /** Messages are heard at once; a burst of them (computers playing each other) together, a few times a second. */
  private queue(message: ServerMessage): void {
    this.queued.push(message)
    const since = performance.now() - this.flushed
    if (since > BURST || this.listener.isWaiting()) this.flush()
    else this.flushing ||= window.setTimeout(() => this.flush(), BURST - since)
  }

  flush(): void {
    const messages = this.queued
    this.queued = []
    clearTimeout(this.flushing)
    this.flushing = 0
    for (const message of messages) this.listener.hear(message)
    this.listener.heard()
    this.flushed = performance.now()
  }

  /** The answer to a request; null where the line is gone. */
  async ask(message: ClientMessage & { id: string }): Promise<ServerMessage | null> {
    return (await this.socket?.ask(message).catch(() => null)) ?? null
  }

  /** Be told everything anew. */
  again(): void {
    this.socket?.again()
  }

  close(): void {
    this.socket?.close()
    clearTimeout(this.flushing)
  }
}
