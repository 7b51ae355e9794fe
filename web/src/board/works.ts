/** What only some hex maps have: channels, a border, roads in three grades, works around hexes, installations, street blocks. */
import { DARK, NUM_FONT, type Tokens } from '../tokens'
import { HEX, hexPath } from './hexes'
import type { HexCell, HexDrawing, Works } from './scene'

type Canvas = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

interface Inks { block: string; primary: string; secondary: string; core: string; band: string; line: string; allied: string; dprk: string; base: string }
const BY_DAY: Inks = { block: '#B9AFA0', primary: '#7A6A4E', secondary: '#8D7F66', core: '#F3D9CF', band: '#C8962E', line: '#6B4A12', allied: '#2C4A63', dprk: '#8A4B1E', base: '#4A4438' }
const AT_NIGHT: Inks = { block: '#6A6458', primary: '#A9997C', secondary: '#8C8069', core: '#3A2620', band: '#C8962E', line: '#E2B45C', allied: '#8FB4D2', dprk: '#E0A377', base: '#D8D0BC' }
const inksOf = (t: Tokens): Inks => (t === DARK ? AT_NIGHT : BY_DAY)

/** Ground that the shared colours do not have. */
const TINTS: Record<string, [day: string, night: string]> = {
  flat_woods: ['#D3DAAE', '#3B4331'], rough_woods: ['#C2CB99', '#3E4835'], highland_woods: ['#B0B985', '#465038'], urban: ['#D5CEC3', '#4A4740'],
}
export const tintOf = (kind: string, t: Tokens): string => t[kind as keyof Tokens] ?? TINTS[kind]?.[t === DARK ? 1 : 0] ?? t.open

/** Which strokes a kind of ground is textured with. */
export const texturesOf = (kind: string): string[] => (kind === 'highland_woods' ? ['woods', 'hills'] : kind.endsWith('_woods') ? ['woods'] : kind === 'urban' ? [] : [kind])

/** A smooth line through points, given as a flat list. */
export function curve(points: number[]): string {
  const at = (i: number): [number, number] => {
    const n = Math.min(Math.max(i, 0), points.length / 2 - 1)
    return [points[2 * n]!, points[2 * n + 1]!]
  }
  const f = (v: number): string => v.toFixed(1)
  let d = `M${f(points[0]!)} ${f(points[1]!)}`
  for (let i = 0; i + 1 < points.length / 2; i++) {
    const [[ax, ay], [bx, by], [cx, cy], [dx, dy]] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    d += `C${f(bx + (cx - ax) / 6)} ${f(by + (cy - ay) / 6)} ${f(cx - (dx - bx) / 6)} ${f(cy - (dy - by) / 6)} ${f(cx)} ${f(cy)}`
  }
  return d
}

/** Streets of a built-up hex: blocks with gaps that differ from hex to hex. */
export function blocks(cell: HexCell): string {
  let d = ''
  for (let i = -3; i < 4; i++)
    for (let j = -3; j < 4; j++) {
      if (Math.abs(i) + Math.abs(j) * 0.62 >= 3.3 || (i * 7 + j * 13 + cell.column * 5 + cell.row * 3) % 5 === 0) continue
      const wide = 8.4 - Math.abs((i + j) % 2) * 2.4
      d += `M${(cell.x + i * 11 - 4.2).toFixed(1)} ${(cell.y + j * 10.5 - 3.8).toFixed(1)}h${wide}v7.4h${-wide}z`
    }
  return d
}

interface Paths { blocks: Path2D; channels: Path2D; border: Path2D; roads: Record<string, Path2D>; forts: Record<string, Path2D> }
const built = new WeakMap<Works, Paths>()

function pathsOf(map: HexDrawing, works: Works): Paths {
  const known = built.get(works)
  if (known) return known
  const rings: Record<string, string> = {}
  for (const { hex, side } of works.forts) {
    const cell = map.cells.get(hex)
    if (cell) rings[side] = (rings[side] ?? '') + hexPath(map.grid.shape, cell.x, cell.y, 0.87)
  }
  const grades: Record<string, string> = {}
  for (const road of map.roads) grades[road.rank] = (grades[road.rank] ?? '') + curve(road.line)
  const drawn = (texts: Record<string, string>) => Object.fromEntries(Object.entries(texts).map(([key, d]) => [key, new Path2D(d)]))
  const straight = (line: number[]): string => 'M' + line.map((v) => v.toFixed(1)).join(' ')
  const paths: Paths = {
    blocks: new Path2D([...map.cells.values()].filter((cell) => cell.terrain === 'urban').map(blocks).join('')),
    channels: new Path2D(works.channels.map(curve).join('')),
    border: new Path2D(works.border.map(straight).join('')),
    roads: drawn(grades),
    forts: drawn(rings),
  }
  built.set(works, paths)
  return paths
}

