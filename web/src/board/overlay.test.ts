import { describe, expect, it } from 'vitest'
import { hexDrawing } from '../games/generic'
import { bandsOf, costText, drawnOf, rimOf } from './overlay'

const SEATS = ['axis', 'soviet']

describe('an overlay', () => {
  it('of zones hatches each side in its own direction, and places of both twice', () => {
    const { hatches } = drawnOf('zoc', { places: { '101': 'axis', '102': 'axis+soviet', '103': 'both' } }, SEATS)
    expect(hatches).toEqual([{ side: 'axis', turn: 45, places: ['101', '102', '103'] }, { side: 'soviet', turn: 135, places: ['102', '103'] }])
  })
  it('of supply slashes what is cut and keeps sources and lines', () => {
    const drawn = drawnOf('supply', { places: { '101': 'cut', '102': 'general', '103': 0, '104': 3 }, lines: [['101', '102']], sources: ['102'] }, SEATS)
    expect(drawn.cuts).toEqual(['101', '103'])
    expect(drawn.sound).toEqual(['102'])
    expect(drawn.tags).toEqual([{ place: '104', text: '3', dots: 0 }])
    expect([drawn.lines, drawn.sources]).toEqual([[['101', '102']], ['102']])
  })
  it('of reach has bands by cost, the nearest strongest, and every cost as a number', () => {
    const places = Object.fromEntries([0, 1, 2, 3, 4, 5, 6, 7].map((cost) => [String(100 + cost), cost]))
    const bands = bandsOf(places)
    expect(bands.map(({ from, to }) => [from, to])).toEqual([[0, 1], [2, 3], [4, 5], [6, 7]])
    expect(bands.map((band) => band.strength)).toEqual([...bands.map((band) => band.strength)].sort((a, b) => b - a))
    expect(drawnOf('reach', { places }, SEATS).tags.map((tag) => tag.text)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7'])
  })
  it('of reach reads halves', () => {
    const drawn = drawnOf('reach', { places: { '101': '1', '102': '5/2', '103': '1/2' } }, SEATS)
    expect(drawn.tags.map((tag) => tag.text)).toEqual(['1', '2½', '½'])
    expect(drawn.bands.flatMap((band) => band.places).sort()).toEqual(['101', '102', '103'])
    expect(costText('far')).toBe('far')
  })
  it('of threat counts in numbers and dots', () => {
    expect(drawnOf('threat', { places: { '101': 2, '102': 9 } }, SEATS).tags).toEqual([{ place: '101', text: '2', dots: 2 }, { place: '102', text: '9', dots: 5 }])
  })
  it('of control gives each side another dash', () => {
    expect(drawnOf('control', { places: { '101': 'axis', '102': 'soviet' } }, SEATS).rims.map((rim) => [rim.side, rim.dash])).toEqual([['axis', 0], ['soviet', 1]])
  })
})

describe('the rim of a group of hexes', () => {
  const map = hexDrawing({ kind: 'hex', grid: { columns: [1, 5], rows: [1, 5], low: 'odd' } }, 'en')
  it('runs along the sides that lead out', () => {
    expect(rimOf(map, ['303'], 3).d.match(/M/g)).toHaveLength(6)
    const pair = rimOf(map, ['303', '304'], 3)
    expect(pair.d.match(/M/g)).toHaveLength(10)
    expect(pair.border).toEqual(['303', '304'])
  })
  it('leaves out what lies inside', () => {
    expect(rimOf(map, [...map.cells.keys()], 3).border).not.toContain('303')
  })
})
