import { describe, expect, it } from 'vitest'
import type { Entry, LogLine, State } from '../api/types'
import { told, umpiresPart } from './telling'

const unit = (id: number) => ({ of: 'unit', id })
const card = (id: number) => ({ of: 'place', id })
const line = (entry: Entry): LogLine => ({ seq: 5, at: 0, entry })
const own = line({ key: 'log.moved', seat: 'company', params: { unit: unit(1), card: card(20) }, points: [unit(1)] })
const contact = line({ key: 'log.contact', params: { card: card(20) }, points: [card(20)], draws: [{ why: 'draw.contact', cards: [17, 42] }] })
const placed = line({ key: 'log.enemy_placed', params: { unit: unit(70), card: card(30) }, points: [unit(70), card(30)] })
const fire = line({ key: 'log.fire_opened', params: { unit: unit(70), card: card(20) }, points: [unit(70), card(20)] })
const pin = line({ key: 'log.combat', params: { unit: unit(1), result: 'PIN', ncm: -1 }, points: [unit(1)] })
const back = line({ key: 'log.enemy_moved', params: { unit: unit(70), card: card(40) }, points: [unit(70), card(40)] })
const recovered = line({ key: 'log.recovered', params: { unit: unit(1) }, points: [unit(1)] })
const lines = [own, contact, placed, fire, pin, back, recovered]
const from = { turn: 1, units: { '1': { at: 20 } }, cards: { '20': { contact: 'C' }, '30': {} }, fires: {}, covers: {}, markers: {} } as unknown as State
const to = { turn: 1, units: { '1': { at: 20 }, '70': { at: 40 } }, cards: { '20': {}, '30': { terrain: 9 } }, fires: {}, covers: {}, markers: {} } as unknown as State
const rows = (state: State, name: string) => state[name] as Record<string, Record<string, unknown>>

describe('what the umpire does', () => {
  it('begins after what the player did, and is nothing where no enemy is met', () => {
    expect(umpiresPart(lines)).toEqual(lines.slice(1).map(({ entry }) => entry))
    expect(umpiresPart([own, line({ key: 'log.turn', params: { turn: 2 } }), line({ key: 'log.no_event' })])).toEqual([])
    expect(umpiresPart([own])).toEqual([])
  })
  const beats = told(from, to, umpiresPart(lines))
  it('is told line by line, with whom and where', () => {
    expect(beats.map((beat) => beat.keys)).toEqual([[], ['unit:70'], ['unit:70'], ['unit:1'], ['unit:70'], ['unit:1']])
    expect(beats[1]!.places).toEqual(['30'])
    expect(beats[3]!.places).toEqual(['20'])
  })
  it('shows the map as it stood after each line', () => {
    expect(beats.map((beat) => rows(beat.state, 'units')['70']?.at)).toEqual([undefined, 30, 30, 30, 40, 40])
    expect(beats.map((beat) => rows(beat.state, 'units')['1']?.pinned ?? false)).toEqual([false, false, false, true, true, false])
    expect(rows(beats[0]!.state, 'cards')['30']).toEqual({})
    expect(rows(beats[1]!.state, 'cards')['30']).toEqual({ terrain: 9 })
  })
  it('ends with the map as it is', () => expect(rows(beats.at(-1)!.state, 'units')).toEqual(rows(to, 'units')))
})
