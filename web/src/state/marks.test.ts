import { expect, it } from 'vitest'
import type { LogLine } from '../api/types'
import { apart, marksOf, waysIn } from './marks'

const line = (seq: number, key: string, more: Partial<LogLine['entry']> = {}): LogLine => ({ seq, at: 0, entry: { key, ...more } })

it('turns and rolls become marks, each step once', () => {
  const roll = { rolls: [{ why: 'combat', faces: [5] }] }
  const { turns, fights } = marksOf([line(0, 'log.turn', { params: { turn: 48 } }), line(3, 'log.combat', roll), line(3, 'log.loss', roll), line(9, 'log.turn', { params: { turn: 49 } }), line(9, 'log.turn')])
  expect(turns.map(({ seq, entry }) => [seq, entry.params?.turn])).toEqual([[0, 48], [9, 49]])
  expect(fights).toEqual([3])
})

it('a line that points at a piece and at places tells its way', () => {
  const points = [{ of: 'piece', id: 7 }, { of: 'place', id: 3505 }, { of: 'place', id: 3504 }, { of: 'place', id: 3604 }]
  expect(waysIn([line(1, 'log.moved', { points })]).get('piece:7')).toEqual(['3505', '3504', '3604'])
  const company = { points: points.slice(1), params: { to: points[3]!, count: 2, units: [{ of: 'piece', id: 8 }, { of: 'piece', id: 9 }] } }
  expect([...waysIn([line(1, 'log.moved', company)]).keys()]).toEqual(['piece:8', 'piece:9'])
  expect(waysIn([line(1, 'log.stopped', { points: points.slice(0, 2) })]).size).toBe(0)
})

it('marks without room of their own are left out', () => {
  expect(apart([0, 3, 5, 9, 10], (one) => one, () => 5)).toEqual([0, 5, 10])
  expect(apart(['aaaa', 'b', 'c'], (one) => ['aaaa', 'b', 'c'].indexOf(one), (one) => one.length)).toEqual(['aaaa'])
})
