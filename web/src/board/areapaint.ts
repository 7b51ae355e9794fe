/** The world on a canvas: water bands, areas in the tint of their holder, hatching of neutrals, borders and names. */
import { MAP_FONT, NUM_FONT, mix, sideOf, type Theme, type Tokens } from '../tokens'
import type { Area, AreaDrawing } from './scene'
import type { View } from './hexpaint'
import { isInside } from './picking'

type Canvas = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

const path = (rings: number[][]): Path2D => {
  const p = new Path2D()
  for (const ring of rings) {
    p.moveTo(ring[0]!, ring[1]!)
    for (let i = 2; i < ring.length; i += 2) p.lineTo(ring[i]!, ring[i + 1]!)
    p.closePath()
  }
  return p
}
const lines = (all: number[][]): Path2D => {
  const p = new Path2D()
  for (const line of all) {
    p.moveTo(line[0]!, line[1]!)
    for (let i = 2; i < line.length; i += 2) p.lineTo(line[i]!, line[i + 1]!)
  }
  return p
}

interface Paths { area: Map<string, Path2D>; ice: Path2D; scenery: Path2D; closed: Path2D; connectors: Path2D }
const built = new WeakMap<AreaDrawing, Paths>()

export function areaPaths(map: AreaDrawing): Paths {
  let found = built.get(map)
  if (!found) {
    const all = [...map.areas.values()]
    found = {
      area: new Map(all.map((a) => [a.id, path(a.rings)])),
      ice: path(map.ice),
      scenery: path(map.scenery),
      closed: lines(map.closed),
      connectors: lines(map.connectors),
    }
    built.set(map, found)
  }
  return found
}

/** The tint of a land area: a power's own colour over paper, more of it where the colour is light. */
export function tint(area: Area, holder: string, t: Tokens, theme: Theme): string {
  if (area.impassable) return theme === 'dark' ? t.waste : '#CFC7B4'
  if (!holder || holder === 'neutral') return t.paper
  const { body, ink } = sideOf(holder)
  const pale = holder === 'uk' || holder === 'anzac'
  if (theme === 'dark') return mix(body, t.areabase, ink === '#FFFFFF' ? 0.78 : pale ? 0.42 : 0.46)
  return mix(body, t.areabase, ink === '#FFFFFF' || holder === 'usa' ? 0.4 : pale ? 0.85 : 0.52)
}

let hatch: { colour: string; pattern: CanvasPattern | null } | null = null
function hatching(c: Canvas, colour: string): CanvasPattern | string {
  if (hatch?.colour !== colour) {
    const tile = new OffscreenCanvas(8, 8)
    const g = tile.getContext('2d')!
    g.strokeStyle = colour
    g.lineWidth = 1.1
    g.beginPath()
    for (const o of [-8, 0, 8]) {
      g.moveTo(o, 8)
      g.lineTo(o + 8, 0)
    }
    g.stroke()
    hatch = { colour, pattern: c.createPattern(tile, 'repeat') }
  }
  return hatch.pattern ?? colour
}

export interface Held { holders: ReadonlyMap<string, string> }

