import { expect, it } from 'vitest'
import type { Offer, State } from '../api/types'
import { headquartersOf } from './headquarters'

const state = {
  commands: { '4': { done: true, saved: 2 }, '7': {}, '11': { activated: true }, '15': { saved: 1 }, '16': {} },
  units: { '4': { at: 5 }, '7': { at: 5 }, '11': { at: 5 }, '15': { at: 6 }, '16': { box: 'removed' } },
  flow: [{ at: 'impulse.orders', ref: { is: 'impulse', hq: 7, left: 3, spent: 2 } }],
} as unknown as State

it('tells of each headquarters whose impulse it is, what is left, and who comes next', () => {
  const pick: Offer = { do: 'pick', arg: 'hq', widget: { kind: 'one', of: 'unit', options: [15] } }
  expect(headquartersOf(state, [pick]).map(({ id, state: is, left, spent }) => [id, is, left, spent])).toEqual([
    [4, 'done', 2, 0], [7, 'acting', 3, 2], [11, 'activated', 0, 0], [15, 'next', 1, 0], [16, 'gone', 0, 0],
  ])
})
