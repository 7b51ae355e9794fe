/** Any game on the table: which rows of its state are pieces, where they stand and what is known about them. */
import type { Board, Id, LogLine, State } from '../api/types'
import type { Row } from '../api/fold'
import { columnAndRow, HEX, hexAt, hexCentre, hexGrid, hexLabel, reach, type GridHint } from '../board/hexes'
import { emptyScene, stacked, type Drawing, type Face, type HexCell, type HexDrawing, type Piece, type Scene, type Town } from '../board/scene'
import type { Catalogue } from '../texts/catalogue'
import type { Told } from './telling'

export interface GameView {
  drawing: Drawing
  scene(state: State): Scene
  /** What the umpire did in a step, line by line, where a game plays that back. */
  tell?(from: State, to: State, lines: readonly LogLine[]): Told[]
  /** Whether a click that brings cards or dice is asked about first; it is, where a game does not say. */
  confirms?: boolean
  /** Verbs where the order of the answers matters little: the first is proposed, and the only one is given without asking. */
  plain?: readonly string[]
  /** What a thing adds to a fight that it supports. */
  worth?(of: string, id: Id, state: State): number
}

/** `face` names the field that is null to those who do not know the piece. */
/** `kinds` is what its kind is called by, `names` whether the kind says more than what is printed on the piece. */
export interface PieceHint { table: string; of?: string; at: string; side?: string; kind?: string; face?: string; kinds?: string; names?: boolean }
export interface CounterHint {
  name?: string
  side?: string
  kind?: string
  size?: string
  stack?: number
  steps?: number
  front?: string
  back?: string
  mobile?: string
  /** Where its values come from. */
  /** Its values that are our own, by name. */
  rebuilt?: string[]
}
interface HexFact { terrain?: string; woods?: boolean; relief?: string; place?: string; port?: string; victory?: boolean; name?: Record<string, string>; source?: string }
export interface HexHints {
  kind: 'hex'
  grid: GridHint
  hexes?: Record<string, HexFact>
  sides?: Record<string, { river?: string; fortified?: { defender: string } }>
  art?: {
    coast?: number[][]
    lakes?: number[][]
    sivash?: number[][]
    rivers?: { line: number[] }[]
    roads?: { class: string; line: number[]; hexes: string[] }[]
    rails?: { line: number[] }[]
    places?: { hex: string; name: Record<string, string>; class: string; at: [number, number]; label?: { at: [number, number]; anchor: string } }[]
    waters?: { name: Record<string, string>; at: [number, number]; turn: number; size: number; spacing: number }[]
  }
  counters?: Record<string, CounterHint>
  /** Ships as printed, where a game has counters of their own for them. */
  ships?: Record<string, CounterHint>
  /** Pieces whose place at the start is not printed. */
  placed?: Record<string, string>
  /** Key of the words that say whose work the map rests on. */
  attribution?: string
  pieces?: PieceHint[]
  calendar?: { turn: number; from?: string; weather?: string }[]
}

export const isTable = (value: unknown): value is Record<string, Row> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every((row) => typeof row === 'object' && row !== null && !Array.isArray(row))

const AT = ['hex', 'at', 'place', 'where', 'area', 'town']
const SIDE = ['side', 'owner', 'seat', 'power', 'nation']

/** Which tables hold pieces, from the game's hints, from the annotations of its state, or by their look. */
export function pieceHints(board: Board, state: State): PieceHint[] {
  const hinted = (board.board as { pieces?: PieceHint[] } | null)?.pieces
  if (hinted) return hinted
  const places = board.names.place ?? {}
  const named = Object.keys(places).length > 0
  const found: PieceHint[] = []
  for (const [table, rows] of Object.entries(state)) {
    if (!isTable(rows)) continue
    const sample = Object.values(rows)
    const known = board.tables?.[table]
    const fields = Object.keys(Object.assign({}, ...sample) as Row)
    const at = fields.find((f) => known?.fields?.[f] === 'place') ?? AT.find((f) => fields.includes(f) && sample.some((row) => (named ? String(row[f]) in places : typeof row[f] === 'number')))
    if (!at) continue
    const ids = Object.keys(rows)
    const of = known?.of ?? Object.keys(board.names).find((d) => d !== 'place' && ids.some((id) => id in board.names[d]!)) ?? table.replace(/s$/, '')
    const side = fields.find((f) => known?.fields?.[f] === 'seat') ?? SIDE.find((f) => fields.includes(f))
    found.push({ table, of, at, ...(side ? { side } : {}) })
  }
  return found
}

