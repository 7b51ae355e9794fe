/** Fields of Fire: the map of terrain cards with what is printed on them, counters with their volume of fire and range. */
import type { Board, State } from '../api/types'
import type { Row } from '../api/fold'
import { emptyScene, stacked, type CardFace, type Face, type GridDrawing, type Piece, type Scene } from '../board/scene'
import type { Catalogue } from '../texts/catalogue'
import { isTable, type GameView } from './generic'

interface Rating { steps?: number; vof: string; range: string }
interface TypeHint { name: string; side: string; nation: string; kind: string; steps: number; front: Rating[]; back: Rating | null; platoon: number | null }
interface TerrainHint { name: string; kind: string; cc: number; level: number; burst: number }
interface Hints {
  terrain: Record<string, TerrainHint>
  types: Record<string, TypeHint>
  counters: Record<string, { name: string; type: string }>
}

const COMPANY = 'company'
const SPOT = /^R(-?\d+)C(-?\d+)$/
/** Symbols of the kinds of unit; the others are drawn as infantry. */
const SYMBOLS: Record<string, string> = {
  higher_hq: 'headquarters', co_hq: 'headquarters', plt_hq: 'headquarters', co_staff: 'headquarters', leader: 'headquarters', fo: 'recon', weapons_team: 'machine_gun',
  mortar_team: 'mortar', mortar_section: 'mortar', gun: 'anti_tank', sniper: 'special_forces', squad: 'squad', runner: 'security',
}
/** How far along the first letters of a unit's name say which it is. */
const SHORT = 9

export function fieldsoffireView(board: Board, words: Catalogue): GameView {
  const hints = board.board as unknown as Hints
  const spots = new Map<string, [number, number]>()
  for (const [id, name] of Object.entries(board.names.place ?? {})) {
    const found = SPOT.exec(name)
    if (found) spots.set(id, [Number(found[2]), Number(found[1])])
  }
  const drawing: GridDrawing = { kind: 'grid', places: [...spots.keys()].map((id) => ({ id, name: words.name('place', id) })), spots }
  return { drawing, scene: (state) => scene(state) }

  function scene(state: State): Scene {
    const found = emptyScene()
    found.cards = cardsOf(state)
    for (const [id, row] of Object.entries(isTable(state.units) ? state.units : {})) {
      if (row.at) found.pieces.push(piece(id, row))
    }
    found.stacks = stacked(found.pieces)
    found.facts = [
      { label: words.name('field', 'turn'), value: String(state.turn ?? 0) },
      { label: words.name('field', 'light'), value: words.name('light', String(state.light ?? '')) },
    ].filter((fact) => fact.value)
    return found
  }

  function cardsOf(state: State): Map<string, CardFace> {
    const cards = new Map<string, CardFace>()
    const under = fireOn(state)
    for (const [id, row] of Object.entries(isTable(state.cards) ? state.cards : {})) {
      const isGround = !row.kind || row.kind === 'ground'
      const terrain = isGround ? hints.terrain[String(row.terrain)] : undefined
      const tags: CardFace['tags'] = []
      if (row.contact) tags.push({ text: String(row.contact), title: words.text('card.contact', { letter: String(row.contact) }), tone: 'bad' })
      if (terrain) tags.push({ text: `+${terrain.cc}`, title: words.text('card.cover', { value: terrain.cc }) })
      if (terrain && terrain.level + Number(row.hills ?? 0) > 0) tags.push({ text: `\u25B2${terrain.level + Number(row.hills ?? 0)}`, title: words.text('card.level', { level: terrain.level + Number(row.hills ?? 0) }) })
      if (terrain?.burst) tags.push({ text: `\u2738${terrain.burst}`, title: words.text('card.burst', { burst: terrain.burst }), tone: 'quiet' })
      for (const [side, count] of under.get(id) ?? []) tags.push({ text: `\u2316${count}`, title: words.text(`card.fire.${side}`, { count }), tone: side === COMPANY ? 'good' : 'bad' })
      const title = terrain ? words.name('ground', terrain.kind) : isGround ? words.text('card.down') : words.name('card_kind', String(row.kind))
      cards.set(id, { title, ground: terrain?.kind ?? String(row.kind ?? 'down'), down: isGround && !terrain, tags })
    }
    return cards
  }

  /** How many units fire at each card, by side. */
  function fireOn(state: State): Map<string, Map<string, number>> {
    const found = new Map<string, Map<string, number>>()
    for (const [unit, fire] of Object.entries(isTable(state.fires) ? state.fires : {})) {
      const at = String(fire.at)
      const sides = found.get(at) ?? new Map<string, number>()
      const side = sideOf(unit)
      found.set(at, sides.set(side, (sides.get(side) ?? 0) + 1))
    }
    return found
  }

  function typeOf(id: string): TypeHint | undefined {
    return hints.types[hints.counters[id]?.type ?? '']
  }
  function sideOf(id: string): string {
    return typeOf(id)?.side === 'enemy' ? 'enemy' : COMPANY
  }

  function piece(id: string, row: Row): Piece {
    const kind = typeOf(id)
    const side = sideOf(id)
    const label = words.name('unit', id)
    const rating = kind && !row.flipped ? (kind.front.find((one) => one.steps === row.steps) ?? kind.front[0]) : kind?.back
    const states = ['pinned', 'exposed', 'unspotted', 'held', 'empty'].filter((name) => row[name] === true).map((name) => words.text(`unit_state.${name}`))
    const face: Face = {
      name: short(label),
      kind: SYMBOLS[kind?.kind ?? ''] ?? 'infantry',
      values: [rating?.vof, rating?.range].filter(Boolean).join(' '),
      ...(kind && kind.steps > 1 ? { steps: [Number(row.steps ?? 0), kind.steps] as [number, number] } : {}),
      mark: row.pinned ? '!' : row.unspotted ? '?' : row.cover ? '\u2302' : '',
      damaged: row.exposed === true,
    }
    return { key: `unit:${id}`, ref: { of: 'unit', id }, place: String(row.at), side: side === COMPANY ? 'us' : 'dprk', seat: side === COMPANY ? COMPANY : '', face, label: [label, ...states].join(', '), row }
  }
}

/** What fits on a counter: the number and the platoon, or the first letters. */
export function short(label: string): string {
  const squad = /^(\S+\/\S+)/.exec(label)
  return (squad?.[1] ?? label.replace(/^(German|North Korean|Chinese|NVA|VC) /, '')).slice(0, SHORT)
}
