import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Board } from '../api/types'
import { symbolOf } from '../board/symbols'
import { blocks, curve, texturesOf } from '../board/works'
import { Catalogue } from '../texts/catalogue'
import { formationTints, halves, nextwarView, shore, SYMBOLS, winding } from './nextwar'

const words = new Catalogue('en', { 'side.dprk': 'DPRK', 'side.allied': 'ROK', 'sky.storm': 'Storm', 'air_level.advantage': 'Advantage', 'field.mopup': 'Mop-up', 'box.to_come': 'To come' })
const board: Board = {
  game: 'nextwar', scenario: 'train_to_seoul', options: {}, seats: ['dprk', 'allied'], names: {}, tables: {},
  board: {
    kind: 'hex', grid: { columns: [27, 29], rows: [17, 19], low: 'odd' }, turns: 4, boxes: { '9001': 'Busan' },
    hexes: { '2817': { terrain: 'rough_woods', features: ['fort_rok', 'airbase', 'dmz'] }, '2818': { terrain: 'rough' } },
    labels: { '2817': 'N2817' },
    art: { border: [{ line: [0, 0, 1000, 0] }], channels: [], roads: [], rivers: [], coast: [] },
    counters: {
      '1': { name: 'Cap/VII', side: 'rok', seat: 'allied', kind: 'mech', formation: 'VII', steps: 2, front: '10-11-8', front_efficiency: 6, back: '5-5-8', back_efficiency: 5 },
      '2': { name: '/II', side: 'dprk', seat: 'dprk', kind: 'light', formation: 'II', steps: 1, front: '2-2-5', front_efficiency: 6, light: true },
      '3': { name: 'West', side: 'japan', seat: 'allied', kind: 'hq', steps: 1, front: '0-2-4', front_efficiency: 6 },
    },
    helicopters: { '1': { name: 'AH-64', side: 'us', steps: 2, support: [2, 1], range: 16 } },
  },
}
const view = nextwarView(board, words)

