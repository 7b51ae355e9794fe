/** The printed hex map on a canvas: sea, bands, land, terrain, textures, lines, names; drawn once per zoom step. */
import { MAP_FONT, NUM_FONT, type Tokens } from '../tokens'
import { hexUnder } from './picking'
import { HEX, hexCorners, hexPath } from './hexes'
import type { HexCell, HexDrawing } from './scene'
import { curve, paintBlocks, paintChannels, paintSites, paintWorks, texturesOf, tintOf } from './works'

export interface View { k: number; x: number; y: number; width: number; height: number }

type Canvas = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

interface Paths {
  coast: Path2D
  lakes: Path2D
  lagoon: Path2D
  grid: Path2D
  sheet: Path2D
  veil: Path2D
  terrain: Map<string, Path2D>
  marks: Map<string, Path2D>
  rivers: Path2D
  roads: { path: Path2D; rank: string }[]
  rails: Path2D
  fortLines: Path2D
  fortTeeth: Path2D
}

const ring = (points: number[], close = true): string => {
  let d = `M${points[0]!.toFixed(1)} ${points[1]!.toFixed(1)}`
  for (let i = 2; i < points.length; i += 2) d += `L${points[i]!.toFixed(1)} ${points[i + 1]!.toFixed(1)}`
  return close ? d + 'Z' : d
}

const COUNT: Record<string, number> = { open: 5, sand: 7, marsh: 6, rolling: 4, hills: 5, mountain: 5, woods: 9 }

/** A few strokes of texture at fixed pseudo-random places of a hex, never in its middle. */
export function texture(cell: HexCell, kind: string): string {
  let seed = Number(cell.id) * 7919
  let d = ''
  const f = (v: number): string => v.toFixed(1)
  for (let i = 0; i < (COUNT[kind] ?? 0); i++) {
    seed = Number((BigInt(seed) * 1103515245n + 12345n) % 2147483648n)
    const a = (seed % 628) / 100 + i * 2.4
    const r = (0.16 + (0.27 * (Math.floor(seed / 628) % 100)) / 100) * HEX
    const x = cell.x + r * Math.cos(a)
    const y = cell.y + r * Math.sin(a) * 0.9
    switch (kind) {
      case 'open': d += `M${f(x)} ${f(y)}h2.6`; break
      case 'sand': d += `M${f(x)} ${f(y)}h.9`; break
      case 'marsh': d += `M${f(x - 5)} ${f(y)}h10M${f(x - 2.5)} ${f(y - 1)}v-3.4M${f(x)} ${f(y - 1)}v-4.6M${f(x + 2.5)} ${f(y - 1)}v-3.4`; break
      case 'woods': d += `M${f(x - 3)} ${f(y)}a3 3 0 1 1 6 0zM${f(x)} ${f(y)}v2.6`; break
      case 'mountain': d += `M${f(x - 8)} ${f(y + 4)}L${f(x)} ${f(y - 7)}L${f(x + 8)} ${f(y + 4)}M${f(x)} ${f(y - 7)}l2 5l-2 3`; break
      default: d += `M${f(x - 6)} ${f(y + 2)}Q${f(x)} ${f(y - 6)} ${f(x + 6)} ${f(y + 2)}`
    }
  }
  return d
}

function fort(map: HexDrawing, hex: string, other: string): [line: string, teeth: string] {
  const a = map.cells.get(hex)
  const b = map.cells.get(other)
  if (!a || !b) return ['', '']
  const mid = [(a.x + b.x) / 2, (a.y + b.y) / 2] as const
  const near = hexCorners(map.grid.shape, a.x, a.y).sort((p, q) => Math.hypot(p[0] - mid[0], p[1] - mid[1]) - Math.hypot(q[0] - mid[0], q[1] - mid[1]))
  const [x1, y1] = near[0]!
  const [x2, y2] = near[1]!
  const length = Math.hypot(x2 - x1, y2 - y1)
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length]
  const out = Math.hypot(b.x - a.x, b.y - a.y)
  const [nx, ny] = [(b.x - a.x) / out, (b.y - a.y) / out]
  const [sx, sy] = [x1 - nx * 3, y1 - ny * 3]
  let teeth = ''
  for (let i = 0; i < 6; i++) {
    const t = ((i + 0.5) * length) / 6
    teeth += `M${sx + ux * t} ${sy + uy * t}l${nx * 6} ${ny * 6}`
  }
  return [`M${sx} ${sy}L${sx + ux * length} ${sy + uy * length}`, teeth]
}

