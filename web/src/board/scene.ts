/** What a board shows: the fixed drawing of a map, and the scene of pieces and marks on it. */
import type { Ref } from '../api/types'
import type { HexGrid } from './hexes'
import type { Row } from '../api/fold'

/** What a counter says. */
export interface Face {
  name?: string
  kind?: string
  size?: string
  stack?: string
  values?: string
  steps?: [left: number, of: number]
  mark?: string
  unknown?: boolean
  spent?: boolean
  damaged?: boolean
  /** Efficiency, in a plate beside the symbol. */
  plate?: string
  /** The colour of the symbol's box, where it says which formation a piece is of. */
  tint?: string
  /** The last value is underlined: light infantry. */
  light?: boolean
  /** The values that show are our own, because the printed ones are lost. */
  rebuilt?: boolean
  /** All of its values that are our own, by name. */
  ours?: string[]
  /** States in words of three letters, under the counters of a map of cards. */
  tabs?: { text: string; tone: 'bad' | 'warn' | 'quiet' }[]
}

export interface Piece {
  key: string
  ref: Ref
  place: string
  /** A palette or seat; see `sideOf`. */
  side: string
  /** The seat it belongs to, as far as that is known. */
  seat: string
  face: Face
  /** What a screen reader says, without state and place. */
  label: string
  row: Row
  /** Where it began is our own. */
  placed?: boolean
}

export interface Mark {
  /** A bridge or ferry lies on the side to another place; a tab is a word under the counters of a hex. */
  kind: 'strongpoint' | 'bridge' | 'ferry' | 'cut' | 'battle' | 'tab'
  place: string
  to?: string
  /** Still being built. */
  unfinished?: boolean
  side?: string
  text?: string
}

/** A box beside the map: counters that wait there, or lines of words. */
export interface Box {
  title: string
  pieces: Piece[]
  facts?: Fact[]
}

export interface Fact {
  label: string
  value: string
  side?: string
  now?: boolean
}

export interface Track {
  cells: { top: string; text: string; now: boolean }[]
}

export interface Scene {
  pieces: Piece[]
  /** Pieces by place, the top of each stack first. */
  stacks: Map<string, Piece[]>
  /** Who holds a place, where the game has that. */
  holders: Map<string, string>
  sites: Map<string, string[]>
  marks: Mark[]
  boxes: Box[]
  facts: Fact[]
  purse: Fact[]
  track: Track | null
  attacks: { from: string[]; to: string[] }[]
  /** What lies face up on a map of cards, by place; places without a card are not shown. */
  cards?: Map<string, CardFace>
  fires?: FireLine[]
}

/** A terrain card of a map of cards. */
export interface CardFace {
  title: string
  /** Which tint its ground has. */
  ground: string
  /** Lies face down. */
  down: boolean
  /** Small figures and words beside the title; `as` says which sign they are drawn with. */
  tags: { text: string; title: string; tone?: 'bad' | 'good' | 'quiet'; as?: 'cover' | 'potential' | 'burst' | 'level' | 'contact' | 'control' | 'work' }[]
  /** Tells cards of the same ground apart. */
  seed?: number
  /** Edges that stop sight: n, e, s, w. */
  shut?: string[]
  /** Fire that lies on it. */
  bursts?: { letter: string; value: string; side: string; title: string }[]
  /** Cover markers on it, with the pieces under each. */
  covers?: { id: string; value: string; title: string; keys: string[] }[]
}

/** A direction of fire from one card to another. */
export interface FireLine { from: string; to: string; side: string; count: number }

export interface HexCell {
  id: string
  column: number
  row: number
  x: number
  y: number
  terrain: string
  woods: boolean
  name: string
  label: string
  place: string
  victory: boolean
  /** What is on it is our own. */
  rebuilt: boolean
}
export interface Town {
  name: string
  rank: string
  x: number
  y: number
  lx: number
  ly: number
  anchor: CanvasTextAlign
  hex: string
}
export interface Water {
  name: string
  x: number
  y: number
  turn: number
  size: number
  spacing: number
}
export interface HexDrawing {
  kind: 'hex'
  grid: HexGrid
  cells: Map<string, HexCell>
  /** Hexes of the printed map that are not in play. */
  around: HexCell[]
  bounds: [number, number, number, number]
  /** Rings and lines in world units, flat lists. */
  coast: number[][]
  lakes: number[][]
  lagoons: number[][]
  rivers: number[][]
  riverSides: [string, string][]
  roads: { line: number[]; rank: string }[]
  rails: number[][]
  forts: { hex: string; other: string }[]
  towns: Town[]
  waters: Water[]
  /** What only some maps have. */
  works?: Works
}
/** A border between countries, water as wide as a street along hexsides, works around hexes, installations, and roads of three grades. */
export interface Works {
  border: number[][]
  channels: number[][]
  forts: { hex: string; side: string }[]
  sites: { hex: string; kinds: string[] }[]
  /** What the picture of the game shows. */
  card?: { at: string; pieces: [hex: string, side: string][] }
}

export interface Area {
  id: string
  name: string
  sea: boolean
  impassable: boolean
  value: number
  owner: string
  capital: boolean
  city: string
  rings: number[][]
  box: [number, number, number, number]
  label: [x: number, y: number, angle: number, room: number]
  far: [number, number]
  near: [number, number]
  site: [number, number] | null
}
export interface AreaDrawing {
  kind: 'area'
  width: number
  height: number
  nearZoom: number
  areas: Map<string, Area>
  ice: number[][]
  scenery: number[][]
  passages: { id: string; x: number; y: number }[]
  connectors: number[][]
  closed: number[][]
}
export interface GridDrawing {
  kind: 'grid'
  places: { id: string; name: string }[]
  /** Where a place lies on a map of cards: column from the left, row counted away from the player. */
  spots?: Map<string, [column: number, row: number]>
}
export type Drawing = HexDrawing | AreaDrawing | GridDrawing

export function stacked(pieces: Piece[]): Map<string, Piece[]> {
  const stacks = new Map<string, Piece[]>()
  for (const piece of pieces) {
    const stack = stacks.get(piece.place)
    if (stack) stack.push(piece)
    else stacks.set(piece.place, [piece])
  }
  return stacks
}

export const emptyScene = (): Scene => ({
  pieces: [], stacks: new Map(), holders: new Map(), sites: new Map(), marks: [], boxes: [], facts: [], purse: [], track: null, attacks: [],
})

/** Where the anchor of a place is, in world units. */
export function anchorOf(drawing: Drawing, place: string): [number, number] | undefined {
  if (drawing.kind === 'hex') {
    const cell = drawing.cells.get(place)
    return cell && [cell.x, cell.y]
  }
  if (drawing.kind === 'area') return drawing.areas.get(place)?.far
  return undefined
}
