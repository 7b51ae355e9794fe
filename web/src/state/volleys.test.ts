import { describe, expect, it } from 'vitest'
import type { LogLine } from '../api/types'
import { fallsOf, foughtIn, hitsOf } from './volleys'

const place = (id: number) => ({ of: 'place', id })
const line = (seq: number, key: string, params: object, more: object = {}): LogLine => ({ seq, at: 0, entry: { key, params, ...more } }) as LogLine
const fire = (seq: number, side: string, at: number, faces: number[], need: number): LogLine =>
  line(seq, 'log.fire', { place: place(at), side: { of: 'word', id: side }, hits: faces.filter((face) => face <= need).length }, { seat: side, rolls: [{ why: 'fire', faces, sides: 6, need }] })

describe('battles told by the log', () => {
  const told = foughtIn([
    line(1, 'log.moved', { to: place(7) }),
    line(2, 'log.battle', { place: place(7), attacker: { of: 'seat', id: 'germany' } }),
    fire(2, 'attacker', 7, [1, 4, 6], 3),
    line(2, 'log.battle', { place: place(9), attacker: { of: 'seat', id: 'germany' } }),
    fire(3, 'defender', 7, [2, 2], 2),
    line(3, 'log.lost', { place: place(7), count: 1 }),
    fire(4, 'attacker', 7, [3], 3),
    line(4, 'log.taken', { place: place(7) }),
  ])
  it('have rounds, each with the volleys of both sides', () => {
    expect(told.map((one) => [one.place, one.attacker, one.rounds.length])).toEqual([[7, 'germany', 2], [9, 'germany', 0]])
    expect(told[0]!.rounds[0]!.map((one) => one.side)).toEqual(['attack', 'defence'])
    expect(told[0]!.lines.map((one) => one.entry.key)).toEqual(['log.lost', 'log.taken'])
  })
  it('show the dice of a value with the hits first', () => {
    const [first] = told[0]!.rounds
    expect(fallsOf(first!, 'attack', 3)).toEqual({ faces: [1, 4, 6], hits: 1 })
    expect(fallsOf(first!, 'attack', 2)).toEqual({ faces: [], hits: 0 })
    expect(hitsOf(first!, 'defence')).toBe(2)
  })
})
