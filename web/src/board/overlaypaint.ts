/** The ground part of an overlay on a canvas: hatches, bands and rims. Panning then moves one picture and nothing else. */
import { rimOf, type Drawn } from './overlay'
import { hexCorners } from './hexes'
import type { AreaDrawing, HexDrawing } from './scene'

export interface View { k: number; x: number; y: number; width: number; height: number }
export interface Ink { side: (side: string) => string; band: string; strong: boolean }

const HATCH = 7
const HATCH_LINE = 2.2
const RIM = 6
/** Dashes of rims: the second sign beside colour. */
export const DASHES = [[], [14, 5], [4, 4]]

/** The outline of a place in world units. */
export function outlineOf(map: HexDrawing | AreaDrawing, place: string): Path2D | null {
  const path = new Path2D()
  if (map.kind === 'hex') {
    const cell = map.cells.get(place)
    if (!cell) return null
    hexCorners(map.grid.shape, cell.x, cell.y, 0.985).forEach(([x, y], i) => (i ? path.lineTo(x, y) : path.moveTo(x, y)))
    path.closePath()
    return path
  }
  const area = map.areas.get(place)
  if (!area) return null
  for (const ring of area.rings) {
    for (let i = 0; i < ring.length; i += 2) {
      if (i) path.lineTo(ring[i]!, ring[i + 1]!)
      else path.moveTo(ring[i]!, ring[i + 1]!)
    }
    path.closePath()
  }
  return path
}

/** Whether anything of a place is in the picture. */
function isSeen(map: HexDrawing | AreaDrawing, place: string, view: View): boolean {
  const cell = map.kind === 'hex' ? map.cells.get(place) : undefined
  const box = map.kind === 'area' ? map.areas.get(place)?.box : cell && [cell.x - 50, cell.y - 50, cell.x + 50, cell.y + 50]
  if (!box) return false
  const [x0, y0, x1, y1] = box as [number, number, number, number]
  return x1 * view.k + view.x > 0 && y1 * view.k + view.y > 0 && x0 * view.k + view.x < view.width && y0 * view.k + view.y < view.height
}

export function paintOverlay(c: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D, map: HexDrawing | AreaDrawing, drawn: Drawn, ink: Ink, view: View, ratio: number): void {
  const world = (): void => c.setTransform(ratio * view.k, 0, 0, ratio * view.k, ratio * view.x, ratio * view.y)
  const screen = (): void => c.setTransform(ratio, 0, 0, ratio, 0, 0)
  const joined = (places: readonly string[]): Path2D => {
    const all = new Path2D()
    for (const place of places) {
      const one = isSeen(map, place, view) ? outlineOf(map, place) : null
      if (one) all.addPath(one)
    }
    return all
  }
  const px = (n: number): number => n / view.k

  for (const { side, turn, places } of drawn.hatches) {
    c.save()
    world()
    c.clip(joined(places))
    screen()
    c.strokeStyle = ink.side(side)
    c.globalAlpha = ink.strong ? 0.5 : 0.42
    c.lineWidth = HATCH_LINE
    // Lines run through the map and not through the window: they stay where they are when it is panned.
    const angle = (turn * Math.PI) / 180
    const [dx, dy] = [-Math.sin(angle), Math.cos(angle)]
    const [nx, ny] = [dy, -dx]
    const far = view.width + view.height
    const centre = [view.width / 2, view.height / 2] as const
    const shift = ((view.x - centre[0]) * nx + (view.y - centre[1]) * ny) % HATCH
    c.beginPath()
    for (let at = -far + shift; at < far; at += HATCH) {
      const [x, y] = [centre[0] + nx * at, centre[1] + ny * at]
      c.moveTo(x - dx * far, y - dy * far)
      c.lineTo(x + dx * far, y + dy * far)
    }
    c.stroke()
    c.restore()
  }
  world()
  for (const { strength, places } of drawn.bands) {
    const all = joined(places)
    c.fillStyle = c.strokeStyle = ink.band
    c.globalAlpha = strength || 0.12
    c.fill(all)
    c.globalAlpha = 0.35
    c.lineWidth = px(1)
    c.stroke(all)
  }
  for (const { side, dash, places } of drawn.rims) {
    c.fillStyle = c.strokeStyle = ink.side(side)
    if (map.kind === 'hex') {
      c.globalAlpha = 0.12
      c.fill(joined(places))
      c.globalAlpha = 1
      c.lineWidth = px(RIM)
      c.setLineDash(DASHES[dash]!.map(px))
      c.stroke(new Path2D(rimOf(map, places, px(RIM / 2)).d))
      c.setLineDash([])
      continue
    }
    c.lineWidth = px(2 * Math.max(2.2, Math.min(RIM, 2.6 * view.k)))
    for (const place of places) {
      const one = isSeen(map, place, view) ? outlineOf(map, place) : null
      if (!one) continue
      c.save()
      c.clip(one)
      c.globalAlpha = 0.1
      c.fill(one)
      c.globalAlpha = 1
      c.stroke(one)
      c.restore()
    }
  }
  c.globalAlpha = 1
  screen()
}
