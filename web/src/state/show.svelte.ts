/** What the umpire did, played back in order: one line after the other on the map, with its cards; slower, faster, back, or skipped. */
import type { Draw, Entry, LogLine, Position } from '../api/types'
import { movesBetween, type Move } from '../board/moves'
import type { Table } from './table.svelte'

export interface Beat {
  entry: Entry
  draws: Draw[]
  keys: string[]
  places: string[]
  moves: Move[]
  position: Position
}

export const SPEEDS = [1, 2, 4, 8] as const
export type Speed = (typeof SPEEDS)[number]
/** Milliseconds that a line is shown at 1x: with cards, with a piece that moves, with words alone. */
const PACE = { cards: 2400, move: 1600, words: 1200 }
/** Cards of our own orders stay in sight for so long, and no more lines than so many. */
const DRAWN = 3200
const MOST_DRAWN = 3
/** Cards of the action deck; terrain cards are seen on the map. */
const ACTION = 'action_card'
const KEPT = 'sandtable.show.speed'

export const paceOf = (beat: Pick<Beat, 'draws' | 'moves'>, speed: Speed): number => Math.round((beat.draws.length ? PACE.cards : beat.moves.length ? PACE.move : PACE.words) / speed)

function keptSpeed(): Speed {
  try {
    return SPEEDS.find((one) => String(one) === localStorage.getItem(KEPT)) ?? 2
  } catch {
    return 2
  }
}

export class Show {
  beats = $state.raw<Beat[]>([])
  at = $state(-1)
  playing = $state(false)
  speed = $state<Speed>(keptSpeed())
  /** The last show, for whoever wants to see it again. */
  last = $state.raw<{ from: Position; to: Position; lines: LogLine[] } | null>(null)
  /** A line of the log whose cards are looked at. */
  opened = $state.raw<Entry | null>(null)
  /** Lines with cards that our own last step brought, the one in sight first. */
  drawn = $state.raw<Entry[]>([])
  private uncovering: ReturnType<typeof setTimeout> | undefined
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly table: Table) {}

  readonly frame = $derived.by<Beat | null>(() => this.beats[this.at] ?? null)
  /** Lines that the show has not come to yet: the log tells no more than the board. */
  readonly ahead = $derived.by<ReadonlySet<Entry>>(() => new Set(this.on ? this.beats.slice(this.at + 1).map((beat) => beat.entry) : []))
  readonly on = $derived.by<boolean>(() => this.frame !== null)

  /** A step has come; it is played where the game has something to tell. */
  take(from: Position, to: Position, lines: LogLine[]): void {
    const told = this.table.view?.tell?.(from.state, to.state, lines) ?? []
    this.cover(told.length || !this.table.view?.tell ? [] : lines.map(({ entry }) => entry).filter((entry) => entry.draws?.some((draw) => draw.of === ACTION && draw.cards.length)))
    if (!told.length) return
    this.last = { from, to, lines }
    if (!document.hidden && !this.table.history.past) this.play()
  }

  /** Cards that an order of ours has brought: seen beside the map, one line after the other, and nobody has to wait for them. */
  private cover(entries: Entry[]): void {
    clearTimeout(this.uncovering)
    this.drawn = document.hidden ? [] : entries.slice(-MOST_DRAWN)
    if (this.drawn.length) this.uncovering = setTimeout(() => this.turn(), DRAWN)
  }

  /** The next of the cards that were drawn. */
  turn(): void {
    clearTimeout(this.uncovering)
    this.drawn = this.drawn.slice(1)
    if (this.drawn.length) this.uncovering = setTimeout(() => this.turn(), DRAWN)
  }

  /** Play the last one from its beginning. */
  play(): void {
    if (!this.last) return
    const { from, to, lines } = this.last
    let before = this.table.sceneOf(from.state)
    this.beats = (this.table.view?.tell?.(from.state, to.state, lines) ?? []).map(({ entry, keys, places, state }) => {
      const scene = this.table.sceneOf(state)
      const moves = movesBetween(before, scene)
      before = scene
      return { entry, draws: (entry.draws ?? []).filter((draw) => draw.of === ACTION), keys, places, moves, position: { ...to, state, prompts: [], offers: [] } }
    })
    this.go(0)
    this.resume()
  }

  private wait(): void {
    clearTimeout(this.timer)
    if (this.playing && this.frame) this.timer = setTimeout(() => (this.at + 1 < this.beats.length ? this.go(this.at + 1) : this.end()), paceOf(this.frame, this.speed))
  }

  go(at: number): void {
    this.at = Math.max(0, Math.min(this.beats.length - 1, at))
    this.wait()
  }

  step(by: number): void {
    this.playing = false
    if (this.at + by >= this.beats.length) return this.end()
    this.go(this.at + by)
  }

  resume(): void {
    this.playing = true
    this.wait()
  }

  pause(): void {
    this.playing = false
    clearTimeout(this.timer)
  }

  faster(speed: Speed): void {
    this.speed = speed
    try {
      localStorage.setItem(KEPT, String(speed))
    } catch {
      /* a browser that keeps nothing plays at the usual speed the next time */
    }
    this.resume()
  }

  /** The board as it is. */
  end(): void {
    clearTimeout(this.timer)
    clearTimeout(this.uncovering)
    this.drawn = []
    this.playing = false
    this.at = -1
    this.beats = []
  }
}
