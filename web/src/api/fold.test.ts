import { describe, expect, it } from 'vitest'
import { fold } from './fold'

const state = () => ({ turn: 1, pieces: { '1': { hex: 101, moved: false }, '2': { hex: 102 } }, flow: [{ at: 'turn.blue' }] })

describe('fold', () => {
  it('sets fields, puts, edits and drops rows', () => {
    const next = fold(state(), [['set', 'turn', 2], ['edit', 'pieces', 1, { hex: 103 }], ['drop', 'pieces', 2], ['put', 'pieces', 3, { hex: 104 }]])
    expect(next).toEqual({ turn: 2, pieces: { '1': { hex: 103, moved: false }, '3': { hex: 104 } }, flow: [{ at: 'turn.blue' }] })
  })
  it('leaves the old position and what did not change alone', () => {
    const before = state()
    const next = fold(before, [['edit', 'pieces', 1, { hex: 103 }]])
    expect(before.pieces['1'].hex).toBe(101)
    expect((next.pieces as typeof before.pieces)['2']).toBe(before.pieces['2'])
    expect(next.flow).toBe(before.flow)
  })
  it('edits a row of a table that was empty', () => {
    expect(fold({}, [['edit', 'score', 'blue', { points: 1 }]])).toEqual({ score: { blue: { points: 1 } } })
  })
  it('copies a table again after it was set as a whole', () => {
    const given = { '9': { hex: 1 } }
    const next = fold(state(), [['edit', 'pieces', 1, { hex: 5 }], ['set', 'pieces', given], ['put', 'pieces', 8, { hex: 2 }]])
    expect(next.pieces).toEqual({ '9': { hex: 1 }, '8': { hex: 2 } })
    expect(given).toEqual({ '9': { hex: 1 } })
  })
})
