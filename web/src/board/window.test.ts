import { expect, it } from 'vitest'
import { isCovered, windowFor } from './window'

const SHOT = { k: 1, x: -500, y: -300 }

it('a window reaches beyond the screen on all sides', () => {
  expect(windowFor(SHOT, 1440, 900, 380)).toEqual({ k: 1, x: 120, y: -80, width: 2200, height: 1660 })
})

it('most of the margin lies where the map is pulled from', () => {
  const still = windowFor(SHOT, 1440, 900, 380)
  const pulled = windowFor(SHOT, 1440, 900, 380, [-1, 0])
  expect(pulled.x).toBeGreaterThan(still.x)
  expect(pulled.y).toBe(still.y)
})

it('a short pan stays inside, a long one and another zoom do not', () => {
  const window = windowFor(SHOT, 1440, 900, 380)
  expect(isCovered(window, SHOT, 1440, 900)).toBe(true)
  expect(isCovered(window, { ...SHOT, x: SHOT.x - 200 }, 1440, 900)).toBe(true)
  expect(isCovered(window, { ...SHOT, x: SHOT.x - 300 }, 1440, 900)).toBe(false)
  expect(isCovered(window, { ...SHOT, k: 1.2 }, 1440, 900)).toBe(false)
})
