/** The way through the past of a game: which moment is looked at, and how to get to another. */
import { api } from '../api/client'
import type { Position, TimelineStep } from '../api/types'
import { movesBetween, type Move } from '../board/moves'
import { waysIn } from './marks'
import type { Table } from './table.svelte'

/** How long each moment of the past is seen at single speed, in milliseconds. */
const PAUSE = 1200
export const SPEEDS = [1, 2, 4, 8]

export class History {
  /** The moment that is looked at; null is now. */
  past = $state.raw<Position | null>(null)
  /** How pieces went in the step that led here, where it was taken forward. */
  moves = $state.raw<Move[]>([])
  /** Whether the past runs on by itself, and how fast. */
  playing = $state(false)
  speed = $state(1)
  private timeline = $state.raw<TimelineStep[]>([])

  constructor(private readonly table: Table) {}

  /** Whether the past that is looked at could become the present again. */
  readonly canGoBack = $derived.by<boolean>(() => {
    const { info, outcome, seat } = this.table
    return this.past !== null && seat !== '' && info?.status === 'playing' && !outcome && !info.proposal
  })

  /** Let the past run from a step on. */
  async play(from: number): Promise<void> {
    await this.goTo(from)
    this.playing = this.past !== null
  }

  /** One step after the other while it plays; runs inside an effect. */
  follow(): (() => void) | undefined {
    const { playing, past, speed } = this
    if (!playing) return undefined
    if (!past) {
      this.playing = false
      return undefined
    }
    const timer = setTimeout(() => void this.step(1), PAUSE / speed)
    return () => clearTimeout(timer)
  }

  leave(): void {
    this.past = null
    this.moves = []
  }

  async goTo(seq: number): Promise<void> {
    const { table } = this
    if (!this.timeline.length) await this.read()
    const now = table.position?.seq ?? 0
    if (seq >= now) return this.leave()
    const before = this.past
    const isNext = before !== null && before.seq < seq && this.isNext(before.seq, seq)
    const [found, lines] = await Promise.all([api.history(table.id, table.seat, Math.max(0, seq)).catch(() => null), isNext ? table.journal.between(before.seq, seq) : []])
    if (!found) return
    table.answer.reset()
    table.playback.end()
    this.moves = isNext && found.seq === seq ? movesBetween(table.sceneOf(before.state), table.sceneOf(found.state), waysIn(lines)) : []
    this.past = found
  }

  /** Whether one moment follows on the other without any between them. */
  private isNext(from: number, to: number): boolean {
    return !this.timeline.some(({ seq }) => seq > from && seq < to)
  }

  /** Go back to a step, or ask the others to; where only computers play it happens at once. */
  async propose(to: number): Promise<void> {
    const { table } = this
    const info = await api.propose(table.id, table.seat, 'rewind', to).catch(() => null)
    this.leave()
    if (info) table.update(info)
    else table.notice = 'failed'
  }

  async read(): Promise<void> {
    const { table } = this
    if (table.info?.status === 'open') return
    const found = await api.timeline(table.id, table.seat).catch(() => null)
    if (!found) return
    this.timeline = found.steps
    table.news.note(found.steps)
  }

  /** So many steps forward, or back where it is negative. */
  async step(by: number): Promise<void> {
    // What is known up to now is not asked for again at every step.
    if ((this.timeline.at(-1)?.seq ?? -1) < (this.table.position?.seq ?? 0)) await this.read()
    const seqs = [...new Set([0, ...this.timeline.map((step) => step.seq)])].sort((a, b) => a - b)
    const here = this.table.shown?.seq ?? 0
    const wanted = by < 0 ? seqs.filter((seq) => seq < here).at(by) : seqs.filter((seq) => seq > here)[by - 1]
    if (wanted !== undefined) await this.goTo(wanted)
    else if (by > 0) this.leave()
  }
}
