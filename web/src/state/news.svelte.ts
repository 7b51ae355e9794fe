/** What others did since our last move: shown step by step as it comes, and again when asked. */
import { api } from '../api/client'
import type { LogLine, Position, TimelineStep } from '../api/types'
import { framesBetween } from './steps'
import type { Table } from './table.svelte'

export class News {
  /** The last step of a seat of ours: what came later is new to us. */
  lastOwn = $state(0)
  private showing = Promise.resolve()

  constructor(private readonly table: Table) {}

  /** A step has come, by these seats. */
  take(from: Position, to: Position, by: readonly string[]): void {
    const { table } = this
    if (by.some((seat) => table.seats.includes(seat))) {
      this.lastOwn = by.length > 1 ? from.seq + 1 : to.seq
      table.playback.settle()
    }
    const other = by.find((seat) => !table.seats.includes(seat))
    if (other && table.view && !table.history.past && !document.hidden) this.show(from, to, other)
  }

  private show(from: Position, to: Position, by: string): void {
    const { playback } = this.table
    playback.hold(from)
    const { round } = playback
    this.showing = this.showing.then(async () => {
      const frames = await framesBetween(this.table, from, to, by)
      if (round === playback.round) playback.push(frames)
    })
  }

  /** Show again everything since our last move. */
  async showAgain(): Promise<void> {
    const { table } = this
    const now = table.position
    const from = await api.history(table.id, table.seat, this.lastOwn).catch(() => null)
    if (!from || !now || now !== table.position) return
    table.history.leave()
    table.playback.settle()
    this.show(from, now, '')
  }

  /** Our last step, where it is among these. */
  note(steps: readonly TimelineStep[]): void {
    const own = steps.findLast((step) => this.table.seats.includes(step.seat))
    if (own) this.lastOwn = own.seq
  }

  /** Whether a line tells of something that others did after our last move. */
  has(line: LogLine): boolean {
    const { seat, seats } = this.table
    return seat !== '' && line.seq > this.lastOwn && !seats.includes(line.entry.seat ?? '')
  }
}
