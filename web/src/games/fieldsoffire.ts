/** Fields of Fire: the map of terrain cards with what is printed on them, counters with their volume of fire and range. */
import type { Board, State } from '../api/types'
import type { Row } from '../api/fold'
import { emptyScene, stacked, type CardFace, type Face, type FireLine, type GridDrawing, type Piece, type Scene } from '../board/scene'
import type { Catalogue } from '../texts/catalogue'
import { isTable, type GameView } from './generic'
import { told, umpiresPart } from './telling'

interface Rating { steps?: number; vof: string; range: string }
interface TypeHint { name: string; side: string; nation: string; kind: string; steps: number; front: Rating[]; back: Rating | null; platoon: number | null }
interface TownHint { kind: string; buildings: number[]; storeys: boolean; courtyard: number | null; roof: number | null }
interface TerrainHint { name: string; kind: string; cc: number; low?: number; level: number; burst: number; potential?: number; draw?: number; edges?: Record<string, string>; town?: TownHint | null }
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
  mortar_team: 'mortar', mortar_section: 'mortar', gun: 'anti_tank', sniper: 'special_forces', squad: 'infantry', runner: 'security',
}
/** Signs for the areas of an urban card, as they stand on counters and on marks of the map. */
const AREAS: Record<string, string> = {
  street_n: '\u2191', street_e: '\u2192', street_s: '\u2193', street_w: '\u2190', courtyard: '\u25A1',
  building_1: '\u23021', building_2: '\u23022', upper_1: '\u2302\u20321', upper_2: '\u2302\u20322', roof_1: '\u25B31', roof_2: '\u25B32',
}
/** Marks of what closes, opens and joins buildings. */
const WORKS: Record<string, string> = { barricade: '\u25A4', breach: '\u25EB', joined: '\u21D4' }
/** Streets by the direction of a joined border. */
const SIDES: Record<string, string> = { '0': 'street_n', '2': 'street_e', '4': 'street_s', '6': 'street_w' }
/** Tactical controls on the cards where they lie. */
const CONTROLS: Record<string, string> = { primary: '\u2691 1', secondary: '\u2691 2', attack_position: 'AP', concentration: '\u2295', ccp: 'CCP', cop: 'COP', fpf: 'FPF', medevac: 'MED', lz_1: 'LZ 1', lz_2: 'LZ 2', lz_3: 'LZ 3' }
/** What a volume of fire is worth, by its letter. */
const VOLUMES: Record<string, number> = { S: 0, A: -1, H: -3 }
/** Markers of fire that comes from elsewhere. */
const FALLING = new Set(['incoming', 'airstrike', 'mines'])
/** How many letters a counter takes. */
const SHORT = 11

