import { expect, it } from 'vitest'
import type { Widget } from '../api/types'
import { choosable, picked, pointsText } from './lighting'
import { bandOf, dangersOf, leftText } from './ways'

const widget: Widget = { kind: 'path', of: 'place', options: [2, 3], so_far: [1], reach: { 2: { path: [2], cost: 2 }, 5: { path: [3, 5], cost: 5 } }, budget: 11, per: 2, dangers: { 5: 'zone' } }

it('a path is lit where it can end, and a click there gives the whole way', () => {
  expect(choosable(widget)).toEqual([2, 5])
  expect(picked(widget, 5)).toEqual([3, 5])
  expect(choosable({ ...widget, reach: {} })).toEqual([2, 3])
})

it('a way says what it leaves and what waits on it', () => {
  const way = { verb: 'move', places: [1, 3, 5], cost: 5, widget, dangers: dangersOf(widget, [3, 5]) }
  expect(leftText(way)).toBe('3')
  expect(leftText({ ...way, widget: { ...widget, budget: null } })).toBe('')
  expect(way.dangers).toEqual([{ place: '5', word: 'zone' }])
})

it('points are whole, halves or sixths', () => {
  expect([3, 6, 8, 7].map((cost) => pointsText(cost, 6))).toEqual(['½', '1', '1⅓', '1⅙'])
})

it('what is farther falls into a farther band', () => {
  expect([1, 3, 6, 10, 40].map((cost) => bandOf(cost, 10))).toEqual([0, 0, 2, 3, 3])
})