const SKIPPED = new Set(['shown'])

/** What a row says about itself in a few characters: its numbers and words, without where and whose it is. */
export function faceOf(row: Row, hint: PieceHint, label: string): Face {
  const values = Object.entries(row)
    .filter(([name, value]) => name !== hint.at && name !== hint.side && !SKIPPED.has(name) && typeof value === 'number')
    .map(([, value]) => String(value))
  const unknown = hint.face !== undefined && row[hint.face] == null
  return {
    name: label.length <= 3 ? label : (label.match(/\d+/)?.[0] ?? label.slice(0, 2)),
    values: values.slice(0, 3).join('-'),
    spent: row.moved === true || row.spent === true || row.activated === true,
    damaged: row.damaged === true,
    mark: row.pinned === true ? '!' : '',
    ...(unknown ? { unknown } : {}),
  }
}

export function genericScene(board: Board, words: Catalogue) {
  const counters = (board.board as { counters?: Record<string, CounterHint> } | null)?.counters ?? {}
  return (state: State): Scene => {
    const scene = emptyScene()
    for (const hint of pieceHints(board, state)) {
      const rows = state[hint.table]
      if (!isTable(rows)) continue
      for (const [id, row] of Object.entries(rows)) {
        const place = row[hint.at]
        if (place === undefined || place === 0 || place === '') continue
        scene.pieces.push(piece(hint, id, row, String(place)))
      }
    }
    scene.stacks = stacked(scene.pieces)
    scene.facts = plainFacts(state, words)
    return scene

    function piece(hint: PieceHint, id: string, row: Row, place: string): Piece {
      const of = hint.of ?? 'piece'
      const label = words.name(of, id)
      const printed = counters[id]
      const face = printed
        ? { ...faceOf(row, hint, label), name: printed.name, kind: printed.kind, size: printed.size, values: printed.front }
        : faceOf(row, hint, label)
      const side = printed?.side ?? (hint.side ? String(row[hint.side] ?? '') : board.seats.includes(id) ? id : '')
      const seat = hint.side ? String(row[hint.side] ?? '') : board.seats.includes(side) ? side : ''
      return { key: `${of}:${id}`, ref: { of, id }, place, side, seat, face: face as Face, label, row }
    }
  }
}

/** Plain numbers and words of a state that a player wants to see: the turn, the score. */
function plainFacts(state: State, words: Catalogue): { label: string; value: string }[] {
  const facts: { label: string; value: string }[] = []
  for (const [name, value] of Object.entries(state)) {
    if (name.startsWith('next_')) continue
    if (typeof value === 'number' || (typeof value === 'string' && value)) facts.push({ label: words.name('field', name), value: String(value) })
  }
  return facts.slice(0, 5)
}

const TERRAIN: Record<string, string> = { hill: 'hills', swamp: 'marsh', rough: 'hills', highland: 'hills', flat: 'open', forest: 'woods' }

