import { describe, expect, it } from 'vitest'
import { differ, seatToShow } from './seats'

describe('whose eyes', () => {
  const seats = ['axis', 'soviet']
  it('are those of the seat that is asked', () => {
    expect(seatToShow(seats, ['soviet'], '', 'axis')).toBe('soviet')
  })
  it('stay with the person at the screen where both are asked, or nobody', () => {
    expect(seatToShow(seats, ['axis', 'soviet'], '', 'soviet')).toBe('soviet')
    expect(seatToShow(seats, [], '', 'soviet')).toBe('soviet')
  })
  it('are those that were chosen, if they are ours', () => {
    expect(seatToShow(seats, ['soviet'], 'axis', 'soviet')).toBe('axis')
    expect(seatToShow(['axis'], [], 'soviet', '')).toBe('axis')
  })
  it('of a spectator are nobody’s', () => {
    expect(seatToShow([''], [], '', '')).toBe('')
  })
})

describe('a game hides something', () => {
  it('where two seats see one position differently', () => {
    expect(differ([{ seq: 3, state: { pieces: { 1: { face: 2 } } } }, { seq: 3, state: { pieces: { 1: { face: null } } } }])).toBe(true)
    expect(differ([{ seq: 3, state: { turn: 1 } }, { seq: 3, state: { turn: 1 } }])).toBe(false)
  })
  it('is not said of different positions', () => {
    expect(differ([{ seq: 3, state: { turn: 1 } }, { seq: 4, state: { turn: 2 } }])).toBe(false)
  })
})
