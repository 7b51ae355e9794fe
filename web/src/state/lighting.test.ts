import { describe, expect, it } from 'vitest'
import type { Offer } from '../api/types'
import { attempt, exact, fits, litByOffers, picked, total } from './lighting'

const move: Offer = { do: 'move', arg: 'unit', widget: { kind: 'one', of: 'piece', options: [11, 12] } }
const fire: Offer = { do: 'fire', arg: 'unit', widget: { kind: 'one', of: 'piece', options: [12] } }
const walk: Offer = { do: 'move', given: { unit: 11 }, arg: 'path', widget: { kind: 'path', of: 'place', options: [103, 104], costs: { '103': 1, '104': 2 }, so_far: [101, 102], may_stop: true } }

describe('litByOffers', () => {
  it('says which verbs a thing could begin', () => {
    const lit = litByOffers([move, fire, { do: 'done' }])
    expect(lit.get('piece:11')).toEqual([move])
    expect(lit.get('piece:12')).toEqual([move, fire])
    expect(lit.size).toBe(2)
  })
})

describe('picked', () => {
  it('keeps the id as the server wrote it', () => {
    expect(picked(move.widget!, '11')).toBe(11)
    expect(exact(move.widget!, '13')).toBeUndefined()
  })
  it('lets a path grow without its start', () => {
    expect(picked(walk.widget!, '104')).toEqual([102, 104])
    expect(picked(walk.widget!, 999)).toBeUndefined()
  })
})

describe('attempt', () => {
  it('tries what is not lit with everything given so far', () => {
    expect(attempt(walk, '200')).toEqual({ do: 'move', unit: 11, path: [102, 200] })
    expect(attempt(move, '99')).toEqual({ do: 'move', unit: 99 })
  })
  it('adds to a selection and asks for one of a kind', () => {
    expect(attempt({ do: 'hit', arg: 'units', widget: { kind: 'some', of: 'piece', options: [1, 2] } }, '3', [1])).toEqual({ do: 'hit', units: [1, 3] })
    expect(attempt({ do: 'buy', arg: 'kinds', widget: { kind: 'amounts', of: 'kind', limits: { tank: 3 } } }, 'fort')).toEqual({ do: 'buy', kinds: { fort: 1 } })
  })
  it('leaves words alone where ids are words', () => {
    expect(attempt({ do: 'go', arg: 'to', widget: { kind: 'one', of: 'place', options: ['7', 'north'] } }, '8')).toEqual({ do: 'go', to: '8' })
  })
})

describe('amounts', () => {
  const widget = { kind: 'amounts' as const, of: 'kind', limits: { infantry: 10, tank: 2 }, weights: { infantry: 3, tank: 6 }, most: 12 }
  it('weighs what is bought', () => {
    expect(total(widget, { infantry: 2, tank: 1 })).toBe(12)
  })
  it('lets in what fits the budget and the limit', () => {
    expect(fits(widget, { infantry: 2 }, 'tank')).toBe(true)
    expect(fits(widget, { infantry: 3 }, 'tank')).toBe(false)
    expect(fits({ ...widget, most: null }, { tank: 2 }, 'tank')).toBe(false)
  })
})
