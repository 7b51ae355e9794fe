/** One table: its positions as they come over the socket, log, chat, history, and what this person looks at. */
import { api, ApiError } from '../api/client'
import { fold } from '../api/fold'
import { freshId, TableSocket } from '../api/socket'
import type * as T from '../api/types'
import { viewOf, type GameView } from '../games'
import type { PieceHint } from '../games/generic'
import type { Catalogue } from '../texts/catalogue'
import { Answer } from './answer.svelte'
import { session } from './session.svelte'
import { emptyScene, type Scene } from '../board/scene'

export type Panel = 'log' | 'units' | 'rules' | 'chat'
const LOG_KEPT = 2000
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
  lines = $state.raw<T.LogLine[]>([])
  moreLog = $state(false)
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
  past = $state.raw<T.Position | null>(null)
  timeline = $state.raw<T.TimelineStep[]>([])
  overlay = $state('')
  overlayAnswer = $state.raw<unknown>(null)
  /** Where the server's clock stands against ours. */
  skew = 0
  readonly answer = new Answer(this)
  private socket: TableSocket | null = null
  private pointing = 0
  private queued: T.ServerMessage[] = []
  private flushing = 0
  private flushed = 0
  private readonly kinds = new Map<string, string>()

  constructor(readonly id: string) {}

  /** The seat whose eyes we look through: the one that was chosen, else one of ours that is asked. */
  readonly seat = $derived.by(() => {
    if (this.chosenSeat && this.seats.includes(this.chosenSeat)) return this.chosenSeat
    const asked = this.seats.find((seat) => this.positions[seat]?.prompts.some((prompt) => prompt.seat === seat))
    return asked ?? this.seats[0] ?? ''
  })
  readonly position = $derived<T.Position | undefined>(this.positions[this.seat])
  readonly prompt = $derived(this.position?.prompts.find((prompt) => prompt.seat === this.seat))
  readonly shown = $derived<T.Position | undefined>(this.past ?? this.position)
  readonly watching = $derived(this.past !== null || this.seat === '')
  readonly scene = $derived<Scene>(this.view && this.shown ? this.view.scene(this.shown.state) : emptyScene())
  readonly outcome = $derived(this.position?.outcome ?? this.info?.outcome ?? null)
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
    this.words = await session.catalogue(
      lang, board.game,
      (of, id) => (of === 'seat' && titles.get(String(id))) || own.get(`${of}.${id}`) || board.names[of]?.[String(id)] || this.kindOf(of, id),
    )
    this.view = viewOf(board, this.words)
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
    clearTimeout(this.pointing)
    clearTimeout(this.flushing)
  }

  /** Messages are heard at once; a burst of them (computers playing each other) together, a few times a second. */
  private queue(message: T.ServerMessage): void {
    this.queued.push(message)
    if (this.flushing) return
    const since = performance.now() - this.flushed
    if (since > BURST) this.flush()
    else this.flushing = window.setTimeout(() => this.flush(), BURST - since)
  }

  private flush(): void {
    const messages = this.queued
    this.queued = []
    this.flushing = 0
    for (const message of messages) this.hear(message)
    this.flushed = performance.now()
  }

  private hear(message: T.ServerMessage): void {
    switch (message.is) {
      case 'welcome':
        this.update(message.table)
        this.seats = message.seats
        this.chat = message.chat
        void this.readLog()
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
    void this.readLog()
  }

  private take(position: T.Position): void {
    const before = this.positions[position.seat]
    if (position.state !== before?.state) this.noteKinds(position.state)
    this.positions = { ...this.positions, [position.seat]: position }
    if (position.seat === this.seat && before && before.seq !== position.seq) this.answer.reset()
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
    this.take({ ...rest, state: fold(known.state, changes) })
    if (step.seat !== this.seat && this.seats.length > 1) return
    this.changed = changes.flatMap((change) => (change[0] === 'set' ? [] : [String(change[2])]))
    if (back) {
      if (!mine) this.notice = by[0] ? `undone:${by[0]}` : ''
      void this.readLog()
    } else {
      this.notice = ''
      this.lines = [...this.lines, ...lines].slice(-LOG_KEPT)
    }
  }

  async readLog(): Promise<void> {
    if (this.info?.status === 'open') return
    const page = await api.log(this.id, this.seat).catch(() => null)
    if (!page) return
    this.lines = page.lines
    this.moreLog = page.more
  }

  async readEarlier(): Promise<void> {
    const first = this.lines[0]
    if (!first) return
    const page = await api.log(this.id, this.seat, first.seq).catch(() => null)
    if (!page) return
    this.lines = [...page.lines.filter((line) => line.seq < first.seq), ...this.lines]
    this.moreLog = page.more
  }

  async askOffers(partial: T.Partial): Promise<T.Offered | null> {
    const answer = await this.socket?.ask({ is: 'offers', id: freshId(), seat: this.seat, partial }).catch(() => null)
    return answer?.is === 'offered' ? answer : null
  }

  /** Do it; a refusal comes back as a value. */
  async act(action: T.Action): Promise<T.Refusal | null> {
    const answer = await this.socket?.ask({ is: 'act', id: freshId(), seat: this.seat, seq: this.position?.seq ?? 0, action }).catch(() => null)
    return this.judged(answer ?? null)
  }

  async turnBack(which: 'undo' | 'redo'): Promise<void> {
    this.answer.reset()
    const answer = await this.socket?.ask({ is: which, id: freshId(), seat: this.seat, seq: this.position?.seq ?? 0 }).catch(() => null)
    const refusal = this.judged(answer ?? null)
    if (refusal) this.answer.why = [{ refusal, verb: '', about: null }]
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

  async showOverlay(name: string): Promise<void> {
    if (this.overlay === name || !name) {
      this.overlay = ''
      this.overlayAnswer = null
      return
    }
    const found = await api.query(this.id, this.seat, name).catch(() => null)
    this.overlay = found ? name : ''
    this.overlayAnswer = found?.answer ?? null
  }

  async goTo(seq: number): Promise<void> {
    if (!this.timeline.length) await this.readTimeline()
    const now = this.position?.seq ?? 0
    if (seq >= now) {
      this.past = null
      return
    }
    const found = await api.history(this.id, this.seat, Math.max(0, seq)).catch(() => null)
    if (found) {
      this.answer.reset()
      this.past = found
    }
  }

  async readTimeline(): Promise<void> {
    const found = await api.timeline(this.id, this.seat).catch(() => null)
    if (found) this.timeline = found.steps
  }

  async stepHistory(by: number): Promise<void> {
    await this.readTimeline()
    const seqs = [...new Set([0, ...this.timeline.map((step) => step.seq)])].sort((a, b) => a - b)
    const here = this.shown?.seq ?? 0
    const wanted = by < 0 ? seqs.filter((seq) => seq < here).at(by) : seqs.filter((seq) => seq > here)[by - 1]
    if (wanted !== undefined) await this.goTo(wanted)
    else if (by > 0) this.past = null
  }
}
