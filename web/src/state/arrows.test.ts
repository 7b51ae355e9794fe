import { expect, it } from 'vitest'
import type { PlanStep } from '../api/types'
import { emptyScene, type Piece } from '../board/scene'
import { arrowsOf, linked } from './arrows'

const piece = (id: number, kind: string, place: string): Piece => ({ key: `piece:${id}`, ref: { of: 'piece', id }, place, side: 'a', seat: 'a', face: { kind }, label: kind, row: {} })
const start = { ...emptyScene(), pieces: [piece(1, 'infantry', '10'), piece(2, 'infantry', '10'), piece(3, 'tank', '11'), piece(8, 'transport', '20')] }
const steps: PlanStep[] = [
  { seq: 1, action: { do: 'move', units: [3], path: [12, 13] } },
  { seq: 2, action: { do: 'load', unit: 1, ship: 8, zone: 20 } },
  { seq: 3, action: { do: 'load', unit: 2, ship: 8, zone: 20 } },
  { seq: 4, action: { do: 'move', units: [8], path: [21] } },
  { seq: 5, action: { do: 'unload', units: [1, 2], to: 30 } },
  { seq: 6, action: { do: 'engage', zone: 20, answer: 'no' } },
]

it('draws one arrow for all that go the same way, from where they stood before', () => {
  const arrows = arrowsOf(steps, start)
  expect(arrows.map(({ key, places }) => [key, places])).toEqual([
    ['11>13', ['11', '12', '13']],
    ['10>20', ['10', '20']],
    ['20>21', ['20', '21']],
    ['20>30', ['20', '30']],
  ])
  expect(arrows[1]!.kinds).toEqual([['infantry', 2]])
})

it('takes cargo back with its ship, and leaves alone what has nothing to do with it', () => {
  const arrows = arrowsOf(steps, start)
  expect(linked(steps, arrows[3]!).map(({ seq }) => seq)).toEqual([2, 3, 4, 5])
  expect(linked(steps, arrows[0]!).map(({ seq }) => seq)).toEqual([1])
})
