import { expect, it } from 'vitest'
import { fanSpot } from './fanning'

const free = [0, 0, 1000, 800] as const

it('opens below its stack where nothing is in the way', () => {
  expect(fanSpot([500, 400], 16, [200, 70], free, [])).toEqual([400, 426])
})
it('gives way to what could be picked next, wherever that lies', () => {
  const [x, y] = fanSpot([500, 400], 16, [200, 70], free, [[480, 450, 3]])
  expect(480 > x && 480 < x + 200 && 450 > y && 450 < y + 70).toBe(false)
})
it('covers the lighter of two things', () => {
  const ring = Array.from({ length: 72 }, (_, i) => [500 + 130 * Math.cos(i / 11.4), 400 + 60 * Math.sin(i / 11.4), i < 36 ? 3 : 1] as const)
  expect(fanSpot([500, 400], 16, [200, 70], free, ring)[1]).toBeLessThan(400)
})
it('stays on the screen, and never lies on its own stack where there is room', () => {
  const [x, y] = fanSpot([990, 790], 16, [200, 70], free, [])
  expect(x + 200).toBeLessThanOrEqual(1000)
  expect(y + 70).toBeLessThanOrEqual(790 - 16)
})
