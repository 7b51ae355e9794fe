import { describe, expect, it } from 'vitest'
import { hexDrawing, pieceHints, faceOf } from '../games/generic'
import type { Board } from '../api/types'
import { pushApart, type Chip } from './chips'
import { hexUnder, isInside, neighbourIn } from './picking'
import { HEX, hexCorners } from './hexes'
import { rimOf } from './overlay'
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

describe('any grid of hexes', () => {
  const kinds = [{ shape: 'flat', low: 'odd' }, { shape: 'flat', low: 'even' }, { shape: 'pointed', low: 'odd' }, { shape: 'pointed', low: 'even' }] as const
  /** As `HexGrid.toward` of the kernel counts them. */
  const neighbours = (shape: string, low: string, column: number, row: number): string[] => {
    const line = shape === 'flat' ? column : row
    const off = (line % 2 === 1) === (low === 'odd') ? 1 : 0
    const ways = shape === 'flat' ? [[0, -1], [1, off - 1], [1, off], [0, 1], [-1, off], [-1, off - 1]] : [[off, -1], [1, 0], [off, 1], [off - 1, 1], [-1, 0], [off - 1, -1]]
    return ways.map(([dc, dr]) => String(10_000 + (column + dc!) * 100 + row + dr!)).sort()
  }
  for (const { shape, low } of kinds)
    it(`with ${shape} hexes, ${low} lines low, and a base: neighbours touch, points are found, numbers are those printed`, () => {
      const grid = { columns: [10, 15] as [number, number], rows: [1, 6] as [number, number], shape, low, base: 10_000, prefix: 'In-' }
      const drawn = hexDrawing({ kind: 'hex', grid, hexes: { '11203': { terrain: 'woods' } } }, 'en')
      expect(drawn.cells.size).toBe(36)
      expect(drawn.cells.get('11203')).toMatchObject({ label: 'In-1203', column: 12, row: 3, terrain: 'woods' })
      const { x, y } = drawn.cells.get('11203')!
      const near = [...drawn.cells.values()].filter((cell) => Math.abs(Math.hypot(cell.x - x, cell.y - y) - HEX) < 0.01)
      expect(near.map((cell) => cell.id).sort()).toEqual(neighbours(shape, low, 12, 3))
      for (const cell of drawn.cells.values()) for (const [px, py] of hexCorners(shape, cell.x, cell.y, 0.97)) expect(hexUnder(drawn, px, py)).toBe(cell.id)
      expect(rimOf(drawn, ['11203', near[0]!.id], 3).d.match(/M/g)).toHaveLength(10)
    })
  it('of pointed hexes is left at the sides and goes on straight, and up it takes turns', () => {
    const drawn = hexDrawing({ kind: 'hex', grid: { columns: [1, 6], rows: [1, 6], shape: 'pointed' } }, 'en')
    expect(neighbourIn(drawn, '202', 0)).toBe('302')
    const up = neighbourIn(drawn, '204', -90)
    expect(drawn.cells.get(neighbourIn(drawn, up, -90))!.x).toBe(drawn.cells.get('204')!.x)
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
    const chip = (x: number): Chip => ({ key: String(x), place: String(x), side: 'uk', cells: [], cols: 1, x, y: 0, ax: x, ay: 0, w: 40, h: 15, size: 1, sites: [] })
    const chips = [chip(0), chip(5), chip(9), chip(11)]
    pushApart(chips, false)
    for (const a of chips) for (const b of chips) if (a !== b) expect(Math.abs(a.x - b.x) >= 40 || Math.abs(a.y - b.y) >= 15).toBe(true)
  })
})

describe('games without hints', () => {
  const board: Board = { game: 'x', scenario: 's', options: {}, seats: ['blue', 'red'], names: { place: { '101': 'A', '102': 'B' }, piece: { '11': 'blue 1' } }, tables: {}, board: null }
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
