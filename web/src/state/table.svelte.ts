/** One table: its positions as they come over the line, and everything that is made of them. */
import { api, ApiError } from '../api/client'
import { fold } from '../api/fold'
import type * as T from '../api/types'
import { emptyScene, type Scene } from '../board/scene'
import { viewOf, type GameView } from '../games'
import type { Catalogue } from '../texts/catalogue'
import { Answer } from './answer.svelte'
import { Battle } from './battle.svelte'
import { Composition } from './composition.svelte'
import { Connection } from './connection.svelte'
import { DisplayBoard } from './display.svelte'
import { Fight } from './fight.svelte'
import { Focus } from './focus.svelte'
import { History } from './history.svelte'
import { Journal } from './journal.svelte'
import { keepPositions, keptPositions } from './keeping'
import { Lens } from './lens.svelte'
import { pointsText } from './lighting'
import { Meaning } from './meaning.svelte'
import { News } from './news.svelte'
import { Plain } from './plain.svelte'
import { Plan } from './plan.svelte'
import { Orders } from './orders.svelte'
import { Playback } from './playback.svelte'
import { Screen } from './screen.svelte'
import { Show } from './show.svelte'
import { Standing } from './standing.svelte'
import { Suggestions } from './suggestions.svelte'
import { session } from './session.svelte'
import { rebuiltPieces } from './sources'
import { Talk } from './talk.svelte'
import { Umpire } from './umpire.svelte'
import { Vocabulary } from './vocabulary.svelte'

/** Milliseconds of quiet after which what is seen is kept. */
const KEEP_AFTER = 600

export class Table {
  info = $state.raw<T.TableInfo | null>(null)
  detail = $state.raw<T.GameDetail | null>(null)
  board = $state.raw<T.Board | null>(null)
  view = $state.raw<GameView | null>(null)
  positions = $state.raw<Record<string, T.Position>>({})
  problem = $state('')
  notice = $state('')
  changed = $state.raw<string[]>([])
  /** Where the server's clock stands against ours. */
  skew = 0
  private remembering = 0
  private scenes = new WeakMap<T.State, Scene>()
  readonly connection: Connection
  readonly screen = new Screen(this)
  readonly focus = new Focus()
  readonly talk = new Talk(this)
  readonly umpire = new Umpire(this)
  readonly vocabulary = new Vocabulary(() => this.screen.seat)
  readonly answer = new Answer(this)
  readonly fight = new Fight(this)
  readonly lens = new Lens(this)
  readonly suggestions = new Suggestions(this)
  readonly playback = new Playback()
  readonly news = new News(this)
  readonly show = new Show(this)
  readonly orders = new Orders(this)
  readonly meaning = new Meaning(this)
  readonly journal = new Journal(this)
  readonly history = new History(this)
  readonly battle = new Battle(this)
  readonly plain = new Plain(this)
  readonly plan = new Plan(this)
  readonly standing = new Standing(this)
  readonly display = new DisplayBoard(this)
  readonly composition = new Composition(this, (of, id) => (of === this.display.board?.of ? (this.display.tiles.get(String(id))?.role ?? '') : ''))

  constructor(readonly id: string) {
    this.connection = new Connection(id, {
      hello: () => this.hello(),
      hear: (message) => this.hear(message),
      heard: () => {
        this.screen.keep()
        this.remember()
      },
      lost: () => void this.recall(),
      isWaiting: () => this.answer.busy || this.umpire.isAwaited,
      refused: (problem) => (this.problem = problem),
    })
  }

  get words(): Catalogue {
    return this.vocabulary.words
  }
  get seats(): string[] {
    return this.screen.seats
  }
  /** The seat whose eyes we look through. */
  get seat(): string {
    return this.screen.seat
  }
  get covered(): boolean {
    return this.screen.covered
  }

  readonly position = $derived.by<T.Position | undefined>(() => this.positions[this.screen.seat])
  readonly prompt = $derived(this.position?.prompts.find((prompt) => prompt.seat === this.seat))
  readonly shown = $derived.by<T.Position | undefined>(() => this.history.past ?? this.show.frame?.position ?? this.playback.frame?.position ?? this.position)
  readonly watching = $derived.by<boolean>(() => this.history.past !== null || this.seat === '' || this.playback.on || this.show.on || this.covered)
  readonly scene = $derived<Scene>(this.view && this.shown ? this.sceneOf(this.shown.state) : emptyScene())
  readonly outcome = $derived(this.position?.outcome ?? this.info?.outcome ?? null)
  /** Pieces whose values are our own. */
  readonly rebuilt = $derived(rebuiltPieces(this.scene.pieces))
  /** Verbs whose arguments are laid out in a tray, all at once. */
  readonly trays = $derived((this.board?.board as { trays?: string[] } | null)?.trays ?? [])
  readonly domains = $derived(['place', ...new Set(this.scene.pieces.map((piece) => piece.ref.of))])

