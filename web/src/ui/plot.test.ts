import { describe, expect, it } from 'vitest'
import { scale, spread, valueAt } from './plot'
import { stopAfter } from './stops'

describe('a plot', () => {
  it('has round marks that hold every value', () => {
    expect(scale([3, 27])).toEqual([0, 10, 20, 30])
    expect(scale([-4, 9])).toEqual([-5, 0, 5, 10])
    const marks = scale([0, 1234])
    expect(marks[0]).toBe(0)
    expect(marks.at(-1)).toBeGreaterThanOrEqual(1234)
    expect(marks.length).toBeLessThan(8)
  })
  it('never repeats a mark for small numbers', () => {
    expect(scale([0, 1])).toEqual([0, 1])
  })
  it('moves names apart and keeps them inside', () => {
    const at = spread([50, 50, 52, 98], 10, 0, 100)
    const sorted = [...at].sort((a, b) => a - b)
    for (let i = 1; i < sorted.length; i++) expect(sorted[i]! - sorted[i - 1]!).toBeGreaterThanOrEqual(10)
    expect(sorted.at(-1)).toBeLessThanOrEqual(100)
  })
  it('remembers the last known value', () => {
    const line = { name: '', colour: '', values: [1, null, 3, null] }
    expect([0, 1, 2, 3].map((i) => valueAt(line, i))).toEqual([1, 1, 3, 3])
  })
})

describe('a sheet', () => {
  it('goes one stop for a pull, two for a long one, none for a touch', () => {
    expect(stopAfter('peek', 60)).toBe('half')
    expect(stopAfter('peek', 400)).toBe('full')
    expect(stopAfter('full', -60)).toBe('half')
    expect(stopAfter('half', 10)).toBe('half')
    expect(stopAfter('peek', -300)).toBe('peek')
  })
})
