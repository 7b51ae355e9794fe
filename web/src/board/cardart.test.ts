import { describe, expect, it } from 'vitest'
import { CARD_HEIGHT, CARD_WIDTH, cardArt, fireArrow, heightOf, middleOf, packing, UNIT } from './cardart'

describe('a terrain card', () => {
  it('is always drawn alike, and unlike another of its ground', () => {
    expect(cardArt('woods', 7, 'light')).toBe(cardArt('woods', 7, 'light'))
    expect(cardArt('woods', 7, 'light')).not.toBe(cardArt('woods', 8, 'light'))
    expect(cardArt('woods', 7, 'dark')).not.toBe(cardArt('woods', 7, 'light'))
  })
  it('has room for all that stand on it, under cover or not', () => {
    const room: [number, number] = [218, 167]
    const free = (count: number) => [{ count, tray: false }]
    expect([1, 3, 6].map((count) => packing(free(count), room).size)).toEqual([1, 1, 1])
    for (const clusters of [free(9), free(17), free(24), [...free(4), { count: 1, tray: true }], [...free(7), { count: 2, tray: true }, { count: 0, tray: true }]]) {
      const { size, across } = packing(clusters, room)
      expect(across * (UNIT[0] * size + 2) - 2).toBeLessThanOrEqual(room[0])
      expect(heightOf(clusters, size, room[0])).toBeLessThanOrEqual(room[1])
    }
  })
  it('shows fire both ways side by side', () => {
    const [a, b] = [middleOf([0, 1]), middleOf([0, 0])]
    const [there, back] = [fireArrow(a, b, 34), fireArrow(b, a, 34)]
    expect(a).toEqual([CARD_WIDTH / 2, CARD_HEIGHT * 1.5 + 14])
    expect([Math.round(there.turn), Math.round(back.turn)]).toEqual([-90, 90])
    expect(Math.abs(there.x - back.x)).toBe(68)
  })
})
