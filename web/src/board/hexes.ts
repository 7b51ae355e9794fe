/** Grids of hexes as the kernel counts them: flat-topped ones stand in columns, pointed ones in rows; a second map has a base. */
export type Shape = 'flat' | 'pointed'
export interface HexGrid {
  columns: [first: number, last: number]
  rows: [first: number, last: number]
  shape: Shape
  /** Which columns sit half a hex lower; of pointed hexes, which rows sit half a hex to the right. */
  low: 'odd' | 'even'
  /** What is added to the printed number, so that the same number on two maps is two hexes. */
  base: number
  /** What stands before the printed number. */
  prefix: string
}
export type GridHint = Pick<HexGrid, 'columns' | 'rows'> & { [F in 'shape' | 'low' | 'base' | 'prefix']?: HexGrid[F] }

/** One hex is so far from flat to flat, in world units. */
export const HEX = 80
export const R3 = Math.sqrt(3)
/** From one line of hexes to the next. */
const PITCH = (R3 * HEX) / 2

export const hexGrid = (hint: GridHint): HexGrid => ({ shape: 'flat', low: 'odd', base: 0, prefix: '', ...hint })

export const hexAt = (grid: HexGrid, column: number, row: number): string => String(grid.base + column * 100 + row)

export function columnAndRow(grid: HexGrid, id: string | number): [column: number, row: number] {
  const printed = Number(id) - grid.base
  return [Math.floor(printed / 100), printed % 100]
}

/** The number as the map prints it. */
export const hexLabel = (grid: HexGrid, id: string | number): string => grid.prefix + String(Number(id) - grid.base).padStart(4, '0')

const shift = (line: number, low: HexGrid['low']): number => (Math.abs(line % 2) === (low === 'odd' ? 1 : 0) ? 0.5 : 0)

export const hexCentre = (grid: Pick<HexGrid, 'shape' | 'low'>, column: number, row: number): [x: number, y: number] =>
  grid.shape === 'flat' ? [column * PITCH, (row + shift(column, grid.low)) * HEX] : [(column + shift(row, grid.low)) * HEX, row * PITCH]

/** Columns and rows around a point of the world; the hex that holds it is one of them. */
export function* around(grid: HexGrid, x: number, y: number): Generator<string> {
  const [across, down] = grid.shape === 'flat' ? [PITCH, HEX] : [HEX, PITCH]
  const [column, row] = [Math.round(x / across), Math.round(y / down)]
  for (let c = column - 1; c <= column + 1; c++) for (let r = row - 1; r <= row + 1; r++) yield hexAt(grid, c, r)
}

/** How far a hex reaches from its centre, to the side and up. */
export const reach = (shape: Shape): [number, number] => (shape === 'flat' ? [HEX / R3, HEX / 2] : [HEX / 2, HEX / R3])

/** Corners of a hex, clockwise on screen; the first of a flat-topped one is at the right, of a pointed one below it. */
export function hexCorners(shape: Shape, x: number, y: number, k = 1): [number, number][] {
  const r = (HEX / R3) * k
  const turn = shape === 'flat' ? 0 : Math.PI / 6
  return Array.from({ length: 6 }, (_, i) => [x + r * Math.cos(turn + (i * Math.PI) / 3), y + r * Math.sin(turn + (i * Math.PI) / 3)])
}

export const hexPath = (shape: Shape, x: number, y: number, k = 1): string =>
  'M' + hexCorners(shape, x, y, k).map(([a, b]) => `${a.toFixed(1)} ${b.toFixed(1)}`).join('L') + 'Z'
