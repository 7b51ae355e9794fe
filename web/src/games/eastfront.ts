/** Barbarossa: Crimea: counters with their printed values, supply and order markers, boxes and the calendar. */
import type { Board, State } from '../api/types'
import type { Row } from '../api/fold'
import { emptyScene, stacked, type Face, type Piece, type Scene } from '../board/scene'
import type { Catalogue } from '../texts/catalogue'
import { hexDrawing, isTable, type CounterHint, type GameView, type HexHints } from './generic'

const SEATS: Record<string, string> = { german: 'axis', romanian: 'axis', soviet: 'soviet' }
const BOXES = ['active', 'to_come', 'map_t', 'cadre', 'eliminated', 'cannot_rebuild', 'withdrawn', 'pool']
const AIR_BOXES = ['ready', 'flying', 'flown', 'damaged', 'destroyed', 'to_come']
/** Where ships are that lie in no hex, after the sea zones. */
const SHIP_BOXES = ['map_t', 'to_come', 'cadre', 'eliminated']
const ABOARD = 'aboard'
const FLYING = 'flying'
const UNKNOWN = 'unknown'
/** The silhouette of each class of ship. */
const SHIPS: Record<string, string> = { BB: 'ship_bb', CL: 'ship_cl', DL: 'ship_dd', DD: 'ship_dd', T: 'ship_t' }
/** Counts on the tracks that players look at, in this order. */
const TRACKS = ['vp', 'axis_steps', 'soviet_steps', 'soviet_mandates', 'axis_ledger', 'soviet_ledger']

function faceOf(row: Row, printed: CounterHint, label: string): Face {
  const steps = Number(row.steps ?? 0)
  const full = printed.steps ?? 1
  const reduced = printed.back !== undefined && (row.back === true || (steps > 0 && steps <= full / 2))
  const face = row.back === true && printed.mobile ? 'mobile' : reduced ? 'back' : 'front'
  const marks = [Number(row.supply ?? 0) === 1 ? 'e' : Number(row.supply ?? 0) === 2 ? '✕' : '', row.garrison ? 'G' : '', row.overrun ? '»' : ''].filter(Boolean)
  return {
    name: printed.name ?? label,
    kind: printed.kind ?? 'infantry',
    size: printed.size ?? '',
    stack: printed.stack === undefined ? '' : String(printed.stack),
    values: printed[face] ?? '',
    steps: [steps, full],
    mark: marks.length > 1 ? '•' : (marks[0] ?? ''),
    spent: Boolean(row.moved) || row.busy === true || row.attacked === true,
    rebuilt: printed.rebuilt?.includes(face) ?? false,
    ours: printed.rebuilt ?? [],
  }
}