export function fieldsoffireView(board: Board, words: Catalogue): GameView {
  const hints = board.board as unknown as Hints
  const spots = new Map<string, [number, number]>()
  for (const [id, name] of Object.entries(board.names.place ?? {})) {
    const found = SPOT.exec(name)
    if (found) spots.set(id, [Number(found[2]), Number(found[1])])
  }
  const drawing: GridDrawing = { kind: 'grid', places: [...spots.keys()].map((id) => ({ id, name: words.name('place', id) })), spots }
  return { drawing, scene: (state) => scene(state), tell: (from, to, lines) => told(from, to, umpiresPart(lines)), confirms: false, plain: ['pick'] }

  function scene(state: State): Scene {
    const found = emptyScene()
    found.cards = cardsOf(state)
    for (const [id, row] of Object.entries(isTable(state.units) ? state.units : {})) {
      if (row.at) found.pieces.push(piece(id, row, areaOf(state, row.cover)))
    }
    found.stacks = stacked(found.pieces)
    found.fires = firesOf(state)
    found.facts = [
      { label: words.name('field', 'turn'), value: String(state.turn ?? 0) },
      { label: words.name('field', 'light'), value: words.name('light', String(state.light ?? '')) },
    ].filter((fact) => fact.value)
    return found
  }

  function cardsOf(state: State): Map<string, CardFace> {
    const cards = new Map<string, CardFace>()
    const under = fireOn(state)
    const works = worksOn(state)
    const volumes = volumesOn(state)
    const covers = coversOn(state)
    for (const [id, row] of Object.entries(isTable(state.cards) ? state.cards : {})) {
      const isGround = !row.kind || row.kind === 'ground'
      const terrain = isGround ? hints.terrain[String(row.terrain)] : undefined
      const tags: CardFace['tags'] = []
      if (row.contact) tags.push({ text: String(row.contact), title: words.text('card.contact', { letter: String(row.contact) }), tone: 'bad', as: 'contact' })
      if (terrain?.town) tags.push({ text: `\u2302${terrain.town.buildings.join('\u00B7')}${terrain.town.storeys ? '\u2032' : ''}`, title: words.text('card.buildings', { values: terrain.town.buildings.map((value) => `+${value}`).join(', '), storeys: terrain.town.storeys ? 1 : 0 }), as: 'cover' })
      else if (terrain) tags.push({ text: `+${terrain.cc}`, title: words.text('card.cover', { value: terrain.cc }), as: 'cover' })
      if (terrain?.potential !== undefined && !terrain.town) tags.push({ text: String(terrain.potential), title: words.text('card.potential', { value: terrain.potential }), tone: 'quiet', as: 'potential' })
      if (terrain && terrain.level + Number(row.hills ?? 0) > 0) tags.push({ text: `\u25B2${terrain.level + Number(row.hills ?? 0)}`, title: words.text('card.level', { level: terrain.level + Number(row.hills ?? 0) }), as: 'level' })
      if (terrain?.burst) tags.push({ text: `\u2738${terrain.burst > 0 ? '+' : ''}${terrain.burst}`, title: words.text('card.burst', { burst: terrain.burst }), tone: 'quiet', as: 'burst' })
      for (const [name, at] of Object.entries((state.controls ?? {}) as Record<string, number>)) if (String(at) === id && CONTROLS[name]) tags.push({ text: CONTROLS[name], title: words.name('word', name), tone: 'good', as: 'control' })
      tags.push(...(works.get(id) ?? []))
      for (const [side, count] of under.get(id) ?? []) tags.push({ text: `\u2316${count}`, title: words.text(`card.fire.${side}`, { count }), tone: side === COMPANY ? 'good' : 'bad' })
      const title = terrain ? words.name('ground', terrain.kind) : isGround ? words.text('card.down') : words.name('card_kind', String(row.kind))
      const shut = Object.entries(terrain?.edges ?? {}).filter(([side, kind]) => side.length === 1 && kind === 'dark').map(([side]) => side)
      const ground = terrain?.kind ?? (isGround ? 'down' : String(row.kind))
      cards.set(id, { title, ground, down: isGround && !terrain, tags, seed: Number(row.terrain ?? 0) || Number(id), shut, bursts: volumes.get(id) ?? [], covers: covers.get(id) ?? [] })
    }
    return cards
  }

  /** Barricades, breaches and joined buildings of urban cards. */
  function worksOn(state: State): Map<string, CardFace['tags']> {
    const found = new Map<string, CardFace['tags']>()
    for (const row of Object.values(isTable(state.markers) ? state.markers : {})) {
      const kind = String(row.kind)
      const sign = WORKS[kind]
      if (!sign) continue
      const area = kind === 'joined' ? SIDES[String(row.value)] : areaOf(state, row.cover)
      const tags = found.get(String(row.at)) ?? []
      tags.push({ text: `${sign}${AREAS[area ?? ''] ?? ''}`, title: words.text(`card.${kind}`), tone: kind === 'barricade' ? 'bad' : 'quiet', as: 'work' })
      found.set(String(row.at), tags)
    }
    return found
  }

  /** The word for the area that a number of a cover stands for; none where it is a cover marker. */
  function areaOf(state: State, cover: unknown): string | undefined {
    const row = isTable(state.covers) ? state.covers[String(cover)] : undefined
    return row?.area ? String(row.area) : undefined
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

  /** The strongest fire of each side on a card, and what falls on it from elsewhere: its letter and what it is worth. */
  function volumesOn(state: State): Map<string, NonNullable<CardFace['bursts']>> {
    const found = new Map<string, NonNullable<CardFace['bursts']>>()
    const put = (at: string, letter: string, value: number | undefined, side: string): void => {
      const title = words.text(`card.volume.${side === COMPANY ? COMPANY : 'enemy'}`, { letter, value: value ?? 0 })
      const bursts = found.get(at) ?? []
      const known = bursts.findIndex((one) => one.side === side)
      const burst = { letter, value: value === undefined || !value ? '' : `${value > 0 ? '+' : '\u2212'}${Math.abs(value)}`, side, title }
      if (known < 0) bursts.push(burst)
      else if (Number(bursts[known]!.value.replace('\u2212', '-') || 0) > (value ?? 0)) bursts[known] = burst
      found.set(at, bursts)
    }
    for (const [unit, fire] of Object.entries(isTable(state.fires) ? state.fires : {})) {
      const row = isTable(state.units) ? state.units[unit] : undefined
      const letter = (ratingOf(unit, row ?? {})?.vof ?? '').split('^')[0]!.replace('!', '') || 'S'
      put(String(fire.at), letter, VOLUMES[letter], sideOf(unit))
    }
    for (const marker of Object.values(isTable(state.markers) ? state.markers : {})) {
      if (marker.at && FALLING.has(String(marker.kind))) put(String(marker.at), '\u2739', Number(marker.value ?? 0), 'other')
    }
    return found
  }

  /** Cover markers with those who stand under them; areas of towns are told on the counters instead. */
  function coversOn(state: State): Map<string, NonNullable<CardFace['covers']>> {
    const found = new Map<string, NonNullable<CardFace['covers']>>()
    const units = isTable(state.units) ? state.units : {}
    for (const [id, cover] of Object.entries(isTable(state.covers) ? state.covers : {})) {
      if (cover.area || !cover.at) continue
      const keys = Object.entries(units).filter(([, row]) => String(row.cover ?? '') === id).map(([unit]) => `unit:${unit}`)
      const value = `${Number(cover.value) > 0 ? '+' : ''}${Number(cover.value)}`
      found.set(String(cover.at), [...(found.get(String(cover.at)) ?? []), { id, value, title: words.text('card.marker', { value }), keys }])
    }
    return found
  }

  /** Directions of fire between cards. */
  function firesOf(state: State): FireLine[] {
    const found = new Map<string, FireLine>()
    for (const [unit, fire] of Object.entries(isTable(state.fires) ? state.fires : {})) {
      const from = String((isTable(state.units) ? state.units[unit]?.at : undefined) ?? '')
      const [to, side] = [String(fire.at), sideOf(unit)]
      if (!from || from === '0' || from === to) continue
      const name = `${from}>${to}/${side}`
      found.set(name, { from, to, side, count: (found.get(name)?.count ?? 0) + 1 })
    }
    return [...found.values()]
  }

  function ratingOf(id: string, row: Row): Rating | undefined {
    const kind = typeOf(id)
    return (kind && !row.flipped ? (kind.front.find((one) => one.steps === row.steps) ?? kind.front[0]) : kind?.back) ?? undefined
  }
  function typeOf(id: string): TypeHint | undefined {
    return hints.types[hints.counters[id]?.type ?? '']
  }
  function sideOf(id: string): string {
    return typeOf(id)?.side === 'enemy' ? 'enemy' : COMPANY
  }

  function piece(id: string, row: Row, area: string | undefined): Piece {
    const kind = typeOf(id)
    const side = sideOf(id)
    const label = words.name('unit', id)
    const rating = ratingOf(id, row)
    const tabs: NonNullable<Face['tabs']> = []
    if (row.pinned) tabs.push({ text: 'PIN', tone: 'bad' })
    if (row.exposed) tabs.push({ text: 'EXP', tone: 'warn' })
    if (row.unspotted) tabs.push({ text: '?', tone: 'quiet' })
    const states = ['pinned', 'exposed', 'unspotted', 'held', 'empty', 'activated', 'acted'].filter((name) => row[name] === true).map((name) => words.text(`unit_state.${name}`))
    const face: Face = {
      name: short(hints.counters[id]?.name ?? label),
      kind: SYMBOLS[kind?.kind ?? ''] ?? 'infantry',
      values: [rating?.vof, rating?.range].filter(Boolean).join('-'),
      ...(kind && kind.steps > 1 ? { steps: [Number(row.steps ?? 0), kind.steps] as [number, number] } : {}),
      mark: `${row.pinned ? '!' : row.unspotted ? '?' : row.cover && !area ? '\u2302' : ''}${AREAS[area ?? ''] ?? ''}`,
      damaged: row.exposed === true,
      tabs,
    }
    return { key: `unit:${id}`, ref: { of: 'unit', id }, place: String(row.at), side: side === COMPANY ? 'us' : 'enemy', seat: side === COMPANY ? COMPANY : '', face, label: [label, ...(area ? [words.name('cover', String(row.cover))] : []), ...states].join(', '), row }
  }
}

/** What fits on a counter: the number and the platoon; of a team its kind and number; else the first letters. */
export function short(label: string): string {
  const squad = /^(\S+\/\S+)/.exec(label)
  const own = label.replace(/^(German|North Korean|Chinese|NVA|VC) /, '').replace(/ \(.{5,}\)/, '')
  const numbered = /^(.*?)(?: team)? (\d+)$/i.exec(own)
  if (squad?.[1] || !numbered) return (squad?.[1] ?? own).slice(0, SHORT)
  return `${numbered[1]!.slice(0, SHORT - numbered[2]!.length - 1)} ${numbered[2]}`
}
