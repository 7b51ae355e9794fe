import { describe, expect, it } from 'vitest'
import { barsOf, coloured, gist, goodShare, groupsOf, nameOf, percent, signed, strip, sum } from './chances'
import type { Chance, Odds } from '../api/types'

const odds = (more: Partial<Odds>): Odds => ({ title: { key: 't' }, attack: { total: '1' }, defence: { total: '1' }, ...more })

describe('a share', () => {
  it('is a whole percentage, finer at the ends', () => {
    expect([0, 4000, 4049, 10_000].map((share) => percent(share))).toEqual(['0%', '40%', '40%', '100%'])
    expect([50, 9950].map((share) => percent(share))).toEqual(['0.5%', '99.5%'])
    expect(percent(50, 'it')).toBe('0,5%')
  })
  it('is never nothing or everything unless it is', () => {
    expect(percent(3)).toBe('<0.1%')
    expect(percent(9_997)).toBe('>99.9%')
  })
})

describe('bars', () => {
  it('are coloured from the worst for the defender', () => {
    const tones: Chance['tone'][] = ['good', 'good', 'good', 'even', 'bad']
    expect(coloured(tones.map((tone) => ({ key: 'x', share: 1, tone: tone! }))).map((bar) => bar.colour)).toEqual(['target', 'target2', 'hold', 'hold', 'line2'])
  })
  it('without a tone are even', () => {
    expect(coloured([{ key: 'x', share: 1 }])[0]!.colour).toBe('hold')
  })
})

describe('an alternative', () => {
  const now = odds({ column: '4-1', outcomes: [{ key: 'a', share: 6000, tone: 'good' }, { key: 'b', share: 4000, tone: 'bad' }] })
  it('says its column where that changes, else how often it goes well', () => {
    expect(gist(now, odds({ column: '5-1' }))).toBe('5-1')
    expect(gist(now, odds({ column: '4-1', outcomes: [{ key: 'a', share: 7000, tone: 'good' }] }))).toBe('70%')
    expect(goodShare(now)).toBe(6000)
  })
  it('is the same whatever its parameters have become', () => {
    expect(nameOf({ key: 'k', words: { n: 1 }, params: { a: 1 } })).toBe(nameOf({ key: 'k', words: { n: 1 }, params: { a: 2 }, active: true }))
    expect(nameOf({ key: 'k', words: { n: 1 }, params: {} })).not.toBe(nameOf({ key: 'k', words: { n: 2 }, params: {} }))
  })
})

describe('numbers', () => {
  it('show the columns around the one that counts', () => {
    const columns = ['1-3', '1-2', '1-1', '2-1', '3-1', '4-1', '5-1', '6-1', '7-1']
    expect(strip(columns, '3-1', 5)).toEqual(['1-1', '2-1', '3-1', '4-1', '5-1'])
    expect(strip(columns, '7-1', 5)).toEqual(['3-1', '4-1', '5-1', '6-1', '7-1'])
    expect(strip(columns.slice(0, 3), '1-3', 5)).toEqual(['1-3', '1-2', '1-1'])
  })
  it('are added only where all of them are added', () => {
    expect(sum([{ rule: '', key: '', amount: 1 }, { rule: '', key: '', amount: -3 }])).toBe(-2)
    expect(sum([{ rule: '', key: '', amount: 1 }, { rule: '', key: '', amount: 2, op: 'times' }])).toBeNull()
    expect(sum([{ rule: '', key: '', amount: 1, per: 2 }])).toBeNull()
  })
  it('carry a sign, the minus a real one', () => {
    expect([signed(2), signed(-2), signed(0)]).toEqual(['+2', '−2', '0'])
  })
})

describe('groups of outcomes', () => {
  const of = (...shares: number[]): Chance[] => shares.map((share) => ({ key: String(share), share }))
  it('are as many as add up to everything', () => {
    expect(groupsOf(of(4000, 6000)).map((group) => group.length)).toEqual([2])
    expect(groupsOf(of(4000, 6000, 1000, 9000)).map((group) => group.length)).toEqual([2, 2])
    expect(groupsOf([])).toEqual([])
  })
  it('do not mind that shares are rounded down', () => {
    expect(groupsOf(of(3333, 3333, 3333, 3333, 3333, 3333)).map((group) => group.length)).toEqual([3, 3])
  })
  it('colour what is grave for their side', () => {
    const both = odds({ outcomes: [{ key: 'a', share: 10_000, tone: 'good' }, { key: 'b', share: 4000, tone: 'bad' }, { key: 'c', share: 6000, tone: 'good' }] })
    expect(barsOf(both).map((bars) => bars.map((bar) => bar.colour))).toEqual([['target'], ['target', 'line2']])
    expect(goodShare(both)).toBe(10_000)
  })
})
