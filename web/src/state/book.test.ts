import { expect, it } from 'vitest'
import type { LogLine } from '../api/types'
import { EMPTY, extended, reread, written } from './book'

const line = (seq: number, key = `log.${seq}`): LogLine => ({ seq, at: 0, entry: { key } })
const seqs = (lines: readonly LogLine[]): number[] => lines.map((one) => one.seq)

it('keeps the lines of a step that came while a page was on its way', () => {
  const book = written(EMPTY, 3, [line(3)])
  expect(seqs(reread(book, { seq: 2, lines: [line(1), line(2)], more: false }).lines)).toEqual([1, 2, 3])
})

it('writes no line twice that a page brought first', () => {
  const book = reread(EMPTY, { seq: 3, lines: [line(2), line(3)], more: true })
  expect(seqs(written(book, 3, [line(3)]).lines)).toEqual([2, 3])
  expect(seqs(written(book, 4, [line(3), line(4)]).lines)).toEqual([2, 3, 4])
})

it('loses what was taken back once it is read anew', () => {
  const book = written(reread(EMPTY, { seq: 2, lines: [line(1), line(2)], more: false }), 4, [line(4)])
  expect(seqs(reread(book, { seq: 3, lines: [line(1)], more: false }).lines)).toEqual([1, 4])
})

it('puts an earlier page in front', () => {
  const book = reread(EMPTY, { seq: 9, lines: [line(8), line(9)], more: true })
  const all = extended(book, { seq: 9, lines: [line(7), line(8)], more: false })
  expect(seqs(all.lines)).toEqual([7, 8, 9])
  expect(all.more).toBe(false)
})