export function paintBlocks(c: Canvas, map: HexDrawing, works: Works, t: Tokens): void {
  c.fillStyle = inksOf(t).block
  c.globalAlpha = 0.75
  c.fill(pathsOf(map, works).blocks)
  c.globalAlpha = 1
}

/** Estuaries and straits along hexsides; the caller has clipped to the land. */
export function paintChannels(c: Canvas, map: HexDrawing, works: Works, t: Tokens, k: number): void {
  const path = pathsOf(map, works).channels
  const wide = 0.19 * HEX
  c.lineCap = 'round'
  for (const [width, colour] of [[wide + 2.4 / k, t.coast], [wide, t.sea2], [wide * 0.55, t.sea1]] as const) {
    c.lineWidth = width
    c.strokeStyle = colour
    c.stroke(path)
  }
  c.lineCap = 'butt'
}

/** The border, roads from the least to the best, and works. */
export function paintWorks(c: Canvas, map: HexDrawing, works: Works, t: Tokens, k: number): void {
  const p = pathsOf(map, works)
  const ink = inksOf(t)
  const f = Math.min(1, Math.max(0.4, k)) / k
  const near = k * HEX >= 36
  const stroke = (path: Path2D | undefined, colour: string, width: number, dash: number[] = [], alpha = 1): void => {
    if (!path) return
    c.globalAlpha = alpha
    c.strokeStyle = colour
    c.lineWidth = width * f
    c.setLineDash(dash.map((v) => v * f))
    c.stroke(path)
  }
  stroke(p.border, ink.band, 11, [], 0.34)
  stroke(p.border, ink.line, 1.9, [9, 3, 2, 3])
  for (const [grade, casing, width, colour, dash] of [['secondary', 3.2, 1.2, ink.secondary, [5, 3]], ['primary', 4.4, 1.9, ink.primary, []], ['highway', 6.2, 3.4, t.road, []]] as const) {
    if (grade === 'secondary' && !near) continue
    stroke(p.roads[grade], t.roadcase, casing, [], 0.8)
    stroke(p.roads[grade], colour, width, [...dash])
  }
  if (near) {
    stroke(p.roads.highway, ink.core, 0.9)
    for (const [side, path] of Object.entries(p.forts)) {
      const colour = side === 'dprk' ? ink.dprk : ink.allied
      stroke(path, colour, 1.1, [], 0.55)
      stroke(path, colour, 3.8, [2.4, HEX * 0.065], 0.55)
    }
  }
  c.setLineDash([])
  c.globalAlpha = 1
}

const PLANE = 'M-.6 -5h1.2l.4 3 4.6 2v1.2l-4.6-.6-.3 2.4 1.5.8v.8h-4.4v-.8l1.5-.8-.3-2.4-4.6.6v-1.2l4.6-2z'
const ANCHOR = 'M0 -3.2V4M-2.6 -1.2H2.6M-4 1.4Q-3.6 4.4 0 4.4Q3.6 4.4 4 1.4M1.2 -4.2a1.2 1.2 0 1 1 -.001 -.01'
const LETTERS: Record<string, string> = { chem_site: 'C', nuclear_site: 'N' }

/** Small discs at the foot of a hex: air base dark, airfield light, port, chemical and nuclear site. */
export function paintSites(c: Canvas, map: HexDrawing, works: Works, t: Tokens, at: (x: number, y: number) => [number, number], k: number): void {
  if (k * HEX < 36) return
  const { base } = inksOf(t)
  const r = Math.min(1, Math.max(0.6, k))
  for (const { hex, kinds } of works.sites) {
    const cell = map.cells.get(hex)
    if (!cell) continue
    kinds.forEach((kind, i) => {
      const [x, y] = at(cell.x + 30 - i * 17, cell.y + 22 + (i ? 6 : 0))
      c.save()
      c.translate(x, y)
      c.scale((8.5 / 9) * r, (8.5 / 9) * r)
      const ink = kind === 'port' ? t.seaink : kind in LETTERS ? t.warn : base
      c.beginPath()
      c.arc(0, 0, 9, 0, 7)
      c.fillStyle = kind === 'airbase' ? base : t.surface
      c.strokeStyle = kind === 'airbase' ? t.halo : ink
      c.lineWidth = 1.5
      c.fill()
      c.stroke()
      c.fillStyle = kind === 'airbase' ? t.surface : ink
      if (kind === 'port') c.stroke(new Path2D(ANCHOR))
      else if (kind in LETTERS) {
        c.font = `700 11px ${NUM_FONT}`
        c.textAlign = 'center'
        c.fillText(LETTERS[kind]!, 0, 4)
      } else c.fill(new Path2D(PLANE))
      c.restore()
    })
  }
}