function riverSide(map: HexDrawing, one: string, other: string): string {
  const a = map.cells.get(one)
  const b = map.cells.get(other)
  if (!a || !b) return ''
  const mid = [(a.x + b.x) / 2, (a.y + b.y) / 2] as const
  const [p, q] = hexCorners(map.grid.shape, a.x, a.y).sort((s, t) => Math.hypot(s[0] - mid[0], s[1] - mid[1]) - Math.hypot(t[0] - mid[0], t[1] - mid[1])) as [[number, number], [number, number]]
  const [e, f] = [(q[1] - p[1]) * 0.13, (p[0] - q[0]) * 0.13]
  return `M${p[0]} ${p[1]}C${p[0] + (q[0] - p[0]) / 3 + e} ${p[1] + (q[1] - p[1]) / 3 + f} ${p[0] + ((q[0] - p[0]) * 2) / 3 - e} ${p[1] + ((q[1] - p[1]) * 2) / 3 - f} ${q[0]} ${q[1]}`
}

function build(map: HexDrawing): Paths {
  const terrain = new Map<string, string>()
  const marks = new Map<string, string>()
  let grid = ''
  let sheet = ''
  for (const cell of [...map.cells.values(), ...map.around]) {
    const outline = hexPath(map.grid.shape, cell.x, cell.y)
    grid += outline
    sheet += hexPath(map.grid.shape, cell.x, cell.y, 1.02)
    if (cell.terrain === 'sea') continue
    terrain.set(cell.terrain, (terrain.get(cell.terrain) ?? '') + hexPath(map.grid.shape, cell.x, cell.y, 1.01))
    for (const texted of texturesOf(cell.terrain)) marks.set(texted, (marks.get(texted) ?? '') + texture(cell, texted))
  }
  const forts = map.forts.map((f) => fort(map, f.hex, f.other))
  const paths = (source: Map<string, string>) => new Map([...source].map(([kind, d]) => [kind, new Path2D(d)]))
  return {
    coast: new Path2D(map.coast.map((r) => ring(r)).join('')),
    lakes: new Path2D(map.lakes.map((r) => ring(r)).join('')),
    lagoon: new Path2D(map.lagoons.map((r) => ring(r)).join('')),
    grid: new Path2D(grid),
    sheet: new Path2D(sheet),
    veil: new Path2D(map.around.map((cell) => hexPath(map.grid.shape, cell.x, cell.y, 1.005)).join('')),
    terrain: paths(terrain),
    marks: paths(marks),
    rivers: new Path2D(map.rivers.map((r) => (map.works ? curve(r) : ring(r, false))).join('') + map.riverSides.map(([a, b]) => riverSide(map, a, b)).join('')),
    roads: (map.works ? [] : map.roads).map((r) => ({ path: new Path2D(ring(r.line, false)), rank: r.rank })),
    rails: new Path2D(map.rails.map((r) => ring(r, false)).join('')),
    fortLines: new Path2D(forts.map((f) => f[0]).join('')),
    fortTeeth: new Path2D(forts.map((f) => f[1]).join('')),
  }
}

const built = new WeakMap<HexDrawing, Paths>()

/** Far below 36 px per hex, middle, near from 62. */
export const detailOf = (k: number): 1 | 2 | 3 => (k * HEX < 36 ? 1 : k * HEX < 62 ? 2 : 3)

