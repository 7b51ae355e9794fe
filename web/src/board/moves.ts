/** What moved between two positions, and how long it takes to show it. */
import { HEX } from './hexes'
import { anchorOf, type Drawing, type Piece, type Scene } from './scene'

export interface Move {
  key: string
  side: string
  kind: string
  from: string
  to: string
  /** The places it went through, from the first to the last, where they are told. */
  way?: string[]
}

/** Milliseconds a hex, and at most for one move; see the guide on motion. */
export const PER_HEX = 220
export const LONGEST = 600
const LOSS = 250
const WORDS = 140

/** Pieces that stand elsewhere now, in the order of the new position, with the ways that are told of them. */
export function movesBetween(before: Scene, after: Scene, ways: ReadonlyMap<string, string[]> = new Map()): Move[] {
  const was = new Map(before.pieces.map((piece) => [piece.key, piece]))
  return after.pieces.flatMap((piece) => {
    const old = was.get(piece.key)
    if (!old || old.place === piece.place) return []
    const way = ways.get(piece.key)
    return [{ key: piece.key, side: piece.side, kind: piece.face.kind ?? '', from: old.place, to: piece.place, ...(way ? { way } : {}) }]
  })
}

/** Pieces that came, went or changed without moving. */
export function hasOtherChange(before: Scene, after: Scene): boolean {
  if (before.pieces.length !== after.pieces.length) return true
  const was = new Map(before.pieces.map((piece) => [piece.key, piece]))
  return after.pieces.some((piece: Piece) => was.get(piece.key)?.row !== piece.row)
}

/** How long a step is shown, before everything is hurried to fit. */
export function paceOf(drawing: Drawing, before: Scene, after: Scene, moves: readonly Move[]): number {
  const far = Math.max(0, ...moves.map((move) => hexesBetween(drawing, move)))
  if (far) return Math.min(LONGEST, Math.ceil(far) * PER_HEX)
  return hasOtherChange(before, after) ? LOSS : WORDS
}

function hexesBetween(drawing: Drawing, move: Move): number {
  const [a, b] = [anchorOf(drawing, move.from), anchorOf(drawing, move.to)]
  if (!a || !b) return drawing.kind === 'grid' ? 2 : 0
  return Math.max(1, Math.round(Math.hypot(a[0] - b[0], a[1] - b[1]) / HEX))
}

type At = readonly [number, number]

/** A way as lines: where it leaves the map over one edge and comes back over the other, it is cut in two. */
export function linesOf(stops: readonly At[], width: number): At[][] {
  const lines: At[][] = [[stops[0]!]]
  for (let i = 1; i < stops.length; i++) {
    const [a, b] = [stops[i - 1]!, stops[i]!]
    const over = isOverEdge(a, b, width)
    if (over) {
      // Straight on, as if the map went on beyond its edge.
      const beyond = b[0] + over * width
      const edge = over > 0 ? width : 0
      const y = a[1] + ((b[1] - a[1]) * (edge - a[0])) / (beyond - a[0])
      lines.at(-1)!.push([edge, y])
      lines.push([[width - edge, y]])
    }
    lines.at(-1)!.push(b)
  }
  return lines
}

/** Which edge of a map that joins at its edges lies between two places: 1 the right one, -1 the left one, 0 none. */
export function isOverEdge(a: At, b: At, width: number): -1 | 0 | 1 {
  if (!width || Math.abs(b[0] - a[0]) <= width / 2) return 0
  return b[0] < a[0] ? 1 : -1
}

/** Equal ways are drawn once: so many pieces of a side from here to there. */
export interface Way { from: string; to: string; side: string; kind: string; count: number; places: string[] }

/** A way that is told begins and ends where the piece stood; else it goes straight. */
function placesOf({ from, to, way = [] }: Move): string[] {
  const inner = way.filter((place, i) => !(i === 0 && place === from))
  return inner.at(-1) === to ? [from, ...inner] : [from, to]
}

export function waysOf(moves: readonly Move[]): Way[] {
  const found = new Map<string, Way>()
  for (const move of moves) {
    const name = `${move.from}>${move.to}/${move.side}`
    const known = found.get(name)
    if (known) known.count++
    else found.set(name, { from: move.from, to: move.to, side: move.side, kind: move.kind, count: 1, places: placesOf(move) })
  }
  return [...found.values()]
}
