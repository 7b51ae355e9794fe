import { expect, it } from 'vitest'
import { takenBy } from './composition.svelte'

const none = () => ''
const strikers = { arg: 'strikers', of: 'air', options: [1, 2, 3], most: 2 }
const weasels = { arg: 'weasels', of: 'air', options: [3, 4], most: 1 }

it('gives an argument what it can take, and no more than that', () => {
  expect(takenBy(strikers, ['air:2', 'air:1', 'air:3'], none)).toEqual([1, 2])
  expect(takenBy(strikers, ['air:4'], none)).toEqual([])
})
it('knows things by their kind, not by their number alone', () => {
  expect(takenBy(strikers, ['helicopter:1', 'air:2'], none)).toEqual([2])
})
it('keeps what is usually sent for something else for that', () => {
  const usual = (_: string, id: number | string) => (id === 3 ? 'weasels' : '')
  expect(takenBy(strikers, ['air:1', 'air:3'], usual)).toEqual([1])
  expect(takenBy(weasels, ['air:3'], usual)).toEqual([3])
  // Where nobody else goes, it goes itself.
  expect(takenBy(strikers, ['air:3'], usual)).toEqual([3])
})
