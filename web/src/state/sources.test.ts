import { expect, it } from 'vitest'
import type { Piece } from '../board/scene'
import { isRebuilt, rebuiltPieces } from './sources'

const piece = (id: number, face: Piece['face']): Piece => ({ key: `piece:${id}`, ref: { of: 'piece', id }, place: '', side: '', seat: '', face, label: '', row: {} })

it('a number is marked when a piece behind it shows a rebuilt value, and only then', () => {
  const rebuilt = rebuiltPieces([piece(1, { rebuilt: false, ours: ['back'] }), piece(2, { rebuilt: true }), piece(3, { rebuilt: true, unknown: true })])
  const from = (...ids: number[]) => ({ rule: '', key: 'modifier.attack', amount: 2, points: ids.map((id) => ({ of: 'piece', id })) })
  expect(isRebuilt(from(1, 3), rebuilt)).toBe(false)
  expect(isRebuilt(from(1, 2), rebuilt)).toBe(true)
  expect(isRebuilt({ rule: '', key: 'modifier.cas', amount: -1 }, rebuilt)).toBe(false)
})
