import { describe, expect, it } from 'vitest'
import type { Board, State } from '../api/types'
import { Catalogue } from '../texts/catalogue'
import { fieldsoffireView, short } from './fieldsoffire'

const MESSAGES = { 'ground.hill': 'Hill', 'card.down': 'Face down', 'card_kind.staging': 'Staging Area', 'unit_state.pinned': 'pinned' }
const NAMES: Record<string, Record<string, string>> = { place: { '3': 'R0C1', '5': 'R1C1', '6': 'R2C1' }, unit: { '10': '1/1 PLT', '70': 'German LMG team 1' } }
const board = {
  game: 'fieldsoffire', seats: ['company'], names: NAMES,
  board: {
    kind: 'cards',
    terrain: { '9': { name: 'Hill', kind: 'hill', cc: 2, level: 1, burst: 1 } },
    types: {
      squad: { name: 'Squad', side: 'friendly', nation: 'us', kind: 'squad', steps: 3, front: [{ steps: 3, vof: 'S', range: 'L' }, { steps: 2, vof: 'S', range: 'C' }], back: null, platoon: 1 },
      lmg: { name: 'LMG', side: 'enemy', nation: 'german', kind: 'weapons_team', steps: 1, front: [{ vof: 'A', range: 'V' }], back: null, platoon: null },
    },
    counters: { '10': { name: '1/1 PLT', type: 'squad' }, '70': { name: 'German LMG team 1', type: 'lmg' } },
  },
} as unknown as Board
const words = new Catalogue('en', MESSAGES, (of, id) => NAMES[of]?.[String(id)])
const state = {
  turn: 2,
  cards: { '3': { kind: 'staging', terrain: 9 }, '5': { terrain: 9, hills: 1 }, '6': { contact: 'B' } },
  units: { '10': { at: 5, steps: 2, pinned: true }, '70': { at: 6, steps: 1 } },
  fires: { '70': { at: 5 } },
} as unknown as State

describe('the map of cards', () => {
  const view = fieldsoffireView(board, words)
  const scene = view.scene(state)

  it('knows the row and column of every card', () => {
    expect(view.drawing.kind === 'grid' && view.drawing.spots?.get('6')).toEqual([1, 2])
  })
  it('says what lies on a card, and what is fired at it', () => {
    const hill = scene.cards?.get('5')
    expect([hill?.title, hill?.down]).toEqual(['Hill', false])
    expect(hill?.tags.map((tag) => tag.text)).toEqual(['+2', '\u25B22', '\u2738+1', '\u23161'])
    expect(hill?.tags.at(-1)?.tone).toBe('bad')
    expect([scene.cards?.get('6')?.title, scene.cards?.get('6')?.tags[0]?.text]).toEqual(['Face down', 'B'])
    expect([scene.cards?.get('3')?.title, scene.cards?.get('3')?.down]).toEqual(['Staging Area', false])
  })
  it('prints on a counter what its side of so many steps has', () => {
    const [squad, gun] = scene.pieces
    expect([squad?.face.values, squad?.face.mark, squad?.label, squad?.seat]).toEqual(['S-C', '!', '1/1 PLT, pinned', 'company'])
    expect([gun?.face.values, gun?.face.kind, gun?.seat]).toEqual(['A-V', 'machine_gun', ''])
  })
  it('lays fire on the card it falls on, with its letter and worth, and shows where it comes from', () => {
    expect(scene.cards?.get('5')?.bursts).toMatchObject([{ letter: 'A', value: '\u22121', side: 'enemy' }])
    expect(scene.fires).toEqual([{ from: '6', to: '5', side: 'enemy', count: 1 }])
  })
  it('puts those under a cover marker together, and hangs their states below them', () => {
    const covered = view.scene({ ...state, covers: { '1': { at: 5, kind: 'foxholes', value: 1 } }, units: { '10': { at: 5, steps: 2, pinned: true, exposed: true, cover: 1 }, '70': { at: 6, unspotted: true } } } as unknown as State)
    expect(covered.cards?.get('5')?.covers).toMatchObject([{ id: '1', value: '+1', keys: ['unit:10'] }])
    expect(covered.pieces.map((piece) => piece.face.tabs?.map((tab) => tab.text))).toEqual([['PIN', 'EXP'], ['?']])
  })
  it('shortens names to what fits', () => {
    expect(['1/1 PLT', 'German LMG team 1', 'CO HQ', 'Paralyzed Team 12', 'Fire Team (grenade launcher) 1'].map(short)).toEqual(['1/1', 'LMG 1', 'CO HQ', 'Paralyze 12', 'Fire 1'])
  })
})

describe('an urban card', () => {
  const town = structuredClone(board) as unknown as { names: Record<string, Record<string, string>>; board: { terrain: Record<string, unknown> } }
  town.board.terrain['8'] = { name: 'Offices', kind: 'complex', cc: 0, level: 0, burst: 0, town: { kind: 'complex', buildings: [5, 4], storeys: true, courtyard: null, roof: null } }
  const named = new Catalogue('en', MESSAGES, (of, id) => (of === 'cover' ? 'R1C1 north street' : NAMES[of]?.[String(id)]))
  const scene = fieldsoffireView(town as unknown as Board, named).scene({
    cards: { '5': { terrain: 8 } },
    covers: { '100080': { at: 5, kind: 'street', area: 'street_n' } },
    units: { '10': { at: 5, steps: 3, cover: 100080, pinned: true } },
    markers: { '1': { kind: 'barricade', at: 5 }, '2': { kind: 'breach', at: 5, cover: 100080 }, '3': { kind: 'joined', at: 5, value: 2 }, '4': { kind: 'smoke', at: 5 } },
  } as unknown as State)

  it('tells its buildings, what closes, opens and joins them, and who is where', () => {
    expect(scene.cards?.get('5')?.tags.map((tag) => tag.text)).toEqual(['\u23025\u00B74\u2032', '\u25A4', '\u25EB\u2191', '\u21D4\u2192'])
    expect([scene.pieces[0]?.face.mark, scene.pieces[0]?.label]).toEqual(['!\u2191', '1/1 PLT, R1C1 north street, pinned'])
  })
})
