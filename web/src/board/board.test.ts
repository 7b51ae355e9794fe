import { describe, expect, it } from 'vitest'
import { hexDrawing, pieceHints, faceOf } from '../games/generic'
import type { BoardData } from '../api/types'
import { pushApart, type Chip } from './chips'
import { hexUnder, isInside, neighbourIn } from './picking'
import { HEX } from './scene'
import { SILHOUETTES, symbolOf } from './symbols'

const map = hexDrawing({ kind: 'hex', grid: { columns: [1, 4], rows: [1, 4], low: 'odd' }, hexes: { '203': { terrain: 'hill', woods: true, name: { en: 'Hill', it: 'Colle' } } } }, 'it')

describe('a hex map', () => {
  it('finds the hex under every corner-near point', () => {
    for (const cell of map.cells.values())
      for (const angle of [0, 1, 2, 3, 4, 5]) {
        const [x, y] = [cell.x + Math.cos(angle) * HEX * 0.45, cell.y + Math.sin(angle) * HEX * 0.45]
        expect(hexUnder(map, x, y)).toBe(cell.id)
      }
    expect(hexUnder(map, -500, 0)).toBe('')
  })
  it('moves the cursor to the neighbour', () => {
    expect(neighbourIn(map, '202', 90)).toBe('203')
    expect(neighbourIn(map, '202', -90)).toBe('201')
    expect(['301', '302']).toContain(neighbourIn(map, '202', 0))
    expect(neighbourIn(map, '204', 90)).toBe('204')
  })
  it('goes along a line when a key is pressed again and again', () => {
    const right = neighbourIn(map, '102', 0)
    const again = neighbourIn(map, right, 0)
    expect(map.cells.get(again)!.y).toBe(map.cells.get('102')!.y)
  })
  it('reads terrain and names in the language of the reader', () => {
    expect(map.cells.get('203')).toMatchObject({ terrain: 'woods', name: 'Colle', label: '0203' })
  })
})

describe('areas', () => {
  it('know holes by the even-odd rule', () => {
    const rings = [[0, 0, 10, 0, 10, 10, 0, 10], [4, 4, 6, 4, 6, 6, 4, 6]]
    expect(isInside(rings, 2, 2)).toBe(true)
    expect(isInside(rings, 5, 5)).toBe(false)
    expect(isInside(rings, 12, 5)).toBe(false)
  })
  it('push chips apart until none overlap', () => {
    const chip = (x: number): Chip => ({ key: String(x), place: String(x), side: 'uk', cells: [], cols: 1, x, y: 0, ax: x, ay: 0, w: 40, h: 15, sites: [] })
    const chips = [chip(0), chip(5), chip(9), chip(11)]
    pushApart(chips, false)
    for (const a of chips) for (const b of chips) if (a !== b) expect(Math.abs(a.x - b.x) >= 40 || Math.abs(a.y - b.y) >= 15).toBe(true)
  })
})

describe('games without hints', () => {
  const board: BoardData = { game: 'x', scenario: 's', options: {}, seats: ['blue', 'red'], names: { place: { '101': 'A', '102': 'B' }, piece: { '11': 'blue 1' } }, board: null }
  it('are searched for rows that stand somewhere', () => {
    const state = { turn: 1, score: { blue: 0 }, pieces: { '11': { side: 'blue', hex: 101, face: 2 } } }
    expect(pieceHints(board, state)).toEqual([{ table: 'pieces', of: 'piece', at: 'hex', side: 'side' }])
  })
  it('believe the annotations of the state before the look of a row', () => {
    const told = { ...board, tables: { men: { of: 'man', fields: { lane: 'place' } } } }
    expect(pieceHints(told, { men: { '1': { lane: 101 } } })).toEqual([{ table: 'men', of: 'man', at: 'lane' }])
  })
  it('hide what is not known', () => {
    const hint = { table: 'pieces', at: 'hex', face: 'face' }
    expect(faceOf({ hex: 101 }, hint, 'blue 1').unknown).toBe(true)
    expect(faceOf({ hex: 101, face: 2 }, hint, 'blue 1')).toMatchObject({ values: '2' })
  })
})

it('every kind of the games has its drawing', () => {
  for (const kind of ['infantry', 'tank', 'assault_gun', 'super_heavy_artillery', 'naval_infantry', 'headquarters', 'anti_air']) expect(symbolOf(kind), kind).toBeDefined()
  for (const kind of ['infantry', 'mech_infantry', 'carrier', 'major_ic', 'naval_base']) expect(SILHOUETTES[kind], kind).toBeDefined()
})
