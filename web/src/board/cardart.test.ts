import { describe, expect, it } from 'vitest'
import { CARD_HEIGHT, CARD_WIDTH, cardArt, fireArrow, middleOf, packing, UNIT } from './cardart'

describe('a terrain card', () => {
  it('is always drawn alike, and unlike another of its ground', () => {
    expect(cardArt('woods', 7, 'light')).toBe(cardArt('woods', 7, 'light'))
    expect(cardArt('woods', 7, 'light')).not.toBe(cardArt('woods', 8, 'light'))
    expect(cardArt('woods', 7, 'dark')).not.toBe(cardArt('woods', 7, 'light'))
  })
  it('has room for all that stand on it', () => {
    const room: [number, number] = [218, 167]
    for (const count of [1, 3, 9, 17, 24]) {
      const { size, across } = packing(count, room)
      const down = Math.ceil(count / across)
      expect(across * (UNIT[0] * size + 2) - 2, `${count}`).toBeLessThanOrEqual(room[0])
      expect(down * (UNIT[1] * size + 4) - 4, `${count}`).toBeLessThanOrEqual(room[1])
    }
    expect(packing(3, room).size).toBe(1)
  })
  it('shows fire both ways side by side', () => {
    const [a, b] = [middleOf([0, 1]), middleOf([0, 0])]
    const [there, back] = [fireArrow(a, b, 34), fireArrow(b, a, 34)]
    expect(a).toEqual([CARD_WIDTH / 2, CARD_HEIGHT * 1.5 + 14])
    expect([Math.round(there.turn), Math.round(back.turn)]).toEqual([-90, 90])
    expect(Math.abs(there.x - back.x)).toBe(68)
  })
})