export function paintHexMap(c: Canvas, map: HexDrawing, t: Tokens, view: View): void {
  let p = built.get(map)
  if (!p) built.set(map, (p = build(map)))
  const { k } = view
  const detail = detailOf(k)
  const px = 1 / k
  const hasCoast = map.coast.length > 0
  c.save()
  c.fillStyle = t.surface2
  c.fillRect(0, 0, view.width, view.height)
  c.translate(view.x, view.y)
  c.scale(k, k)
  c.lineJoin = 'round'
  c.save()
  c.clip(p.sheet)
  c.fillStyle = hasCoast ? t.sea : t.open
  c.fill(p.sheet)
  if (hasCoast) {
    for (const [width, colour] of [[0.62, t.sea1], [0.36, t.sea2], [0.16, t.sea3]] as const) {
      c.strokeStyle = colour
      c.lineWidth = width * HEX
      c.stroke(p.coast)
    }
    c.fillStyle = t.open
    c.fill(p.coast, 'evenodd')
  }
  c.save()
  if (hasCoast) c.clip(p.coast, 'evenodd')
  for (const [kind, path] of p.terrain) {
    if (kind === 'open') continue
    c.fillStyle = tintOf(kind, t)
    c.fill(path)
  }
  c.lineCap = 'round'
  for (const [kind, path] of p.marks) {
    if (detail === 1 || (detail === 2 && (kind === 'open' || kind === 'sand'))) continue
    c.strokeStyle = kind === 'marsh' ? t.marshmark : kind === 'woods' ? t.woodmark : t.mark
    c.globalAlpha = kind === 'open' ? 0.55 : kind === 'woods' ? 0.75 : kind === 'mountain' ? 0.8 : 0.7
    c.lineWidth = kind === 'open' ? 0.9 : 1.05
    c.stroke(path)
  }
  c.globalAlpha = 1
  if (map.works && detail > 1) paintBlocks(c, map, map.works, t)
  if (map.works) paintChannels(c, map, map.works, t, k)
  c.restore()
  if (map.lakes.length) {
    c.fillStyle = t.lake
    c.fill(p.lakes, 'evenodd')
    c.strokeStyle = t.coast
    c.lineWidth = 0.9 * px
    c.stroke(p.lakes)
  }
  if (map.lagoons.length) {
    c.fillStyle = t.sea1
    c.fill(p.lagoon)
    c.save()
    c.clip(p.lagoon)
    for (const [width, colour] of [[0.26, t.sea2], [0.11, t.sea3]] as const) {
      c.strokeStyle = colour
      c.lineWidth = width * HEX
      c.stroke(p.lagoon)
    }
    c.restore()
    c.strokeStyle = t.coast
    c.lineWidth = 1.1 * px
    c.stroke(p.lagoon)
  }
  if (hasCoast) {
    c.strokeStyle = t.coast
    c.lineWidth = 1.25 * px
    c.stroke(p.coast)
  }
  c.strokeStyle = t.seaink
  c.globalAlpha = 0.16
  c.lineWidth = 0.6 * px
  c.stroke(p.grid)
  c.save()
  if (hasCoast) c.clip(p.coast, 'evenodd')
  c.strokeStyle = t.grid
  c.globalAlpha = 0.42
  c.lineWidth = 0.8 * px
  c.stroke(p.grid)
  c.restore()
  c.globalAlpha = 1
  paintLines(c, p, t, k, detail)
  if (map.works) paintWorks(c, map, map.works, t, k)
  if (map.around.length) {
    // What is not in play stays readable behind a veil.
    c.globalAlpha = 0.5
    c.fillStyle = t.surface2
    c.fill(p.veil)
    c.globalAlpha = 1
  }
  c.restore()
  c.restore()
}

function paintLines(c: Canvas, p: Paths, t: Tokens, k: number, detail: number): void {
  const px = 1 / k
  const f = Math.min(1, Math.max(0.45, k)) * px
  c.lineCap = 'round'
  c.strokeStyle = t.river
  c.lineWidth = 2.6 * f
  c.stroke(p.rivers)
  c.lineCap = 'butt'
  if (detail > 1) {
    for (const { path, rank } of p.roads) {
      c.globalAlpha = 0.85
      c.strokeStyle = t.roadcase
      c.lineWidth = (rank === 'primary' ? 4.6 : 3.6) * f
      c.stroke(path)
      c.globalAlpha = 1
      c.strokeStyle = t.road
      c.lineWidth = (rank === 'primary' ? 2.1 : 1.4) * f
      c.stroke(path)
    }
  }
  c.globalAlpha = 0.6
  c.strokeStyle = t.halo
  c.lineWidth = 5 * f
  c.stroke(p.rails)
  c.globalAlpha = 1
  c.strokeStyle = t.rail
  c.lineWidth = 1.5 * px * Math.sqrt(Math.min(1, k))
  c.stroke(p.rails)
  c.lineWidth = 6 * f
  c.setLineDash([1.4 * px, 9 * f])
  c.stroke(p.rails)
  c.setLineDash([])
  c.globalAlpha = 0.8
  c.strokeStyle = t.halo
  c.lineWidth = 6
  c.stroke(p.fortLines)
  c.globalAlpha = 1
  c.strokeStyle = t.fort
  c.lineWidth = 2.8
  c.stroke(p.fortLines)
  c.lineWidth = 3.4
  c.stroke(p.fortTeeth)
}

