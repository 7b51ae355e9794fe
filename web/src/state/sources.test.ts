import { expect, it } from 'vitest'
import type { Board } from '../api/types'
import { isRebuilt, rebuiltPieces } from './sources'

const board: Board = {
  game: 'x', scenario: 's', options: {}, seats: [], names: {}, tables: {},
  board: { counters: { '1': { front: '8-9-5', source: 'printed' }, '2': { front: '2-2-5', source: 'reconstructed' } } },
}

it('a number is marked when a piece behind it was rebuilt, and only then', () => {
  const rebuilt = rebuiltPieces(board)
  const from = (...ids: number[]) => ({ rule: '', key: 'modifier.attack', amount: 2, points: ids.map((id) => ({ of: 'piece', id })) })
  expect(isRebuilt(from(1), rebuilt)).toBe(false)
  expect(isRebuilt(from(1, 2), rebuilt)).toBe(true)
  expect(isRebuilt({ rule: '', key: 'modifier.cas', amount: -1 }, rebuilt)).toBe(false)
  expect(rebuiltPieces(null).size).toBe(0)
})
