import { expect, it } from 'vitest'
import type { Entry, LogLine } from '../api/types'
import { cardsOf } from './away'
import { foughtIn } from './volleys'

const at = (id: number) => ({ of: 'place', id })
const line = (seq: number, key: string, place: number, more: Partial<Entry> = {}): LogLine => ({ seq, at: 0, entry: { key, seat: 'b', params: { place: at(place) }, ...more } as Entry })
const lines = [
  line(4, 'log.moved', 7),
  line(5, 'log.battle', 9),
  line(6, 'log.fire', 9, { rolls: [{ sides: 6, faces: [1] }] as never }),
  line(7, 'log.taken', 9),
  line(8, 'log.moved', 8),
]

it('puts battles first, with how they ended, and then what else happened somewhere', () => {
  expect(cardsOf(lines, foughtIn(lines)).map(({ kind, seq, place, entry }) => [kind, seq, place, entry.key])).toEqual([
    ['battle', 7, '9', 'log.taken'],
    ['line', 4, '7', 'log.moved'],
    ['line', 8, '8', 'log.moved'],
  ])
})

it('shows no more than a few, and nothing of what is known', () => {
  expect(cardsOf(lines, foughtIn(lines), 2)).toHaveLength(2)
  expect(cardsOf([], foughtIn(lines))).toEqual([])
})

it('tells what happened nowhere, where nothing else did', () => {
  const paid = { ...line(9, 'log.income', 0), entry: { key: 'log.income', seat: 'b', params: {} } as Entry }
  expect(cardsOf([paid], []).map(({ kind, seq, place, seat }) => [kind, seq, place, seat])).toEqual([['line', 9, '', 'b']])
  expect(cardsOf([paid, ...lines], foughtIn(lines)).some(({ entry }) => entry.key === 'log.income')).toBe(false)
})