export function paintAreaMap(c: Canvas, map: AreaDrawing, held: Held, t: Tokens, theme: Theme, view: View, ratio: number): void {
  const p = areaPaths(map)
  const { k } = view
  const px = 1 / k
  const wide = Math.min(2.2, Math.max(0.8, k ** 0.6))
  const box = [-view.x / k, -view.y / k, (view.width - view.x) / k, (view.height - view.y) / k] as const
  const edge = 12 * wide * px
  const seen = [...map.areas.values()].filter((a) => a.box[0] - edge < box[2] && a.box[2] + edge > box[0] && a.box[1] - edge < box[3] && a.box[3] + edge > box[1])
  const land = seen.filter((a) => !a.sea)
  const joined = (areas: Area[]): Path2D => {
    const all = new Path2D()
    for (const area of areas) all.addPath(p.area.get(area.id)!)
    return all
  }
  const shore = joined(land)
  const holder = (a: Area): string => held.holders.get(a.id) ?? a.owner
  c.save()
  c.fillStyle = t.sea
  c.fillRect(0, 0, view.width, view.height)
  c.translate(view.x, view.y)
  c.scale(k, k)
  c.lineJoin = 'round'
  for (const [width, colour] of [[11, t.sea1], [6.5, t.sea2], [3, t.sea3]] as const) {
    c.strokeStyle = colour
    c.lineWidth = width * wide * px
    c.stroke(shore)
  }
  c.strokeStyle = t.seaink
  c.globalAlpha = 0.28
  c.lineWidth = 0.8 * px
  c.stroke(joined(seen.filter((a) => a.sea)))
  c.setLineDash([4 * px, 3 * px])
  c.stroke(p.connectors)
  c.setLineDash([])
  c.globalAlpha = 1
  c.strokeStyle = t.areacoast
  c.lineWidth = 1.6 * wide * px
  c.stroke(shore)
  c.fillStyle = t.paper
  c.fill(p.scenery, 'evenodd')
  c.strokeStyle = t.areacoast
  c.lineWidth = 0.8 * px
  c.stroke(p.scenery)
  c.globalAlpha = 0.85
  c.fillStyle = theme === 'dark' ? '#2A3944' : '#F4F8FA'
  c.fill(p.ice, 'evenodd')
  c.globalAlpha = 1
  for (const area of land) {
    const one = p.area.get(area.id)!
    c.fillStyle = c.strokeStyle = tint(area, holder(area), t, theme)
    c.lineWidth = 0.7 * px
    c.stroke(one)
    c.fill(one, 'evenodd')
    // Captured: the rim shows whose it was.
    if (area.owner && holder(area) && holder(area) !== area.owner) {
      c.save()
      c.clip(one, 'evenodd')
      c.strokeStyle = sideOf(area.owner).body
      c.lineWidth = 9 * px
      c.globalAlpha = 0.75
      c.stroke(one)
      c.restore()
    }
  }
  c.save()
  c.clip(joined(land.filter((area) => !holder(area) && !area.impassable)), 'evenodd')
  c.setTransform(ratio, 0, 0, ratio, 0, 0)
  c.globalAlpha = 0.55
  c.fillStyle = hatching(c, t.hatch)
  c.fillRect(0, 0, view.width, view.height)
  c.restore()
  c.strokeStyle = t.border
  c.lineWidth = 0.9 * Math.sqrt(wide) * px
  for (const area of land) if (!area.impassable) c.stroke(p.area.get(area.id)!)
  c.strokeStyle = t.areacoast
  c.lineWidth = 2 * px
  c.setLineDash([1.5 * px, 2.5 * px])
  c.stroke(p.closed)
  c.setLineDash([])
  c.restore()
}

export type Rect = [x0: number, y0: number, x1: number, y1: number]

/** Where a name stands, in px of the zoom, and how big it is. */
export interface Name { area: Area; x: number; y: number; size: number; value: string; rect: Rect }

