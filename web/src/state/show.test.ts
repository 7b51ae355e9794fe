import { expect, it } from 'vitest'
import { paceOf, SPEEDS } from './show.svelte'

it('gives cards the most time, and divides it by the speed', () => {
  const [cards, move, words] = [{ draws: [{ why: 'draw.hit', cards: [3] }], moves: [] }, { draws: [], moves: [{ key: 'unit:1', side: 'us', kind: '', from: '1', to: '2' }] }, { draws: [], moves: [] }]
  expect([cards, move, words].map((beat) => paceOf(beat, 1))).toEqual([2400, 1600, 1200])
  expect(SPEEDS.map((speed) => paceOf(cards, speed))).toEqual([2400, 1200, 600, 300])
})
