/** Unit chips of an area map: one per power and place, pushed apart until none overlap. In px of a zoom, wherever the screen is. */
import type { AreaDrawing, Piece } from './scene'
import { DOMAIN, KINDS_IN_ORDER } from './symbols'

export interface Cell { kind: string; count: number; pieces: Piece[] }
export interface Chip {
  key: string
  place: string
  side: string
  cells: Cell[]
  cols: number
  x: number
  y: number
  ax: number
  ay: number
  w: number
  h: number
  /** How much bigger it is drawn than on a desk of 1440 px. */
  size: number
  sites: string[]
}

const FAR_ICON = { land: 'infantry', air: 'fighter', sea: 'destroyer' } as const

/** Chips grow with the screen: on a big one they would be dust. */
export const sizeOf = (width: number, height: number): number => Math.min(2, Math.max(1, Math.min(width / 1440, height / 900)))

export function chipsOf(map: AreaDrawing, stacks: ReadonlyMap<string, Piece[]>, sites: ReadonlyMap<string, string[]>, k: number, near: boolean, size = 1): Chip[] {
  const chips: Chip[] = []
  const places = new Set([...stacks.keys(), ...(near ? sites.keys() : [])])
  for (const place of places) {
    const area = map.areas.get(place)
    if (!area) continue
    const anchor = near ? area.near : area.far
    const ax = anchor[0] * k
    const ay = anchor[1] * k
    const bySide = new Map<string, Piece[]>()
    for (const piece of stacks.get(place) ?? []) bySide.set(piece.side, [...(bySide.get(piece.side) ?? []), piece])
    const built = near ? (sites.get(place) ?? []) : []
    if (!bySide.size && built.length) chips.push({ key: `${place}/`, place, side: '', cells: [], cols: 1, x: ax, y: ay, ax, ay, w: built.length * 21 * size, h: 2, size, sites: built })
    let first = true
    for (const [side, pieces] of bySide) {
      const cells = near ? byKind(pieces) : byDomain(pieces)
      const cols = near ? (cells.length === 4 ? 2 : Math.min(3, cells.length)) : cells.length
      const w = near ? cols * 40 + 5 : 5 + cells.reduce((sum, cell) => sum + 13 + 5.6 * String(cell.count).length, 0) + 2 * (cells.length - 1)
      const h = near ? Math.ceil(cells.length / cols) * 20 + 6 : 15
      chips.push({ key: `${place}/${side}`, place, side, cells, cols, x: ax, y: ay, ax, ay, w: w * size, h: h * size, size, sites: first ? built : [] })
      first = false
    }
  }
  pushApart(chips, near)
  return chips
}

function byKind(pieces: Piece[]): Cell[] {
  const found = new Map<string, Piece[]>()
  for (const piece of pieces) {
    const kind = piece.face.kind ?? ''
    found.set(kind, [...(found.get(kind) ?? []), piece])
  }
  const rank = (kind: string): number => (KINDS_IN_ORDER.indexOf(kind) + 100) % 100
  return [...found].sort(([a], [b]) => rank(a) - rank(b)).map(([kind, all]) => ({ kind, count: all.length, pieces: all }))
}

function byDomain(pieces: Piece[]): Cell[] {
  return (['land', 'air', 'sea'] as const)
    .map((domain) => ({ domain, all: pieces.filter((piece) => (DOMAIN[piece.face.kind ?? ''] ?? 'land') === domain) }))
    .filter(({ all }) => all.length)
    .map(({ domain, all }) => ({ kind: FAR_ICON[domain], count: all.length, pieces: all }))
}

const ROUNDS = 160

export function pushApart(chips: Chip[], near: boolean): void {
  for (let round = 0; round < ROUNDS; round++) {
    let moved = false
    for (let i = 0; i < chips.length; i++) {
      const a = chips[i]!
      for (let j = i + 1; j < chips.length; j++) {
        const b = chips[j]!
        const dx = b.x - a.x
        const dy = b.y - a.y
        const gap = near && (dy >= 0 ? b : a).sites.length ? 18 * a.size : 2
        const ox = (a.w + b.w) / 2 + 2 - Math.abs(dx)
        const oy = (a.h + b.h) / 2 + gap - Math.abs(dy)
        if (ox <= 0 || oy <= 0) continue
        moved = true
        const along = oy < ox ? 'y' : 'x'
        const shift = ((along === 'y' ? oy : ox) / 2 + 0.1) * ((along === 'y' ? dy : dx) >= 0 ? 1 : -1)
        a[along] -= shift
        b[along] += shift
      }
    }
    if (!moved) return
    if (round < ROUNDS - 40)
      for (const chip of chips) {
        chip.x += (chip.ax - chip.x) * 0.02
        chip.y += (chip.ay - chip.y) * 0.02
      }
  }
}