  async open(): Promise<void> {
    try {
      this.info = await api.table(this.id)
      this.skew = this.info.now - Date.now()
      this.detail = await api.game(this.info.game)
      this.screen.open(this.detail.hides)
      await this.speak()
    } catch (problem) {
      this.problem = problem instanceof ApiError ? problem.code : 'internal'
      return
    }
    this.connection.open()
  }

  /** Load the board and the words of the game in the language of the session. */
  async speak(): Promise<void> {
    const { detail, info } = this
    if (!detail || !info) return
    // Before it begins a table has no board of its own; the scenario's shows what it will be.
    const board = await (info.status === 'open' ? api.gameBoard(info.game, info.scenario, session.lang) : api.board(this.id, session.lang))
    if (!(await this.vocabulary.load(board, detail))) return
    const { words } = this
    const view = await viewOf(board, words)
    // Who has changed the language meanwhile waits for the other words.
    if (this.words !== words) return
    this.board = board
    this.scenes = new WeakMap()
    this.view = view
  }

  /** What a position looks like; asked for several times, built once. */
  sceneOf(state: T.State): Scene {
    const known = this.scenes.get(state)
    if (known || !this.view) return known ?? emptyScene()
    const found = this.view.scene(state)
    this.scenes.set(state, found)
    return found
  }

  /** What a verb costs, in points: what the log, the panel and the map say is the same. */
  points(verb: string, cost: number, per = 1): string {
    const halved = (this.board?.board as { halved?: string[] } | null)?.halved ?? []
    return pointsText(cost, per > 1 || !halved.includes(verb) ? per : 2)
  }

  /** Nothing of what somebody else looked at or did is left in sight. */
  clear(): void {
    this.focus.inspected = null
    this.answer.reset()
    this.playback.settle()
  }

  close(): void {
    this.connection.close()
    clearTimeout(this.remembering)
    this.focus.close()
    this.playback.end()
    this.show.end()
    this.orders.forget()
    this.meaning.forget()
    this.fight.forget()
    this.lens.forget()
    this.suggestions.forget()
    this.battle.forget()
    this.plan.forget()
    this.display.forget()
  }

  /** What is seen now can be read again without a line. */
  private remember(): void {
    clearTimeout(this.remembering)
    this.remembering = window.setTimeout(() => void keepPositions(this.id, this.positions), KEEP_AFTER)
  }

  /** Without a line, and with nothing to show yet: what was last seen here. */
  private async recall(): Promise<void> {
    if (Object.keys(this.positions).length) return
    const kept = await keptPositions(this.id)
    if (!kept || Object.keys(this.positions).length) return
    this.screen.seats = Object.keys(kept).filter(Boolean)
    for (const position of Object.values(kept)) this.take(position)
    this.screen.keep()
    this.journal.readAll()
    void this.history.read()
  }

  private hello(): T.HelloMessage {
    const known = Object.values(this.positions)
    return known.length ? { is: 'hello', seq: Math.min(...known.map((position) => position.seq)) } : { is: 'hello' }
  }

  private hear(message: T.ServerMessage): void {
    switch (message.is) {
      case 'welcome':
        this.update(message.table)
        this.screen.seats = message.seats
        this.talk.lines = message.chat
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
        this.talk.hear(message.line)
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
    await this.speak().catch(() => undefined)
    this.connection.again()
    this.journal.readAll()
  }

  private take(position: T.Position): void {
    const before = this.positions[position.seat]
    if (position.state !== before?.state) this.vocabulary.note(this.board, position.seat, position.state)
    this.positions = { ...this.positions, [position.seat]: position }
    if (position.seat === this.seat && before && before.seq !== position.seq) this.answer.reset()
    this.umpire.tell(position)
  }

  private takeStep(step: T.StepMessage): void {
    const known = this.positions[step.seat]
    if (!known || known.seq !== step.since) {
      if (!known || known.seq < step.seq) this.connection.again()
      return
    }
    const { is: _, since: _since, by, back, changes, lines, ...rest } = step
    const mine = this.answer.busy
    const whose = this.seat
    // Whoever is asked next is followed, also after somebody looked through other eyes.
    this.screen.chosen = ''
    const position = { ...rest, state: fold(known.state, changes) }
    this.plain.note(step.seq, back)
    this.take(position)
    // On a screen for several the next seat begins with an empty hand.
    if (this.seat !== whose) this.answer.reset()
    if (back) void this.journal.read(step.seat)
    else this.journal.write(step.seat, step.seq, lines)
    if (step.seat !== this.seat && this.seats.length > 1) return
    this.changed = changes.flatMap((change) => (change[0] === 'set' ? [] : [String(change[2])]))
    if (back) {
      this.playback.settle()
      this.show.end()
      void this.history.read()
      if (!mine) this.notice = by[0] ? `undone:${by[0]}` : ''
      return
    }
    this.notice = ''
    this.news.take(known, position, by)
    this.show.take(known, position, lines)
  }
}
