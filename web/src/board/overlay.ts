/** From what a game answers to what is laid over the map: hatches, bands, rims, slashes, numbers. */
import type { Overlay } from '../api/types'
import type { OverlayName } from '../state/queries'
import { hexUnder } from './picking'
import { HEX, hexCorners } from './hexes'
import type { HexDrawing } from './scene'

export interface Hatch { side: string; turn: number; places: string[] }
export interface Band { from: number; to: number; strength: number; places: string[] }
export interface Rim { side: string; dash: number; places: string[] }
export interface Tag { place: string; text: string; dots: number }
export interface Drawn {
  hatches: Hatch[]
  bands: Band[]
  rims: Rim[]
  cuts: string[]
  /** Places that are in order. */
  sound: string[]
  tags: Tag[]
  lines: [string, string][]
  sources: string[]
}

const CUT = new Set(['cut', 'out', 'none', 'no', 'isolated', 'unsupplied', '0'])
/** Each side hatches in its own direction: colour is not the only sign. */
const TURNS = [45, 135, 0, 90]
const STRENGTHS = [0.34, 0.27, 0.2, 0.13]
const MOST_DOTS = 5

const empty = (overlay: Overlay): Drawn => ({
  hatches: [], bands: [], rims: [], cuts: [], sound: [], tags: [], lines: overlay.lines ?? [], sources: (overlay.sources ?? []).map(String),
})

/** Whose a place is: one side, several with a plus between them, or all. */
function sidesOf(value: number | string, seats: readonly string[]): string[] {
  const word = String(value)
  if (word === 'both' || word === 'all') return [...seats]
  return word.split(/[\s,+|/]+/).filter(Boolean)
}

function bySide(overlay: Overlay, seats: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const seat of seats) found.set(seat, [])
  for (const [place, value] of Object.entries(overlay.places))
    for (const side of sidesOf(value, seats)) found.set(side, [...(found.get(side) ?? []), place])
  return new Map([...found].filter(([, places]) => places.length))
}

/** A cost as a number: games count in halves and thirds, too. */
export function costOf(value: number | string): number {
  const parts = /^(\d+)\/(\d+)$/.exec(String(value))
  return parts ? Number(parts[1]) / Number(parts[2]) : Number(value)
}

/** A cost as people write it: 5/2 is two and a half. */
export function costText(value: number | string): string {
  const cost = costOf(value)
  return Number.isFinite(cost) && cost % 1 === 0.5 ? `${cost > 1 ? Math.floor(cost) : ''}½` : String(value)
}

/** Costs in at most four bands of equal width, the nearest strongest. */
export function bandsOf(places: Record<string, number | string>): Band[] {
  const costs = Object.entries(places).map(([place, value]) => [place, costOf(value)] as const).filter(([, cost]) => Number.isFinite(cost))
  const most = Math.max(0, ...costs.map(([, cost]) => cost))
  const wide = Math.max(1, Math.ceil((most + 1) / STRENGTHS.length))
  const bands: Band[] = STRENGTHS.map((strength, i) => ({ from: i * wide, to: Math.min(most, (i + 1) * wide - 1), strength, places: [] }))
  for (const [place, cost] of costs) bands[Math.min(STRENGTHS.length - 1, Math.max(0, Math.floor(cost / wide)))]!.places.push(place)
  return bands.filter((band) => band.places.length)
}

/** The inner rim of a group of hexes: a line inside each side that leads out of it, and the hexes that have one. */
export function rimOf(map: HexDrawing, places: readonly string[], inset: number): { d: string; border: string[] } {
  const inside = new Set(places)
  const border: string[] = []
  let d = ''
  for (const place of places) {
    const cell = map.cells.get(place)
    if (!cell) continue
    const corners = hexCorners(map.grid.shape, cell.x, cell.y, 1 - (2 * inset) / HEX)
    let outer = false
    for (let i = 0; i < 6; i++) {
      const [a, b] = [corners[i]!, corners[(i + 1) % 6]!]
      const [dx, dy] = [(a[0] + b[0]) / 2 - cell.x, (a[1] + b[1]) / 2 - cell.y]
      const far = HEX / Math.hypot(dx, dy)
      if (inside.has(hexUnder(map, cell.x + dx * far, cell.y + dy * far))) continue
      outer = true
      d += `M${a[0].toFixed(1)} ${a[1].toFixed(1)}L${b[0].toFixed(1)} ${b[1].toFixed(1)}`
    }
    if (outer) border.push(place)
  }
  return { d, border }
}

export function drawnOf(name: OverlayName, overlay: Overlay, seats: readonly string[]): Drawn {
  const drawn = empty(overlay)
  const entries = Object.entries(overlay.places)
  const turn = (side: string): number => Math.max(0, seats.indexOf(side))
  switch (name) {
    case 'zoc':
    case 'detection':
      for (const [side, places] of bySide(overlay, seats)) drawn.hatches.push({ side, turn: TURNS[turn(side) % TURNS.length]!, places })
      break
    case 'control':
      for (const [side, places] of bySide(overlay, seats)) drawn.rims.push({ side, dash: turn(side) % 3, places })
      break
    case 'supply':
      drawn.cuts = entries.filter(([, value]) => CUT.has(String(value))).map(([place]) => place)
      drawn.sound = entries.filter(([, value]) => typeof value === 'string' && !CUT.has(value)).map(([place]) => place)
      drawn.tags = entries.filter(([, value]) => typeof value === 'number' && value > 0).map(([place, value]) => ({ place, text: String(value), dots: 0 }))
      break
    case 'interdiction':
    case 'reach':
      drawn.bands = bandsOf(overlay.places)
      drawn.tags = entries.map(([place, value]) => ({ place, text: costText(value), dots: 0 }))
      drawn.sources = []
      break
    case 'threat':
      drawn.bands = [{ from: 0, to: 0, strength: 0, places: entries.map(([place]) => place) }]
      drawn.tags = entries.filter(([, value]) => value !== 0).map(([place, value]) => ({ place, text: String(value), dots: Math.min(MOST_DOTS, Number(value) || 0) }))
      break
  }
  return drawn
}
