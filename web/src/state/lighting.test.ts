import { describe, expect, it } from 'vitest'
import type { Offer } from '../api/types'
import { askedFor, attempt, exact, fits, givenThings, litByOffers, picked, pointsText, total } from './lighting'

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

describe('what is given', () => {
  const offer: Offer = { do: 'move', given: { units: [23, 24], kind: 'tank', path: [23, 9] } }
  it('is of the kind that was asked for, whatever else has its number', () => {
    expect(givenThings(offer, { units: 'piece', kind: 'kind', path: '' })).toEqual([{ of: 'piece', id: 23 }, { of: 'piece', id: 24 }, { of: 'kind', id: 'tank' }])
    expect(givenThings(offer, {})).toEqual([])
    expect(givenThings(null, { units: 'piece' })).toEqual([])
  })
})

describe('several things', () => {
  const some: Offer = { do: 'move', arg: 'units', widget: { kind: 'some', of: 'piece', options: [1, 2, 3], least: 1 } }
  it('go dark where they cannot join those that are picked', () => {
    expect([...litByOffers([some], new Set(['1', '3'])).keys()]).toEqual(['piece:1', 'piece:3'])
    expect(litByOffers([some, move], new Set(['1'])).has('piece:11')).toBe(true)
  })
  it('are asked for without numbers that say nothing', () => {
    const ask = (least: number, most: number | null) => askedFor({ ...some.widget!, least, most }, 'units')
    expect(ask(1, null)).toEqual(['ask.some', { arg: 'units', least: 1 }])
    expect(ask(1, 3)).toEqual(['ask.some', { arg: 'units', least: 1 }])
    expect(ask(2, null)[0]).toBe('ask.some_least')
    expect(ask(1, 1)).toEqual(['ask.some_exactly', { arg: 'units', count: 1 }])
    expect(ask(3, 3)[0]).toBe('ask.some')
    expect(ask(0, 2)[0]).toBe('ask.some_most')
    expect(ask(1, 2)).toEqual(['ask.some_range', { arg: 'units', least: 1, most: 2 }])
  })
})

it('points that the rules count in halves are written as people write them', () => {
  expect([1, 2, 5, 8].map((cost) => pointsText(cost, 2))).toEqual(['½', '1', '2½', '4'])
  expect(pointsText(5)).toBe('5')
})
