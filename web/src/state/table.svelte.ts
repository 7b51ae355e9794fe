/** One table: its positions as they come over the socket, log, chat, history, and what this person looks at. */
import { api, ApiError } from '../api/client'
import { fold } from '../api/fold'
import { freshId, TableSocket } from '../api/socket'
import type * as T from '../api/types'
import { viewOf, type GameView } from '../games'
import type { PieceHint } from '../games/generic'
import type { Catalogue } from '../texts/catalogue'
import { Answer } from './answer.svelte'
import { Fight } from './fight.svelte'
import { History } from './history.svelte'
import { Journal } from './journal.svelte'
import { Lens } from './lens.svelte'
import { News } from './news.svelte'
import { Playback } from './playback.svelte'
import { differ, remember, remembered, seatToShow } from './seats'
import { session } from './session.svelte'
import { rebuiltPieces } from './sources'
import { emptyScene, type Scene } from '../board/scene'

export type Panel = 'log' | 'units' | 'rules' | 'chat' | 'notes'
const BURST = 120

interface Named { id: T.Id; name: T.Words }

/** Names in the reader's language, where the drawing hints of a game bring them. */
function ownNames(board: T.BoardData, lang: string): Map<string, string> {
  const hints = (board.board ?? {}) as { places?: Named[]; kinds?: Named[] }
  const found = new Map<string, string>()
  for (const [of, list] of [['place', hints.places], ['kind', hints.kinds]] as const)
    for (const one of list ?? []) if (one.name[lang]) found.set(`${of}.${one.id}`, one.name[lang]!)
  return found
}

export class Table {
  info = $state.raw<T.TableInfo | null>(null)
  detail = $state.raw<T.GameDetail | null>(null)
  board = $state.raw<T.BoardData | null>(null)
  words = $state.raw<Catalogue>(session.words)
  view = $state.raw<GameView | null>(null)
  positions = $state.raw<Record<string, T.Position>>({})
  seats = $state.raw<string[]>([])
  chosenSeat = $state('')
  chat = $state.raw<T.ChatLine[]>([])
  unread = $state(0)
  online = $state(true)
  problem = $state('')
  notice = $state('')
  panel = $state<Panel>('log')
  ruleShown = $state('')
  inspected = $state.raw<T.Ref | null>(null)
  /** Things to ring on the board for a moment: from a log line, a refusal. */
  pointed = $state.raw<T.Ref[]>([])
  changed = $state.raw<string[]>([])
  /** Whether seats know different things, as far as it has shown. */
  hides = $state(false)
  /** Where the server's clock stands against ours. */
  skew = 0
  readonly answer = new Answer(this)
  readonly fight = new Fight(this)
  readonly lens = new Lens(this)
  readonly playback = new Playback()
  readonly news = new News(this)
  readonly journal = new Journal(this)
  readonly history = new History(this)
  /** Who sits at the screen: where several share it and something is hidden it changes by hand. */
  private held = $state('')
  /** What was done here last, and to which question, for whoever goes along. */
  acted = $state.raw<{ at: string; action: T.Action } | null>(null)
  private socket: TableSocket | null = null
  private pointing = 0
  private expected: { seat: string; seq: number; arrived: () => void }[] = []
  private turning = Promise.resolve()
  private queued: T.ServerMessage[] = []
  private flushing = 0
  private flushed = 0
  private readonly kinds = new Map<string, string>()
  private scenes = new WeakMap<T.State, Scene>()

  constructor(readonly id: string) {}

  /** Those of our seats that are asked something. */
  readonly asked = $derived(this.seats.filter((seat) => this.positions[seat]?.prompts.some((prompt) => prompt.seat === seat)))
  /** The seat whose eyes we look through. */
  readonly seat = $derived(seatToShow(this.seats, this.asked, this.chosenSeat, this.held))
  /** Another person has to take the screen before anything of theirs is shown. */
  readonly covered = $derived(this.seats.length > 1 && this.hides && this.held !== '' && this.held !== this.seat)
  readonly position = $derived<T.Position | undefined>(this.positions[this.seat])
  readonly prompt = $derived(this.position?.prompts.find((prompt) => prompt.seat === this.seat))
  readonly shown = $derived<T.Position | undefined>(this.history.past ?? this.playback.frame?.position ?? this.position)
  readonly watching = $derived(this.history.past !== null || this.seat === '' || this.playback.on || this.covered)
  readonly scene = $derived<Scene>(this.view && this.shown ? this.sceneOf(this.shown.state) : emptyScene())
  readonly outcome = $derived(this.position?.outcome ?? this.info?.outcome ?? null)
  /** Pieces whose values are our own. */
  readonly rebuilt = $derived(rebuiltPieces(this.board))
  readonly domains = $derived(['place', ...new Set(this.scene.pieces.map((piece) => piece.ref.of))])