/** Numbers and names; a name gives way to a stack in its hex. */
export function paintHexNames(c: Canvas, map: HexDrawing, t: Tokens, view: View, busy: ReadonlySet<string>): void {
  const { k } = view
  const detail = detailOf(k)
  const at = (x: number, y: number): [number, number] => [x * k + view.x, y * k + view.y]
  const shown = (x: number, y: number, m = 80): boolean => x > -m && y > -m && x < view.width + m && y < view.height + m
  c.save()
  c.textAlign = 'center'
  c.textBaseline = 'alphabetic'
  if (detail === 3) {
    c.font = `${Math.max(8, HEX * k * 0.107).toFixed(1)}px ${NUM_FONT}`
    c.fillStyle = t.label
    c.globalAlpha = 0.42
    for (const cell of map.cells.values()) {
      const [x, y] = at(cell.x, cell.y - HEX * 0.385)
      if (shown(x, y)) c.fillText(cell.label, x, y)
    }
    c.globalAlpha = 1
  }
  c.lineJoin = 'round'
  for (const water of map.waters) {
    if (!map.around.length && !hexUnder(map, water.x, water.y)) continue
    const [x, y] = at(water.x, water.y)
    const size = Math.max(10, (water.size / 2.4) * Math.max(k, 0.35))
    if (!shown(x, y, 260) || (detail < 3 && water.size < 40)) continue
    c.save()
    c.translate(x, y)
    c.rotate((water.turn * Math.PI) / 180)
    c.font = `italic ${size.toFixed(1)}px ${MAP_FONT}`
    if ('letterSpacing' in c) c.letterSpacing = `${Math.max(1, water.spacing * 0.2 * k).toFixed(1)}px`
    c.strokeStyle = t.sea1
    c.lineWidth = 2
    c.strokeText(water.name, 0, 0)
    c.fillStyle = t.seaink
    c.fillText(water.name, 0, 0)
    c.restore()
  }
  if (map.works) paintSites(c, map, map.works, t, at, k)
  for (const town of shownTowns(map, k)) {
    const [x, y] = at(town.x, town.y)
    if (town.rank !== 'urban' && shown(x, y)) paintTown(c, t, town.rank, x, y, map.works !== undefined && detail === 1 ? 0.55 : 1)
  }
  for (const { town, x, y, font } of layTowns(c, map, k, busy)) {
    const [lx, ly] = [x + view.x, y + view.y]
    if (!shown(lx, ly)) continue
    c.font = font
    c.globalAlpha = map.cells.has(town.hex) ? 1 : 0.6
    c.strokeStyle = t.halo
    c.lineWidth = 3.2
    c.strokeText(town.name, lx, ly)
    c.fillStyle = t.label
    c.fillText(town.name, lx, ly)
    c.globalAlpha = 1
  }
  c.restore()
}

type Town = HexDrawing['towns'][number]
/** The name of a town and where it stands: the middle of its base line, in px of the zoom, and what it covers. */
export interface TownName { town: Town; x: number; y: number; font: string; rect: [x0: number, y0: number, x1: number, y1: number] }

const shownTowns = (map: HexDrawing, k: number): Town[] => {
  const detail = detailOf(k)
  return map.towns.filter((town) => !((detail < 3 && town.rank === 'village') || (detail < 2 && town.rank !== 'city' && town.rank !== 'urban')))
}

/** Half of a counter with the edges of its stack, in hexes. */
const COUNTER = 0.36

