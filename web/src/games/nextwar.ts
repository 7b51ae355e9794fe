/** Next War: Korea: ground by its kind, a border and works, counters with their efficiency and formation, and what the tracks say. */
import type { Board, Id, State } from '../api/types'
import type { Row } from '../api/fold'
import { HEX } from '../board/hexes'
import { emptyScene, stacked, type Face, type HexDrawing, type Piece, type Scene } from '../board/scene'
import type { Catalogue } from '../texts/catalogue'
import { hexDrawing, isTable, type CounterHint, type GameView, type HexHints } from './generic'

interface KoreaCounter extends CounterHint { seat?: string; formation?: string; front_efficiency?: number; back_efficiency?: number; light?: boolean }
interface HelicopterHint { name: string; side: string; steps: number; support: number[]; range: number }
interface ShipHint { name: string; side: string; kind: string; support: number; range: number }
interface KoreaHints extends Omit<HexHints, 'counters'> {
  hexes?: Record<string, NonNullable<HexHints['hexes']>[string] & { features?: string[] }>
  labels?: Record<string, string>
  art?: HexHints['art'] & { channels?: { line: number[] }[]; border?: { line: number[] }[] }
  counters?: Record<string, KoreaCounter>
  helicopters?: Record<string, HelicopterHint>
  ships?: Record<string, ShipHint>
  /** What air units add to a ground combat, in halves of a point, whole and hurt. */
  wings?: Record<string, [number, number]>
  boxes?: Record<string, string>
  /** The boxes of the sea: who controls them is written on them. */
  seas?: string[]
  turns?: number
  card?: { at: string; pieces: [hex: string, side: string][] }
}

const DPRK = 'dprk'
const SEATS: Record<string, string> = { dprk: DPRK, prc: DPRK }
/** Nations whose palette has another name, because another game's nation has theirs. */
const PALETTES: Record<string, string> = { japan: 'jsdf' }
const CONTESTED = 'contested'
const FIRST_BOX = 9000
const BOXES = ['to_place', 'to_come', 'pool', 'eliminated', 'surrendered']
const SITES = ['airbase', 'airfield', 'port', 'chem_site', 'nuclear_site']
/** What is written on the counters of ships. */
const SHIPS: Record<string, string> = { carrier: 'CVBG', surface: 'SAG', amphibious: 'AMPH' }
const FORTS: Record<string, string> = { fort_rok: 'allied', fort_dprk: DPRK }
const GROUND: Record<string, string> = { flat: 'open', rough: 'rolling', highland: 'hills' }
/** The symbol of every kind of unit. */
export const SYMBOLS: Record<string, string> = {
  inf: 'infantry', light: 'infantry', motor: 'motorised', mech: 'mechanised', heavy: 'heavy', stryker: 'wheeled', armor: 'armour', recon: 'armoured_recon',
  marine: 'naval_infantry', mech_marine: 'mechanised_marine', amphibious_mech: 'mechanised_marine', amphibious_armor: 'armour', airborne: 'airborne',
  airmobile: 'airmobile', airmobile_light: 'airmobile', rg: 'red_guard', pmtu: 'training', artillery: 'artillery', hq: 'headquarters', outpost: 'outpost', supply: 'supply',
}

/** Tints of the symbol's box by formation, so that the same tint is the same headquarters. */
const TINTS: Record<string, string> = {
  'dprk.II': '#F5D5B8', 'dprk.IV': '#EBDDB6', 'dprk.V': '#E3CFC6', 'dprk.815': '#E6D3DA', 'dprk.820': '#D8D6C0', 'dprk.620': '#D3D6CB',
  'rok.I': '#587A97', 'rok.VII': '#54807A', 'rok.VI': '#78709A', 'rok.CAP': '#7C7A52', 'rok.CDC': '#6F6F6F', 'rok.JFC': '#6F6F6F',
  'rok.II': '#6C7F5C', 'rok.V': '#8A6C62', 'rok.3A': '#6B6F77',
}
const SPARE: Record<string, string[]> = {
  dprk: ['#F3DDC0', '#E9DFCB', '#EACFB4', '#DFD9B8', '#E8D0CC', '#D9DCC8'],
  prc: ['#F2E0A8', '#EBDDC0'],
  rok: ['#5C8290', '#6E7F93', '#7B7686', '#66806E', '#857A5E', '#5F7486'],
  us: ['#738552', '#5F7F6A', '#82794A', '#6B7A7A'],
}