describe('Korea', () => {
  it('has a symbol for every kind of unit in the data', () => {
    const { units } = JSON.parse(readFileSync('../src/sandtable/games/nextwar/data/ground_units.json', 'utf8')) as { units: { type: string }[] }
    for (const kind of new Set([...units.map((unit) => unit.type), 'outpost'])) expect(symbolOf(SYMBOLS[kind] ?? ''), kind).toBeDefined()
  })
  it('shows the side of the counter that is up, its efficiency and its formation', () => {
    const { pieces } = view.scene({ turn: 1, units: { '1': { hex: 2817, steps: 1 }, '2': { hex: 2818, steps: 1 }, '3': { hex: 2819, steps: 1 } } })
    const face = (id: string) => pieces.find((one) => one.ref.id === id)!
    expect(face('1').face).toMatchObject({ values: '5-5-8', plate: '5', steps: [1, 2], tint: '#54807A', kind: 'mechanised' })
    expect(face('2').face).toMatchObject({ values: '2-2-5', plate: '6', light: true, tint: '#F5D5B8' })
    expect(pieces.map((one) => [one.side, one.seat])).toEqual([['rok', 'allied'], ['dprk', 'dprk'], ['jsdf', 'allied']])
  })
  it('marks what lies in a hex beside counters, all of it on one tab', () => {
    const told = new Catalogue('en', { 'mark.interdiction': 'Roads +{cost}', 'mark.gas': 'Gas', 'mark.forces': 'SF {mission}', 'mark.damage': 'Hit {level}' })
    const { marks } = nextwarView(board, told).scene({
      turn: 1, interdictions: { '2817': 2 }, chemicals: { '2817': 'dprk' }, damage: { '2818': { airbase: 1, port: 2 } },
      operations: { '1': { mission: 'raid', place: 2818 }, '2': { mission: 'recon', place: 2818, done: true } },
    })
    expect(marks).toEqual([
      { kind: 'tab', place: '2817', text: 'Roads +2 · Gas' },
      { kind: 'tab', place: '2818', text: 'SF raid · Hit 2' },
    ])
  })
  it('says what a thing adds to a fight, as it is today', () => {
    expect(view.worth?.('helicopter', 1, { helicopters: { '1': { steps: 2 } } })).toBe(2)
    expect(view.worth?.('helicopter', 1, { helicopters: { '1': { steps: 1 } } })).toBe(1)
    expect(view.worth?.('piece', 3, {})).toBe(1)
  })
  it('keeps units off the map in boxes, and helicopters under the units of their base', () => {
    const { boxes, stacks } = view.scene({ turn: 1, units: { '1': { hex: 9001, steps: 2 }, '2': { box: 'to_come', steps: 1 }, '3': { hex: 2817, steps: 1 } }, helicopters: { '1': { hex: 2817, steps: 1 } } })
    expect(boxes.map((box) => [box.title, box.pieces.length])).toEqual([['Busan', 1], ['To come: DPRK', 1]])
    expect(stacks.get('2817')!.map((one) => [one.ref.of, one.face.values])).toEqual([['piece', '0-2-4'], ['helicopter', '1-16']])
  })
  it('draws ships and beachheads, and says who controls the sea', () => {
    const sea = { ...board, board: { ...(board.board as object), boxes: { '9012': 'Yellow Sea, Inshore' }, seas: ['9012'], ships: { '6': { name: 'US Amph 1', side: 'us', kind: 'amphibious', support: 2, range: 1 } } } } as Board
    const shown = nextwarView(sea, words).scene({ turn: 1, ships: { '6': { hex: 2818 } }, seas: { '9012': 'allied' }, beachheads: { '2817': 'allied' } })
    expect(shown.pieces.map((one) => [one.ref.of, one.face.name, one.face.kind, one.face.values, one.seat])).toEqual([['ship', 'AMPH', 'flotilla', '2-1', 'allied']])
    expect(shown.boxes.map((box) => [box.title, box.facts?.[0]?.value])).toEqual([['Yellow Sea, Inshore', 'ROK']])
    expect(shown.marks).toEqual([{ kind: 'tab', place: '2817', text: words.name('field', 'beachhead') }])
    expect(nextwarView(sea, words).scene({ turn: 1, ships: { '6': { hex: 9012 } } }).boxes[0]?.facts?.[0]?.value).toBe('Contested')
  })
  it('says sides, weather and points in words', () => {
    const { facts, track, marks } = view.scene({
      turn: 2, weather: 'storm', initiative: 'dprk', air_level: 'advantage', air_side: 'allied', accounts: { dprk: { vp2: 5, air: 3 }, allied: {} }, mopups: { '2817': { side: 'dprk', number: 4 } },
    })
    expect(facts.map((fact) => fact.value)).toEqual(['Storm', 'DPRK', 'Advantage, ROK', 'DPRK 2½ · ROK 0', 'DPRK 3 · ROK 0'])
    expect(track?.cells.map((cell) => [cell.text, cell.now])).toEqual([['1', false], ['2', true], ['3', false], ['4', false]])
    expect(view.scene({ turn: 5 }).track?.cells.at(-1)).toMatchObject({ text: '4', now: true })
    expect(view.scene({ turn: 1, air_level: 'contested', air_side: 'dprk' }).facts.map((fact) => fact.value)).toContain('Contested')
    expect(marks).toEqual([{ kind: 'tab', place: '2817', text: 'Mop-up 4' }])
  })
  it('draws ground by its kind, with works and installations', () => {
    const map = view.drawing.kind === 'hex' ? view.drawing : undefined
    expect(map?.cells.get('2817')).toMatchObject({ terrain: 'rough_woods', label: 'N2817' })
    expect(map?.cells.get('2818')?.terrain).toBe('rolling')
    expect(map?.works).toMatchObject({ forts: [{ hex: '2817', side: 'allied' }], sites: [{ hex: '2817', kinds: ['airbase'] }], border: [[0, 0, 80, 0]] })
  })
})

it('gives each formation of a nation one tint', () => {
  const tints = formationTints({ a: { side: 'dprk', formation: 'X' }, b: { side: 'dprk', formation: 'XII' }, c: { side: 'dprk', formation: 'X' }, d: { side: 'us' } })
  expect(tints.size).toBe(2)
  expect(tints.get('dprk.X')).not.toBe(tints.get('dprk.XII'))
})
it('roughens a coast without leaving its hexsides far behind', () => {
  const square = [0, 0, 46, 0, 46, 46, 0, 46]
  const coast = shore(square)
  expect(coast).toHaveLength(4 * 3 * 4 * 2)
  for (const value of coast) expect(value).toBeGreaterThan(-8.1)
  for (const value of coast) expect(value).toBeLessThan(54.1)
  expect(shore(square)).toEqual(coast)
})
it('bends rivers to one hand and the other, and draws them as curves', () => {
  expect(winding([0, 0, 10, 0, 20, 0], 0.1)).toEqual([0, 0, 5, -1, 10, 0, 15, 1, 20, 0])
  expect(curve([0, 0, 6, 0])).toBe('M0.0 0.0C1.0 0.0 5.0 0.0 6.0 0.0')
})
it('textures woods on high ground twice and cities with blocks', () => {
  expect([texturesOf('highland_woods'), texturesOf('rough_woods'), texturesOf('urban'), texturesOf('marsh')]).toEqual([['woods', 'hills'], ['woods'], [], ['marsh']])
  const cell = { id: '2921', column: 29, row: 21, x: 0, y: 0, terrain: 'urban', woods: false, name: '', label: '', place: '', victory: false, rebuilt: false }
  expect(blocks(cell).match(/M/g)!.length).toBeGreaterThan(15)
})
it('writes half points', () => expect([0, 1, 2, 5].map(halves)).toEqual(['0', '½', '1', '2½']))