/** Lay all names of a zoom: they give way to chips and to each other, the biggest area first. */
export function layAreaNames(c: Canvas, map: AreaDrawing, k: number, chips: ReadonlyMap<string, Rect>, near: boolean): Name[] {
  const scale = near ? 1.3 : Math.min(1.25, Math.max(0.85, k))
  const busy: Rect[] = [...chips.values()]
  const isFree = (r: Rect): boolean => busy.every((b) => r[2] < b[0] || r[0] > b[2] || r[3] < b[1] || r[1] > b[3])
  const extent = (a: Area): number => (a.sea ? 30 : Math.max(a.label[3], (a.box[2] - a.box[0]) * 0.6)) * k
  const order = [...map.areas.values()].sort((a, b) => Number(a.sea) - Number(b.sea) || extent(b) - extent(a))
  const names: Name[] = []
  const lands = order.filter((area) => !area.sea)
  /** A name stands on its own area; one that has no room there may stand at sea, never on a neighbour. */
  const belongs = (area: Area, px: number, py: number, atSea: boolean): boolean => {
    const [wx, wy] = [px / k, py / k]
    if (area.sea || isInside(area.rings, wx, wy)) return true
    return atSea && !lands.some((one) => wx >= one.box[0] && wx <= one.box[2] && wy >= one.box[1] && wy <= one.box[3] && isInside(one.rings, wx, wy))
  }
  for (const area of order) {
    const [x, y] = [area.label[0] * k, area.label[1] * k]
    const text = textOf(area)
    const room = extent(area)
    const size = area.sea ? (near ? 12 : 9) : Math.min(13 * scale, Math.max(9.6 * scale, (room / text.length) * 0.9))
    c.font = fontOf(area, size)
    const w = c.measureText(text).width + (near && area.value ? size * 0.7 : 0)
    if (!area.sea && room < w * 0.62) continue
    const chip = chips.get(area.id)
    const cx = chip ? (chip[0] + chip[2]) / 2 : x
    const spots: [number, number][] = chip
      ? [[cx, chip[3] + size * 0.62], [cx, chip[1] - size * 0.62], [x, y - size * 1.2], [x, y + size * 1.2]]
      : [[x, y], [x, y + size * 1.1], [x, y - size * 1.1], [x + w * 0.35, y + size], [x - w * 0.35, y - size]]
    const rectAt = ([px, py]: [number, number]): Rect => [px - w / 2, py - size * 0.5, px + w / 2, py + size * 0.5]
    const all = area.sea ? spots : [...spots, ...spread(area, k)]
    const found = [false, true].flatMap((atSea) => all.filter((spot) => belongs(area, ...spot, atSea))).find((spot) => isFree(rectAt(spot)))
    if (!found) continue
    busy.push(rectAt(found))
    names.push({ area, x: found[0], y: found[1], size, value: near && area.value && !area.sea ? String(area.value) : '', rect: rectAt(found) })
  }
  return names
}

/** Further spots for a name, over the breadth of its area. */
function spread(area: Area, k: number): [number, number][] {
  const [x0, y0, x1, y1] = area.box
  const at = [0.5, 0.35, 0.65, 0.2, 0.8]
  return at.flatMap((v) => at.map((h): [number, number] => [(x0 + (x1 - x0) * h) * k, (y0 + (y1 - y0) * v) * k]))
}

/** The area whose name is at a point, in px of the zoom: a name belongs to its area, whatever it hangs over. */
export const namedAt = (names: readonly Name[], x: number, y: number): string =>
  names.find(({ area, rect }) => !area.sea && x >= rect[0] && x <= rect[2] && y >= rect[1] && y <= rect[3])?.area.id ?? ''

const textOf = (area: Area): string => (area.sea ? (area.name.match(/\d+/)?.[0] ?? area.name) : area.name)
const fontOf = (area: Area, size: number): string => `${area.sea || area.impassable ? 'italic ' : ''}${size.toFixed(1)}px ${MAP_FONT}`

export function paintAreaNames(c: Canvas, names: readonly Name[], held: Held, t: Tokens, theme: Theme, view: View): void {
  c.save()
  c.textAlign = 'center'
  c.lineJoin = 'round'
  for (const { area, size, value, ...at } of names) {
    const [x, y] = [at.x + view.x, at.y + view.y]
    if (x < -120 || y < -40 || x > view.width + 120 || y > view.height + 40) continue
    c.font = fontOf(area, size)
    if (area.sea) {
      c.fillStyle = t.seaink
      c.globalAlpha = 0.85
      c.fillText(textOf(area), x, y + size * 0.35)
      c.globalAlpha = 1
      continue
    }
    c.strokeStyle = tint(area, held.holders.get(area.id) ?? area.owner, t, theme)
    c.lineWidth = 2.6
    c.fillStyle = area.impassable ? t.wasteink : t.label
    const tx = value ? x - size * 0.35 : x
    c.strokeText(area.name, tx, y + size * 0.35)
    c.fillText(area.name, tx, y + size * 0.35)
    if (!value) continue
    const edge = tx + c.measureText(area.name).width / 2
    c.font = `700 ${(size * 0.88).toFixed(1)}px ${NUM_FONT}`
    c.textAlign = 'left'
    c.strokeText(value, edge + 3, y + size * 0.35)
    c.fillText(value, edge + 3, y + size * 0.35)
    c.textAlign = 'center'
  }
  c.restore()
}