/** Formations in the order in which they are met take the tints that the guide gives, then spare ones. */
export function formationTints(counters: Record<string, KoreaCounter>): Map<string, string> {
  const found = new Map<string, string>()
  const used: Record<string, number> = {}
  for (const { side = '', formation } of Object.values(counters)) {
    const key = `${side}.${formation}`
    if (!formation || found.has(key)) continue
    const spare = SPARE[side]
    const tint = TINTS[key] ?? spare?.[(used[side] = (used[side] ?? -1) + 1) % spare.length]
    if (tint) found.set(key, tint)
  }
  return found
}

const ROUGH = 0.34
/** The outline of hexes as a coast: each side gets two displaced thirds, then corners are cut twice. Land and sea stay true to the hex. */
export function shore(ring: number[]): number[] {
  let points: [number, number][] = []
  const n = ring.length / 2
  for (let i = 0; i < n; i++) {
    const [x, y] = [ring[2 * i]!, ring[2 * i + 1]!]
    const [z, w] = [ring[2 * ((i + 1) % n)]!, ring[2 * ((i + 1) % n) + 1]!]
    const noise = Math.abs(Math.sin(x * 12.9898 + y * 78.233 + z * 3.17 + w * 11.1) * 43758.5453) % 1
    const [k, m] = [(noise - 0.5) * ROUGH, (((noise * 7919) % 1) - 0.5) * ROUGH]
    points.push([x, y], [x + (z - x) / 3 - (w - y) * k, y + (w - y) / 3 + (z - x) * k], [x + ((z - x) * 2) / 3 - (w - y) * m, y + ((w - y) * 2) / 3 + (z - x) * m])
  }
  for (let round = 0; round < 2; round++)
    points = points.flatMap(([x, y], i) => {
      const [z, w] = points[(i + 1) % points.length]!
      return [[x * 0.75 + z * 0.25, y * 0.75 + w * 0.25], [x * 0.25 + z * 0.75, y * 0.25 + w * 0.75]] as [number, number][]
    })
  return points.flat()
}

/** A line along hexsides with a bend between each two corners, now to one hand, now to the other. */
export function winding(line: number[], wave: number): number[] {
  const found: number[] = []
  for (let i = 0; i < line.length; i += 2) {
    const [x, y, z, w] = [line[i]!, line[i + 1]!, line[i + 2], line[i + 3]]
    found.push(x, y)
    if (z === undefined || w === undefined) continue
    const q = wave * (i % 4 ? 1 : -1)
    found.push((x + z) / 2 - (w - y) * q, (y + w) / 2 + (z - x) * q)
  }
  return found
}

function koreaDrawing(hints: KoreaHints, lang: string): HexDrawing {
  const drawing = hexDrawing(hints as HexHints, lang)
  const scale = (line: number[]): number[] => line.map((v) => (v * HEX) / 1000)
  const forts: { hex: string; side: string }[] = []
  const sites: { hex: string; kinds: string[] }[] = []
  for (const [id, fact] of Object.entries(hints.hexes ?? {})) {
    const hex = String(Number(id))
    const cell = drawing.cells.get(hex)
    if (!cell) continue
    cell.terrain = GROUND[fact.terrain ?? ''] ?? fact.terrain ?? 'open'
    cell.label = hints.labels?.[id] ?? cell.label
    for (const feature of fact.features ?? []) if (FORTS[feature]) forts.push({ hex, side: FORTS[feature] })
    const kinds = SITES.filter((kind) => fact.features?.includes(kind))
    if (kinds.length) sites.push({ hex, kinds })
  }
  return {
    ...drawing,
    coast: drawing.coast.map(shore),
    rivers: drawing.rivers.map((line) => winding(line, 0.1)),
    works: {
      border: (hints.art?.border ?? []).map(({ line }) => scale(line)),
      channels: (hints.art?.channels ?? []).map(({ line }) => winding(scale(line), 0.06)),
      forts, sites, card: hints.card,
    },
  }
}

