import { describe, expect, it } from 'vitest'
import type { Board } from '../api/types'
import { Catalogue } from '../texts/catalogue'
import { axisalliesView } from './axisallies'
import { eastfrontView } from './eastfront'

const words = new Catalogue('en', { 'box.ready': 'ready', 'box.bought': 'Bought' })

describe('the Crimea', () => {
  const board: Board = {
    game: 'eastfront', scenario: '1', options: {}, seats: ['axis', 'soviet'], names: {}, tables: {},
    board: {
      kind: 'hex', grid: { columns: [34, 37], rows: [4, 7], low: 'odd' },
      counters: { '1': { name: '73', side: 'german', front: '8-9-5', steps: 2, back: '4-5-5', rebuilt: ['back', 'range'] } },
      ships: { '1': { name: 'Molotov', side: 'soviet', kind: 'CL', front: '2-5-0-3' }, '2': { kind: 'T' }, '3': { kind: 'BB' } },
      placed: { '1': 'reconstructed' },
      calendar: [{ turn: 48, from: '1941-09-24' }, { turn: 49, from: '1941-09-26' }],
    },
  }
  const scene = (state: object) => eastfrontView(board, words).scene({ turn: 48, ...state })

  it('shows bridges and ferries on their hexside, also while they are built', () => {
    const { marks } = scene({ bridges: { '34053505': { side: 'axis', hex: 3405, to: 3505, opened: 47 }, '35053605': { side: 'axis', hex: 3505, to: 3605, ferry: true } } })
    expect(marks).toEqual([
      { kind: 'bridge', place: '3405', to: '3505', side: 'axis', unfinished: false },
      { kind: 'ferry', place: '3505', to: '3605', side: 'axis', unfinished: true },
    ])
  })
  it('keeps aircraft in their boxes and shows those that fly; what is hidden stays hidden', () => {
    const { boxes, pieces } = scene({ air: { '1': { side: 'axis', kind: 'Ju87', box: 'ready' }, '2': { side: 'soviet', kind: 'unknown', box: 'flying', hex: 3505 } } })
    expect(boxes.map((box) => [box.title, box.pieces.length])).toEqual([['Air, Axis: ready', 1]])
    expect(pieces.map((one) => [one.place, one.face.unknown])).toEqual([['3505', true]])
  })
  it('shows ships in their port or hex of the sea, others in the box of their water, and passengers with their ship', () => {
    const { boxes, pieces } = scene({
      ships: { '1': { hex: 3505, sailed: true, damage: 2 }, '2': { zone: 'crimea' }, '3': { box: 'map_t' } },
      pieces: { '1': { box: 'aboard', ship: 2, steps: 2 } },
    })
    expect(pieces.map((one) => [one.key, one.place, one.face.kind, one.face.mark, one.face.spent])).toEqual([['ship:1', '3505', 'ship_cl', '2', true]])
    expect(boxes.map((box) => [box.title.split(':')[0], box.pieces.map((one) => one.key)])).toEqual([
      ['Ships', ['ship:2']], ['Ships', ['ship:3']], ['Aboard', ['piece:1']],
    ])
  })
  it('has dates on the track and counts beside it', () => {
    const { track, facts } = scene({ weather: 'dry', tracks: { vp: 3, soviet_steps: 1 } })
    expect(track?.cells.map((cell) => [cell.top, cell.text, cell.now])).toEqual([['24 Sept', '48', true], ['26 Sept', '49', false]])
    expect(facts.map((fact) => fact.value)).toEqual(['Dry', '3', '1'])
  })
  it('marks counters whose values are our own', () => {
    const seen = (steps: number) => scene({ pieces: { '1': { hex: 3505, steps } } }).pieces[0]!
    expect(seen(2).face).toMatchObject({ values: '8-9-5', rebuilt: false, ours: ['back', 'range'] })
    expect(seen(1).face).toMatchObject({ values: '4-5-5', rebuilt: true })
    expect(seen(2).placed).toBe(true)
  })
})

describe('the world', () => {
  const place = (id: number, half: string, owner: string) => ({ id, name: { en: `City ${id}` }, kind: 'land', half, owner, victory_city: `City ${id}` })
  const board: Board = {
    game: 'axisallies', scenario: 'rulebook', options: {}, seats: ['germany', 'uk'], names: {}, tables: {},
    board: {
      kind: 'area', map: { width: 10, height: 10, unit: 1, places: { 1: { label: [1, 1, 0, 1], rings: [[0, 0, 1, 0, 1, 1]] }, 2: { label: [2, 2, 0, 1], rings: [[2, 2, 3, 2, 3, 3]] } } },
      places: [place(1, 'europe', 'germany'), place(2, 'both', 'uk')],
      powers: [{ id: 'germany', alliance: 'axis', economies: ['germany'] }, { id: 'uk', alliance: 'allies', economies: ['uk_europe', 'uk_pacific'] }],
    },
  }
  it('shows what was bought, wars and cities', () => {
    const { boxes, facts, track } = axisalliesView(board, words).scene({ round: 2, orders: { 'uk_pacific.infantry': 2 }, wars: { 'germany-uk': 0 } })
    expect(boxes.map((box) => [box.title, box.pieces.length, box.facts?.length ?? 0])).toEqual([['Bought: Uk pacific', 2, 0], ['Wars', 0, 1]])
    expect(boxes[0]!.pieces.every((one) => one.side === 'uk')).toBe(true)
    expect(facts.map((fact) => fact.value)).toEqual(['1 / 1', '0 / 1'])
    expect(track?.cells.find((cell) => cell.now)?.text).toBe('2')
  })
})