  async open(): Promise<void> {
    try {
      this.info = await api.table(this.id)
      this.skew = this.info.now - Date.now()
      // Before it begins a table has no board of its own; the scenario's shows what it will be.
      const { game, scenario, status } = this.info
      const [detail, board] = await Promise.all([api.game(game), status === 'open' ? api.gameBoard(game, scenario) : api.board(this.id)])
      this.detail = detail
      this.board = board
      this.hides = (detail as T.GameDetail & { hides?: boolean }).hides ?? false
      this.held = remembered(this.id)
      await this.speak()
    } catch (problem) {
      this.problem = problem instanceof ApiError ? problem.code : 'internal'
      return
    }
    const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/tables/${encodeURIComponent(this.id)}/socket`
    const hello = (): T.ClientMessage => {
      const known = Object.values(this.positions)
      const seq = known.length ? Math.min(...known.map((position) => position.seq)) : undefined
      return seq === undefined ? { is: 'hello' } : { is: 'hello', seq }
    }
    this.socket = new TableSocket(address, hello, (message) => this.queue(message), (online, code) => {
      this.online = online
      if (code >= 4400 && code < 4500) this.problem = code === 4404 ? 'not_found' : code === 4401 ? 'unknown_person' : 'forbidden'
    })
  }

  /** Load the words of the game in the language of the session. */
  async speak(): Promise<void> {
    const { board, detail } = this
    if (!board || !detail) return
    const lang = session.lang
    const titles = new Map(detail.info.seats.map((seat) => [seat.id, session.said(seat.title)]))
    const own = ownNames(board, lang)
    const words = await session.catalogue(
      lang, board.game,
      (of, id) => (of === 'seat' && titles.get(String(id))) || own.get(`${of}.${id}`) || board.names[of]?.[String(id)] || this.kindOf(of, id),
    )
    // Asked for twice, the language of today wins, whichever answer is first.
    if (lang !== session.lang) return
    this.words = words
    this.scenes = new WeakMap()
    this.view = viewOf(board, words)
  }

  /** What a position looks like; asked for several times, built once. */
  sceneOf(state: T.State): Scene {
    const known = this.scenes.get(state)
    if (known || !this.view) return known ?? emptyScene()
    const found = this.view.scene(state)
    this.scenes.set(state, found)
    return found
  }

  /** Pieces without a name are called by their kind, also after they are gone. */
  private kindOf(of: string, id: T.Id): string | undefined {
    const kind = this.kinds.get(`${of}.${id}`)
    return kind === undefined ? undefined : this.words.name('kind', kind)
  }

  private noteKinds(state: T.State): void {
    const hints = (this.board?.board as { pieces?: PieceHint[] } | null)?.pieces ?? []
    for (const { table, of = 'piece', kind } of hints) {
      if (!kind) continue
      for (const [id, row] of Object.entries((state[table] ?? {}) as Record<string, T.Row>)) this.kinds.set(`${of}.${id}`, String(row[kind]))
    }
  }

  close(): void {
    this.socket?.close()
    this.playback.end()
    this.fight.forget()
    this.lens.forget()
    clearTimeout(this.pointing)
    clearTimeout(this.flushing)
  }

  /** Messages are heard at once; a burst of them (computers playing each other) together, a few times a second. */
  private queue(message: T.ServerMessage): void {
    this.queued.push(message)
    const since = performance.now() - this.flushed
    // Whoever waits for an answer of ours to take effect does not wait for the burst.
    if (since > BURST || this.answer.busy || this.expected.length) this.flush()
    else this.flushing ||= window.setTimeout(() => this.flush(), BURST - since)
  }

  private flush(): void {
    const messages = this.queued
    this.queued = []
    clearTimeout(this.flushing)
    this.flushing = 0
    for (const message of messages) this.hear(message)
    this.keepSeat()
    this.flushed = performance.now()
  }

  private hear(message: T.ServerMessage): void {
    switch (message.is) {
      case 'welcome':
        this.update(message.table)
        this.seats = message.seats
        this.chat = message.chat
        this.journal.readAll()
        void this.history.read()
        break
      case 'view': {
        const { is: _, ...position } = message
        this.take(position)
        break
      }
      case 'step':
        this.takeStep(message)
        break
      case 'table':
        this.update(message.table)
        break
      case 'said':
        this.chat = [...this.chat.filter((line) => line.id !== message.line.id), message.line]
        if (this.panel !== 'chat') this.unread++
        break
      case 'error':
        if (message.code === 'too_fast') this.notice = 'too_fast'
        break
      default:
        break
    }
  }

  /** What is new about the table; when the game begins, its own board is read. */
  update(info: T.TableInfo): void {
    const begins = this.info?.status === 'open' && info.status !== 'open'
    this.info = info
    this.skew = info.now - Date.now()
    if (begins) void this.begin()
  }

  private async begin(): Promise<void> {
    const board = await api.board(this.id).catch(() => null)
    if (board) this.board = board
    await this.speak()
    this.socket?.again()
    this.journal.readAll()
  }

  private take(position: T.Position): void {
    const before = this.positions[position.seat]
    if (position.state !== before?.state) this.noteKinds(position.state)
    this.positions = { ...this.positions, [position.seat]: position }
    if (position.seat === this.seat && before && before.seq !== position.seq) this.answer.reset()
    const here = this.expected.filter(({ seat, seq }) => seat === position.seat && seq <= position.seq)
    this.expected = this.expected.filter((one) => !here.includes(one))
    for (const { arrived } of here) arrived()
  }

  /** Resolves once the position after a step of ours is here: until then what is lit is of the past. */
  private arrival(seat: string, seq: number): Promise<void> {
    if ((this.positions[seat]?.seq ?? -1) >= seq) return Promise.resolve()
    return new Promise((arrived) => {
      this.expected.push({ seat, seq, arrived })
      this.flush()
    })
  }

  private takeStep(step: Extract<T.ServerMessage, { is: 'step' }>): void {
    const known = this.positions[step.seat]
    if (!known || known.seq !== step.since) {
      if (!known || known.seq < step.seq) this.socket?.again()
      return
    }
    const { is: _, since: _since, by, back, changes, lines, ...rest } = step
    const mine = this.answer.busy
    // Whoever is asked next is followed, also after somebody looked through other eyes.
    this.chosenSeat = ''
    const position = { ...rest, state: fold(known.state, changes) }
    this.take(position)
    if (back) void this.journal.read(step.seat)
    else this.journal.write(step.seat, step.seq, lines)
    if (step.seat !== this.seat && this.seats.length > 1) return
    this.changed = changes.flatMap((change) => (change[0] === 'set' ? [] : [String(change[2])]))
    if (back) {
      this.playback.settle()
      void this.history.read()
      if (!mine) this.notice = by[0] ? `undone:${by[0]}` : ''
      return
    }
    this.notice = ''
    this.news.take(known, position, by)
  }

  /** The screen stays with whoever has it; it changes by itself only where nobody sees what they should not. */
  private keepSeat(): void {
    if (this.seat === this.held) return
    if (this.held && !this.hides) this.hides = differ(Object.values(this.positions))
    if (!this.covered) this.takeSeat()
  }

  /** The person of the seat that is wanted sits at the screen now. */
  takeSeat(): void {
    const changes = this.held !== '' && this.hides
    this.held = this.seat
    remember(this.id, this.seat)
    if (!changes) return
    this.inspected = null
    this.answer.reset()
    this.playback.settle()
  }

  async askOffers(partial: T.Partial): Promise<T.Offered | null> {
    const answer = await this.socket?.ask({ is: 'offers', id: freshId(), seat: this.seat, partial }).catch(() => null)
    return answer?.is === 'offered' ? answer : null
  }

  /** Do it; a refusal comes back as a value. */
  async act(action: T.Action): Promise<T.Refusal | null> {
    const at = this.prompt?.at ?? ''
    return this.settle({ is: 'act', id: freshId(), seat: this.seat, seq: this.position?.seq ?? 0, action }, () => (this.acted = { at, action }))
  }

  /** Ask for a step and wait for the position after it. The position may come before the word that it was done: then nobody waits for that. */
  private async settle(message: Extract<T.ClientMessage, { is: 'act' | 'undo' | 'redo' }>, done: () => void = () => undefined): Promise<T.Refusal | null> {
    const { seat, seq } = message
    const word = this.socket?.ask(message).catch(() => null) ?? Promise.resolve(null)
    const judged = word.then(async (answer) => {
      if (answer?.is === 'ack') {
        await this.arrival(seat, answer.seq)
        done()
      }
      return this.judged(answer)
    })
    return Promise.race([judged, this.arrival(seat, seq + 1).then(() => null)])
  }

  /** Undo or redo; pressed twice, the second waits for the position after the first. */
  turnBack(which: 'undo' | 'redo'): Promise<void> {
    this.turning = this.turning.then(() => this.turnOnce(which))
    return this.turning
  }

  private async turnOnce(which: 'undo' | 'redo'): Promise<void> {
    this.answer.reset()
    this.answer.busy = true
    try {
      const refusal = await this.settle({ is: which, id: freshId(), seat: this.seat, seq: this.position?.seq ?? 0 })
      if (refusal) this.answer.why = [{ refusal, verb: '', about: null }]
    } finally {
      this.answer.busy = false
    }
  }

  private judged(answer: T.ServerMessage | null): T.Refusal | null {
    if (answer?.is === 'refused') return answer.refusal
    if (answer?.is === 'stale') this.notice = 'stale'
    if (answer?.is === 'error') this.notice = 'failed'
    return null
  }

  say(text: string): void {
    void this.socket?.ask({ is: 'chat', id: freshId(), text }).catch(() => undefined)
  }

  /** Open the inspector on a thing and show it on the board. */
  look(ref: T.Ref): void {
    this.inspected = ref
    this.point([ref])
  }

  point(refs: readonly T.Ref[]): void {
    this.pointed = [...refs]
    clearTimeout(this.pointing)
    this.pointing = window.setTimeout(() => (this.pointed = []), 1600)
  }

  readRule(rule: string): void {
    this.ruleShown = rule
    this.panel = 'rules'
  }
}