export function nextwarView(board: Board, words: Catalogue): GameView {
  const hints = board.board as KoreaHints
  const counters = hints.counters ?? {}
  const tints = formationTints(counters)
  const seatOf = (side: string): string => SEATS[side] ?? 'allied'
  const side = (id: unknown): string => (id ? words.name('side', String(id)) : '')

  function faceOf(row: Row, printed: KoreaCounter, label: string): Face {
    const full = printed.steps ?? 1
    const steps = Number(row.steps ?? full)
    const reduced = printed.back !== undefined && (steps < full || row.grounded === true || row.mobile === true)
    const efficiency = reduced ? printed.back_efficiency : printed.front_efficiency
    return {
      name: printed.name ?? label,
      kind: SYMBOLS[printed.kind ?? ''] ?? '',
      size: printed.size ?? '',
      stack: printed.stack === undefined ? '' : String(printed.stack),
      values: (reduced ? printed.back : printed.front) ?? '',
      steps: [steps, full],
      plate: efficiency === undefined ? '' : String(efficiency),
      tint: tints.get(`${printed.side}.${printed.formation}`),
      light: printed.light === true,
      mark: row.isolated === true ? '✕✕' : row.unsupplied === true ? '✕' : undefined,
      spent: row.moved === true || row.fought === true,
    }
  }

  function unit(id: string, row: Row): Piece {
    const printed = counters[id] ?? {}
    const nation = printed.side ?? ''
    const label = words.name('piece', id)
    const face = faceOf(row, printed, label)
    const steps = (printed.steps ?? 1) > 1 ? `, ${face.steps![0]}/${printed.steps}` : ''
    return {
      key: `piece:${id}`, ref: { of: 'piece', id }, place: String(row.hex ?? 0), side: PALETTES[nation] ?? nation, seat: printed.seat ?? seatOf(nation), face, row,
      label: `${label}, ${face.values}, ${words.name('field', 'efficiency')} ${face.plate}${steps}`,
    }
  }

  function helicopter(id: string, row: Row): Piece {
    const printed = hints.helicopters?.[id]
    const nation = printed?.side ?? ''
    const full = printed?.steps ?? 1
    const steps = Number(row.steps ?? full)
    return {
      key: `helicopter:${id}`, ref: { of: 'helicopter', id }, place: String(row.hex ?? 0), side: PALETTES[nation] ?? nation, seat: seatOf(nation), row,
      face: { name: printed?.name ?? '', kind: 'helicopter', values: `${printed?.support[full - steps] ?? 0}-${printed?.range ?? 0}`, steps: [steps, full], spent: row.flew === true },
      label: words.name('helicopter', id),
    }
  }

  function ship(id: string, row: Row): Piece {
    const printed = hints.ships?.[id]
    const nation = printed?.side ?? ''
    return {
      key: `ship:${id}`, ref: { of: 'ship', id }, place: String(row.hex ?? 0), side: PALETTES[nation] ?? nation, seat: seatOf(nation), row,
      face: { name: SHIPS[printed?.kind ?? ''] ?? '', kind: 'flotilla', values: `${printed?.support ?? 0}-${printed?.range ?? 0}`, spent: row.moved === true || row.fired === true },
      label: words.name('ship', id),
    }
  }

  /** Who controls a box of the sea; contested where nobody does. */
  function control(state: State, box: string): { label: string; value: string }[] {
    if (!hints.seas?.includes(box)) return []
    const holder = ((state.seas ?? {}) as Record<string, unknown>)[box]
    return [{ label: words.name('field', 'control'), value: holder ? side(holder) : words.name('air_level', CONTESTED) }]
  }

  function scene(state: State): Scene {
    const found = emptyScene()
    const beside = new Map<string, Piece[]>()
    const put = (box: string, one: Piece): void => void beside.set(box, [...(beside.get(box) ?? []), one])
    for (const [table, made] of [['units', unit], ['helicopters', helicopter], ['ships', ship]] as const) {
      const rows = state[table]
      for (const [id, row] of Object.entries(isTable(rows) ? rows : {})) {
        const place = Number(row.hex ?? 0)
        if (place > FIRST_BOX) put(String(place), made(id, row))
        else if (place) found.pieces.push(made(id, row))
        else if (BOXES.includes(String(row.box))) put(String(row.box), made(id, row))
      }
    }
    // The strongest lie on top, staffs and helicopters below, as players stack them.
    found.pieces.sort((a, b) => weight(b) - weight(a))
    found.stacks = stacked(found.pieces)
    const sails = isTable(state.ships) && Object.keys(state.ships).length > 0
    for (const [id, label] of Object.entries(hints.boxes ?? {})) {
      const written = sails ? control(state, id) : []
      if (beside.has(id) || written.length) found.boxes.push({ title: label, pieces: beside.get(id) ?? [], ...(written.length ? { facts: written } : {}) })
    }
    for (const name of BOXES)
      for (const seat of board.seats) {
        const pieces = (beside.get(name) ?? []).filter((one) => one.seat === seat)
        if (pieces.length) found.boxes.push({ title: `${words.name('box', name)}: ${side(seat)}`, pieces })
      }
    for (const [place, texts] of tabs(state)) found.marks.push({ kind: 'tab', place, text: texts.join(' · ') })
    const last = hints.turns ?? Number(state.turn ?? 1)
    // After the last turn the record stands on one more.
    const turn = Math.min(Number(state.turn ?? 1), last)
    const from = Math.max(1, Math.min(turn - 1, last - 3))
    found.track = {
      cells: Array.from({ length: Math.min(4, last - from + 1) }, (_, i) => ({ top: i ? '' : words.name('field', 'turn'), text: String(from + i), now: from + i === turn })),
    }
    found.facts = facts(state)
    return found
  }

  /** What lies in a hex beside counters: markers of mop-up, beachheads, interdiction, gas, special forces, hits and targets. */
  function tabs(state: State): Map<string, string[]> {
    const found = new Map<string, string[]>()
    const put = (place: string, text: string): void => void found.set(place, [...(found.get(place) ?? []), text])
    const table = (name: string): Record<string, Row> => (isTable(state[name]) ? state[name] : {})
    const plain = (name: string): [string, unknown][] => Object.entries((state[name] ?? {}) as Record<string, unknown>)
    for (const [place, marker] of Object.entries(table('mopups'))) put(place, `${words.name('field', 'mopup')} ${marker.number}`)
    for (const [place] of plain('beachheads')) put(place, words.name('field', 'beachhead'))
    for (const [place, cost] of plain('interdictions')) put(place, words.text('mark.interdiction', { cost: Number(cost) }))
    for (const [place] of plain('chemicals')) put(place, words.text('mark.gas'))
    for (const operation of Object.values(table('operations')))
      if (operation.place && operation.done !== true) put(String(operation.place), words.text('mark.forces', { mission: String(operation.mission) }))
    for (const [name, key] of [['damage', 'mark.damage'], ['targeted', 'mark.targeted']] as const)
      for (const [place, row] of Object.entries(table(name))) {
        const level = Math.max(0, ...SITES.map((site) => Math.abs(Number(row[site] ?? 0))))
        if (level) put(place, words.text(key, { level }))
      }
    return found
  }

  function facts(state: State): Scene['facts'] {
    const found: Scene['facts'] = []
    const add = (field: string, value: string): void => void found.push({ label: words.name('field', field), value })
    if (state.weather) add('weather', words.name('sky', String(state.weather)))
    add('initiative', state.initiative ? side(state.initiative) : words.name('air_level', CONTESTED))
    if (state.air_level) add('air_level', [words.name('air_level', String(state.air_level)), state.air_level === CONTESTED ? '' : side(state.air_side)].filter(Boolean).join(', '))
    const accounts = (isTable(state.accounts) ? state.accounts : {}) as Record<string, Row>
    const both = (show: (account: Row) => string): string => board.seats.map((seat) => `${side(seat)} ${show(accounts[seat] ?? {})}`).join(' · ')
    add('points', both((account) => halves(Number(account.vp2 ?? 0))))
    add('air_points', both((account) => String(account.air ?? 0)))
    return found
  }

  /** Support in points: of a helicopter and an air unit as they are today, of a ship as printed; headquarters and guns shift a column each. */
  function worth(of: string, id: Id, state: State): number {
    const row = ((state[of === 'helicopter' ? 'helicopters' : 'aircraft'] ?? {}) as Record<string, Row>)[String(id)]
    if (of === 'helicopter') {
      const printed = hints.helicopters?.[String(id)]
      return printed?.support[printed.steps - Number(row?.steps ?? printed.steps)] ?? 0
    }
    if (of === 'ship') return hints.ships?.[String(id)]?.support ?? 0
    if (of === 'air') return (hints.wings?.[String(id)]?.[Number(row?.steps ?? 2) > 1 ? 0 : 1] ?? 0) / 2
    return 1
  }

  return { drawing: koreaDrawing(hints, words.lang), scene, worth }
}

const weight = (piece: Piece): number => (piece.ref.of === 'helicopter' ? -1 : piece.ref.of === 'ship' ? -2 : piece.face.kind === 'headquarters' ? 0 : Number(piece.face.values?.split('-')[0] ?? 0) + 1)

/** Half points as players write them. */
export const halves = (count: number): string => `${count === 1 ? '' : Math.floor(count / 2)}${count % 2 ? '½' : ''}`
