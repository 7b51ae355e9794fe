/** The log as each of our seats may read it; on a screen for several it changes with the seat. */
import { api } from '../api/client'
import type { LogLine } from '../api/types'
import { EMPTY, extended, reread, written, type Book } from './book'
import type { Table } from './table.svelte'

/** To see a whole game at once no more pages than this are read, of so many lines. */
const MOST_PAGES = 10
const PAGE = 500
/** Lines of one step, at the most. */
const STEP = 40

export class Journal {
  private books = $state.raw<Record<string, Book>>({})
  private readonly readings = new Map<string, number>()

  constructor(private readonly table: Table) {}

  readonly lines = $derived.by<LogLine[]>(() => this.books[this.table.seat]?.lines ?? [])
  /** Whether there are earlier lines that were not read yet. */
  readonly more = $derived.by<boolean>(() => this.books[this.table.seat]?.more ?? false)

  private keep(seat: string, book: Book): void {
    this.books = { ...this.books, [seat]: book }
  }

  /** A step has brought these lines. */
  write(seat: string, seq: number, lines: LogLine[]): void {
    this.keep(seat, written(this.books[seat] ?? EMPTY, seq, lines))
  }

  /** Read a seat's log anew; of several readings the last that was asked for counts. */
  async read(seat: string): Promise<void> {
    if (this.table.info?.status === 'open') return
    const reading = (this.readings.get(seat) ?? 0) + 1
    this.readings.set(seat, reading)
    const page = await api.log(this.table.id, seat).catch(() => null)
    if (page && this.readings.get(seat) === reading) this.keep(seat, reread(this.books[seat] ?? EMPTY, page))
  }

  readAll(): void {
    for (const seat of this.table.seats) void this.read(seat)
  }

  async readEarlier(limit = 200): Promise<void> {
    const { seat } = this.table
    const first = this.lines[0]
    if (!first) return
    const page = await api.log(this.table.id, seat, first.seq, limit).catch(() => null)
    if (page) this.keep(seat, extended(this.books[seat] ?? EMPTY, page))
  }

  /** The lines after one step up to another, also those that are too old to be at hand. */
  async between(from: number, to: number): Promise<LogLine[]> {
    const known = this.lines[0] && this.lines[0].seq <= from
    const lines = known ? this.lines : ((await api.log(this.table.id, this.table.seat, to + 1, STEP).catch(() => null))?.lines ?? [])
    return lines.filter(({ seq }) => seq > from && seq <= to)
  }

  /** Read on towards the beginning, for whoever wants to see the whole game at once. */
  async readWhole(): Promise<void> {
    for (let page = 0; page < MOST_PAGES && this.more; page++) {
      const first = this.lines[0]
      await this.readEarlier(PAGE)
      if (this.lines[0] === first) return
    }
  }
}