export function hexDrawing(hints: HexHints, lang: string): HexDrawing {
  const grid = hexGrid(hints.grid)
  const { columns, rows } = grid
  const scale = HEX / 1000
  const world = (line: number[]): number[] => line.map((v) => v * scale)
  const cells = new Map<string, HexCell>()
  const said = (name?: Record<string, string>): string => name?.[lang] ?? name?.en ?? ''
  const cellOf = (column: number, row: number): HexCell => {
    const id = hexAt(grid, column, row)
    const label = hexLabel(grid, id)
    const fact = hints.hexes?.[id] ?? hints.hexes?.[id.padStart(4, '0')] ?? {}
    const [x, y] = hexCentre(grid, column, row)
    const bare = fact.relief === 'mountain' ? 'mountain' : (fact.terrain ?? 'open')
    return {
      id, column, row, x, y, label,
      terrain: fact.woods && bare !== 'mountain' ? 'woods' : (TERRAIN[bare] ?? bare),
      woods: fact.woods ?? false,
      name: said(fact.name),
      place: fact.place ?? '',
      victory: fact.victory ?? false,
      rebuilt: fact.source === 'reconstructed',
    }
  }
  for (let column = columns[0]; column <= columns[1]; column++)
    for (let row = rows[0]; row <= rows[1]; row++) cells.set(hexAt(grid, column, row), cellOf(column, row))
  const around = Object.keys(hints.hexes ?? {})
    .filter((id) => !cells.has(String(Number(id))))
    .map((id) => cellOf(...columnAndRow(grid, id)))
  const all = [...cells.values(), ...around]
  const spread = (of: HexCell[]): [number, number, number, number] => {
    const xs = of.map((cell) => cell.x)
    const ys = of.map((cell) => cell.y)
    const [wide, high] = reach(grid.shape)
    return [Math.min(...xs) - wide, Math.min(...ys) - high, Math.max(...xs) + wide, Math.max(...ys) + high]
  }
  const sheet = spread(all)
  const inside = (line: number[]): boolean => {
    for (let i = 0; i < line.length; i += 2)
      if (line[i]! > sheet[0] && line[i]! < sheet[2] && line[i + 1]! > sheet[1] && line[i + 1]! < sheet[3]) return true
    return false
  }
  const art = hints.art ?? {}
  const forts: HexDrawing['forts'] = []
  const riverSides: [string, string][] = []
  for (const [ends, fact] of Object.entries(hints.sides ?? {})) {
    const [a, b] = ends.split('-') as [string, string]
    if (fact.fortified) forts.push({ hex: String(Number(fact.fortified.defender)), other: String(Number(a === fact.fortified.defender ? b : a)) })
    if (fact.river && !art.rivers) riverSides.push([String(Number(a)), String(Number(b))])
  }
  const towns: Town[] = (art.places ?? []).map((one) => ({
    name: said(one.name), rank: one.class, x: one.at[0] * scale, y: one.at[1] * scale,
    lx: (one.label?.at ?? one.at)[0] * scale, ly: (one.label?.at ?? one.at)[1] * scale,
    anchor: ({ start: 'left', end: 'right' } as const)[one.label?.anchor ?? ''] ?? 'center',
    hex: String(Number(one.hex)),
  }))
  return {
    kind: 'hex', grid, cells, around, bounds: spread([...cells.values()]), forts, riverSides,
    coast: (art.coast ?? []).map(world),
    lakes: (art.lakes ?? []).map(world),
    lagoons: (art.sivash ?? []).map(world),
    rivers: (art.rivers ?? []).map((r) => world(r.line)).filter(inside),
    roads: (art.roads ?? []).map((r) => ({ line: world(r.line), rank: r.class })).filter((r) => inside(r.line)),
    rails: (art.rails ?? []).map((r) => world(r.line)).filter(inside),
    towns,
    waters: (art.waters ?? []).map((w) => ({ name: said(w.name), x: w.at[0] * scale, y: w.at[1] * scale, turn: w.turn, size: w.size, spacing: w.spacing })),
  }
}

export function genericView(board: Board, words: Catalogue): GameView {
  const hints = board.board as { kind?: string } | null
  const drawing: Drawing =
    hints?.kind === 'hex'
      ? hexDrawing(hints as HexHints, words.lang)
      : { kind: 'grid', places: Object.entries(board.names.place ?? {}).map(([id]) => ({ id, name: words.name('place', id) })) }
  return { drawing, scene: genericScene(board, words) }
}
