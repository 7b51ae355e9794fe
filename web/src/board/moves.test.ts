import { describe, expect, it } from 'vitest'
import { hexDrawing } from '../games/generic'
import { shortestWay } from './camera'
import { isOverEdge, linesOf, LONGEST, movesBetween, paceOf, PER_HEX, waysOf } from './moves'
import { emptyScene, type Piece, type Scene } from './scene'

const map = hexDrawing({ kind: 'hex', grid: { columns: [1, 9], rows: [1, 9], low: 'odd' } }, 'en')
const row = {}
const piece = (id: number, place: string, more: Partial<Piece> = {}): Piece => ({ key: `piece:${id}`, ref: { of: 'piece', id }, place, side: 'axis', seat: 'axis', face: { kind: 'infantry' }, label: '', row, ...more })
const scene = (...pieces: Piece[]): Scene => ({ ...emptyScene(), pieces })

describe('what moved', () => {
  it('is every piece that stands elsewhere, and no other', () => {
    const moves = movesBetween(scene(piece(1, '101'), piece(2, '102'), piece(4, '101')), scene(piece(1, '103'), piece(2, '102'), piece(3, '104')))
    expect(moves).toEqual([{ key: 'piece:1', side: 'axis', kind: 'infantry', from: '101', to: '103' }])
  })
  it('is drawn as one way where several went together', () => {
    const moves = movesBetween(scene(piece(1, '101'), piece(2, '101'), piece(3, '101')), scene(piece(1, '103'), piece(2, '103'), piece(3, '104')))
    expect(waysOf(moves).map(({ from, to, count }) => [from, to, count])).toEqual([['101', '103', 2], ['101', '104', 1]])
  })
})

describe('a way that is told', () => {
  const ways = (way: string[]) => waysOf(movesBetween(scene(piece(1, '101')), scene(piece(1, '103')), new Map([['piece:1', way]])))
  it('is drawn place by place, with or without its beginning', () => {
    expect(ways(['101', '102', '103'])[0]!.places).toEqual(['101', '102', '103'])
    expect(ways(['102', '103'])[0]!.places).toEqual(['101', '102', '103'])
  })
  it('is left aside where it does not end where the piece stands', () => {
    expect(ways(['101', '102'])[0]!.places).toEqual(['101', '103'])
  })
})

describe('how long it takes', () => {
  const pace = (before: Scene, after: Scene) => paceOf(map, before, after, movesBetween(before, after))
  it('grows with the hexes, up to a limit', () => {
    expect(pace(scene(piece(1, '101')), scene(piece(1, '102')))).toBe(PER_HEX)
    expect(pace(scene(piece(1, '101')), scene(piece(1, '103')))).toBe(2 * PER_HEX)
    expect(pace(scene(piece(1, '101')), scene(piece(1, '109')))).toBe(LONGEST)
  })
  it('is shorter for what only changes, and shortest for words', () => {
    const loss = pace(scene(piece(1, '101'), piece(2, '101')), scene(piece(1, '101')))
    const words = pace(scene(piece(1, '101')), scene(piece(1, '101')))
    expect(loss).toBeGreaterThan(words)
    expect(words).toBeGreaterThan(0)
  })
})

describe('looking at it', () => {
  const free = [50, 100, 1050, 900] as const
  it('leaves the map where it is while the place is in sight', () => {
    expect(shortestWay([500, 500], free)).toEqual([0, 0])
    expect(shortestWay([115, 165], free)).toEqual([0, 0])
  })
  it('moves it no further than needed', () => {
    expect(shortestWay([500, 120], free)).toEqual([0, 90])
    expect(shortestWay([2000, 500], free)).toEqual([-1060, 0])
  })
  it('takes the middle where there is little room', () => {
    expect(shortestWay([0, 0], [0, 0, 100, 100])).toEqual([50, 50])
  })
})

describe('a way over the edge of the map', () => {
  it('leaves over one edge and comes back over the other, at the same height', () => {
    expect(linesOf([[1300, 100], [1400, 100], [60, 140]], 1440)).toEqual([[[1300, 100], [1400, 100], [1440, 116]], [[0, 116], [60, 140]]])
    expect(linesOf([[60, 140], [1400, 100]], 1440)).toEqual([[[60, 140], [0, 116]], [[1440, 116], [1400, 100]]])
  })
  it('is one line anywhere else, and on maps that do not join', () => {
    expect(linesOf([[100, 0], [700, 0]], 1440)).toEqual([[[100, 0], [700, 0]]])
    expect(linesOf([[100, 0], [1400, 0]], 0)).toHaveLength(1)
    expect([isOverEdge([1400, 0], [60, 0], 1440), isOverEdge([60, 0], [1400, 0], 1440), isOverEdge([60, 0], [600, 0], 1440)]).toEqual([1, -1, 0])
  })
})