export function eastfrontView(board: Board, words: Catalogue): GameView {
  const hints = board.board as HexHints
  const counters = hints.counters ?? {}
  const ships = hints.ships ?? {}
  const drawing = hexDrawing(hints, words.lang)

  function scene(state: State): Scene {
    const found = emptyScene()
    const boxes = new Map<string, Piece[]>()
    const rows = isTable(state.pieces) ? state.pieces : {}
    for (const [id, row] of Object.entries(rows)) {
      const printed = counters[id] ?? {}
      const label = words.name('piece', id)
      const one: Piece = {
        key: `piece:${id}`, ref: { of: 'piece', id }, place: String(row.hex ?? 0), side: printed.side ?? '', seat: SEATS[printed.side ?? ''] ?? '',
        face: faceOf(row, printed, label), label: spoken(label, printed, row), row, placed: hints.placed?.[id] !== undefined,
      }
      if (row.hex) found.pieces.push(one)
      else if (row.box === ABOARD) aboard(boxes, row, one)
      else if (row.box) boxes.set(String(row.box), [...(boxes.get(String(row.box)) ?? []), one])
    }
    for (const [id, row] of Object.entries(isTable(state.supplies) ? state.supplies : {})) {
      const one = supply(id, row)
      if (row.hex) found.pieces.push(one)
      else if (row.box === ABOARD) aboard(boxes, row, one)
      else if (row.box) boxes.set(String(row.box), [...(boxes.get(String(row.box)) ?? []), one])
    }
    const waters = new Map<string, Piece[]>()
    for (const [id, row] of Object.entries(isTable(state.ships) ? state.ships : {})) {
      const one = ship(id, row)
      if (row.hex) found.pieces.push(one)
      else {
        const water = String(row.zone || row.box || '')
        waters.set(water, [...(waters.get(water) ?? []), one])
      }
    }
    const hangars = new Map<string, Piece[]>()
    for (const [id, row] of Object.entries(isTable(state.air) ? state.air : {})) {
      const one = aircraft(id, row)
      const hangar = `${row.side}.${row.box}`
      if (row.box === FLYING && row.hex) found.pieces.push(one)
      else hangars.set(hangar, [...(hangars.get(hangar) ?? []), one])
    }
    // The strongest lie on top, staffs and guns below, as players stack them.
    found.pieces.sort((a, b) => Number(b.face.stack ?? 0) - Number(a.face.stack ?? 0))
    found.stacks = stacked(found.pieces)
    for (const [place, point] of Object.entries(isTable(state.strongpoints) ? state.strongpoints : {}))
      found.marks.push({ kind: 'strongpoint', place, side: String(point.side ?? '') })
    for (const name of BOXES) {
      const inside = boxes.get(name)
      if (inside) found.boxes.push({ title: words.name('box', name), pieces: inside })
    }
    for (const [water, inside] of [...waters].sort(([a], [b]) => SHIP_BOXES.indexOf(a) - SHIP_BOXES.indexOf(b) || a.localeCompare(b)))
      found.boxes.push({ title: `${words.name('field', 'ships')}: ${SHIP_BOXES.includes(water) ? words.name('box', water) : words.name('water', water)}`, pieces: inside })
    for (const [key, inside] of boxes)
      if (key.startsWith(`${ABOARD}:`)) found.boxes.push({ title: `${words.name('box', ABOARD)}: ${words.name('ship', key.slice(ABOARD.length + 1))}`, pieces: inside })
    for (const seat of board.seats)
      for (const name of AIR_BOXES) {
        const inside = hangars.get(`${seat}.${name}`)
        if (inside) found.boxes.push({ title: `${words.name('field', 'air')}, ${words.name('seat', seat)}: ${words.name('box', name)}`, pieces: inside })
      }
    for (const span of Object.values(isTable(state.bridges) ? state.bridges : {}))
      found.marks.push({ kind: span.ferry ? 'ferry' : 'bridge', place: String(span.hex), to: String(span.to), side: String(span.side ?? ''), unfinished: !span.opened })
    for (const [place, level] of Object.entries((state.interdiction ?? {}) as Record<string, number>))
      if (level) found.marks.push({ kind: 'tab', place, text: `${words.name('field', 'interdiction')} ${level}` })
    for (const place of Object.keys((state.evacuations ?? {}) as Record<string, number>))
      found.marks.push({ kind: 'tab', place, text: words.name('field', 'evacuations') })
    for (const [place, what] of Object.entries((state.rails ?? {}) as Record<string, string>)) if (what === 'cut') found.marks.push({ kind: 'cut', place })
    const attacks = isTable(state.attacks) ? Object.values(state.attacks) : []
    for (const attack of attacks) {
      const units = (attack.units as number[] | undefined) ?? []
      const from = units.map((unit) => String(rows[String(unit)]?.hex ?? '')).filter(Boolean)
      found.attacks.push({ from: [...new Set(from)], to: ((attack.hexes as number[] | undefined) ?? []).map(String) })
    }
    const turn = Number(state.turn ?? 0)
    const calendar = hints.calendar ?? []
    const at = Math.max(0, calendar.findIndex((day) => day.turn === turn))
    const day = new Intl.DateTimeFormat(words.lang === 'en' ? 'en-GB' : words.lang, { day: 'numeric', month: 'short', timeZone: 'UTC' })
    if (calendar.length)
      found.track = {
        cells: calendar.slice(Math.max(0, at - 1), at + 4).map((one) => ({ top: one.from ? day.format(new Date(one.from)) : '', text: String(one.turn), now: one.turn === turn })),
      }
    const sky = words.name('weather', String(state.weather))
    if (state.weather) found.facts.push({ label: words.name('field', 'weather'), value: state.storms ? `${sky}, ${words.name('weather', 'storms')}` : sky })
    const counts = (state.tracks ?? {}) as Record<string, number>
    for (const name of TRACKS) if (counts[name] !== undefined) found.facts.push({ label: words.name('track', name), value: String(counts[name]) })
    return found
  }

  /** Passengers lie in a box of their ship. */
  function aboard(boxes: Map<string, Piece[]>, row: Row, one: Piece): void {
    const key = `${ABOARD}:${row.ship}`
    boxes.set(key, [...(boxes.get(key) ?? []), one])
  }

  function ship(id: string, row: Row): Piece {
    const printed = ships[id] ?? {}
    const label = words.name('ship', id)
    const damage = Number(row.damage ?? 0)
    return {
      key: `ship:${id}`, ref: { of: 'ship', id }, place: String(row.hex ?? 0), side: printed.side ?? 'soviet', seat: 'soviet',
      face: {
        name: printed.name ?? label, kind: SHIPS[printed.kind ?? ''] ?? 'ship_dd', values: printed.front ?? '', mark: damage ? String(damage) : '',
        spent: row.sailed === true || row.arrived === true, damaged: damage > 0, rebuilt: printed.rebuilt?.includes('values') ?? false, ours: printed.rebuilt ?? [],
      },
      label: `${label}, ${printed.kind ?? ''} ${printed.front ?? ''}${row.sailed ? `, ${words.name('mark', 'sailed')}` : ''}${damage ? `, ${words.name('mark', 'damage')} ${damage}` : ''}`, row,
    }
  }

  function aircraft(id: string, row: Row): Piece {
    const type = String(row.kind ?? UNKNOWN)
    const label = words.name('air', id)
    const side = row.side === 'axis' ? 'german' : 'soviet'
    return {
      key: `air:${id}`, ref: { of: 'air', id }, place: String(row.hex ?? 0), side, seat: String(row.side ?? ''),
      face: { name: board.names.air?.[id] ?? label, kind: 'air', values: type === UNKNOWN ? '' : words.name('aircraft', type), unknown: type === UNKNOWN, damaged: row.box === 'damaged' },
      label: `${label}, ${words.name('seat', String(row.side ?? ''))}`, row,
    }
  }

  function supply(id: string, row: Row): Piece {
    const side = row.side === 'axis' ? 'german' : 'soviet'
    const label = words.name('supply', id)
    return {
      key: `supply:${id}`, ref: { of: 'supply', id }, place: String(row.hex ?? 0), side, seat: String(row.side ?? ''),
      face: { name: '', kind: 'supply', values: String(row.points ?? 1), spent: row.moved === true },
      label: `${label}, ${words.name('seat', String(row.side ?? ''))}, ${row.points ?? 1}`, row,
    }
  }

  function spoken(label: string, printed: CounterHint, row: Row): string {
    const side = words.name('nation', printed.side ?? '')
    const steps = (printed.steps ?? 1) > 1 ? `, ${Number(row.steps ?? 0)}/${printed.steps}` : ''
    return `${label}, ${side}, ${printed.front ?? ''}${steps}`
  }

  return { drawing, scene }
}
