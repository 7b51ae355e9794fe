/** A seat's log as far as it is known. Lines come twice over, with steps and with pages; each is kept once. */
import type { LogLine, LogPage } from '../api/types'

/** `seq` is the newest step whose lines are in. */
export type Book = LogPage

export const EMPTY: Book = { seq: -1, lines: [], more: false }
const KEPT = 2000

/** The book after a step: its lines, unless a page brought them before. */
export function written(book: Book, seq: number, lines: readonly LogLine[]): Book {
  if (seq <= book.seq) return book
  return { ...book, seq, lines: [...book.lines, ...lines.filter((line) => line.seq > book.seq)].slice(-KEPT) }
}

/** The book read anew: the page, and what has happened since it was asked for. */
export function reread(book: Book, page: LogPage): Book {
  return { seq: Math.max(book.seq, page.seq), lines: [...page.lines, ...book.lines.filter((line) => line.seq > page.seq)], more: page.more }
}

/** The book with an earlier page in front. */
export function extended(book: Book, page: LogPage): Book {
  const first = book.lines[0]?.seq ?? Infinity
  return { ...book, lines: [...page.lines.filter((line) => line.seq < first), ...book.lines], more: page.more }
}