/** Lay the names of towns: none lies under a counter, on a stack of its own hex or of the next; from afar none lies on another. */
export function layTowns(c: Pick<Canvas, 'font' | 'measureText'>, map: HexDrawing, k: number, busy: ReadonlySet<string>): TownName[] {
  const isTight = map.works !== undefined && detailOf(k) < 3
  const counters = [...busy].flatMap((hex) => map.cells.get(hex) ?? []).map(({ x, y }) => [x * k, y * k] as const)
  const half = Math.min(42, COUNTER * HEX * k)
  const isFree = ([x0, y0, x1, y1]: TownName['rect']): boolean => counters.every(([x, y]) => x1 < x - half || x0 > x + half || y1 < y - half || y0 > y + half)
  const towns = isTight ? [...shownTowns(map, k)].sort((a, b) => Number(b.rank === 'urban') - Number(a.rank === 'urban')) : shownTowns(map, k)
  const laid: TownName[] = []
  for (const town of towns) {
    if (!town.name) continue
    const city = town.rank === 'city' || town.rank === 'urban'
    const size = town.rank === 'urban' ? 15 : city ? 13 : 12.5
    c.font = `${city ? 700 : 500} ${size}px ${MAP_FONT}`
    const wide = c.measureText(town.name).width / 2
    const own = labelPoint(town, town.x * k, town.y * k, [town.lx * k, town.ly * k], k)
    const first: [number, number] = [own[0] + (town.anchor === 'left' ? wide : town.anchor === 'right' ? -wide : 0), own[1]]
    const cell = map.cells.get(town.hex)
    const [cx, cy, out] = cell ? [cell.x * k, cell.y * k, HEX * k * 0.5] : [first[0], first[1], 20]
    // Its own spot, then below and above its hex, further to a side each time, then beside it.
    const spots: [number, number][] = [[0, 1], [0, -1]].flatMap(([, up]) => [0, -0.6, 0.6, -1.1, 1.1].map((side): [number, number] => [cx + side * wide, cy + up! * (out + (up! > 0 ? size * 0.9 : size * 0.2))]))
    spots.push([cx - out - wide, cy + size * 0.3], [cx + out + wide, cy + size * 0.3])
    const rectAt = ([x, y]: [number, number]): TownName['rect'] => [x - wide - 1, y - size * 0.8, x + wide + 1, y + size * 0.25]
    const found = [first, ...spots].find((spot) => isFree(rectAt(spot)))
    if (!found) continue
    const rect = rectAt(found)
    if (isTight && laid.some((one) => rect[0] < one.rect[2] + 3 && rect[2] > one.rect[0] - 3 && rect[1] < one.rect[3] && rect[3] > one.rect[1])) continue
    laid.push({ town, x: found[0], y: found[1], font: c.font, rect })
  }
  return laid
}

/** Names stand off their mark by a fixed distance on screen, in the direction the map gives. */
function labelPoint(town: { anchor: CanvasTextAlign; lx: number; x: number; ly: number; y: number }, x: number, y: number, far: [number, number], k: number): [number, number] {
  if (k >= 0.9) return far
  if (town.anchor === 'left') return [x + 9, y + 4]
  if (town.anchor === 'right') return [x - 9, y + 4]
  return [x, town.ly >= town.y ? y + 18 : y - 9]
}

function paintTown(c: Canvas, t: Tokens, rank: string, x: number, y: number, size: number): void {
  c.beginPath()
  if (rank === 'city' || rank === 'major_city') {
    c.fillStyle = t.town
    c.strokeStyle = t.halo
    c.lineWidth = 1.2
    const d = new Path2D(`M${x - 7 * size} ${y - 6 * size}` + ['h8', 'v-3', 'h6', 'v7', 'h-3', 'v8', 'h-9', 'v-3', 'h-4'].map((way) => way[0] + String(Number(way.slice(1)) * size)).join('') + 'z')
    c.stroke(d)
    c.fill(d)
    return
  }
  c.fillStyle = t.halo
  c.strokeStyle = t.town
  if (rank === 'town') {
    c.lineWidth = 2
    c.rect(x - 4, y - 4, 8, 8)
  } else {
    c.lineWidth = 1.5
    c.arc(x, y, 2.8, 0, 7)
  }
  c.fill()
  c.stroke()
}
