/** From a point of the world to the place under it, and from a place to its neighbour in a direction. */
import { around, HEX, R3 } from './hexes'
import { anchorOf, type AreaDrawing, type HexDrawing } from './scene'

export function placeUnder(map: HexDrawing | AreaDrawing, x: number, y: number): string {
  return map.kind === 'hex' ? hexUnder(map, x, y) : areaUnder(map, x, y)
}

/** The hex whose centre is nearest is the one that holds the point. */
export function hexUnder(map: HexDrawing, x: number, y: number): string {
  let best = ''
  let least = Infinity
  for (const id of around(map.grid, x, y)) {
    const cell = map.cells.get(id)
    const far = cell ? Math.hypot(cell.x - x, cell.y - y) : Infinity
    if (far < least) [least, best] = [far, id]
  }
  return least <= HEX / R3 ? best : ''
}

export function isInside(rings: readonly number[][], x: number, y: number): boolean {
  let odd = false
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      const [xi, yi, xj, yj] = [ring[i]!, ring[i + 1]!, ring[j]!, ring[j + 1]!]
      if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) odd = !odd
    }
  }
  return odd
}

function areaUnder(map: AreaDrawing, x: number, y: number): string {
  // Islands lie in sea zones: land is looked for first.
  for (const sea of [false, true])
    for (const area of map.areas.values()) {
      const [x0, y0, x1, y1] = area.box
      if (area.sea === sea && x >= x0 && x <= x1 && y >= y0 && y <= y1 && isInside(area.rings, x, y)) return area.id
    }
  return ''
}

/** How far off the direction a neighbour may be: hexes lie at sixths of a turn, areas anywhere. */
const WIDE = { hex: (40 * Math.PI) / 180, area: (62 * Math.PI) / 180 }

/** The nearest place in that direction (degrees, 0 is right, clockwise); the same place where there is none. */
export function neighbourIn(map: HexDrawing | AreaDrawing, place: string, degrees: number): string {
  const here = anchorOf(map, place)
  if (!here) return place
  const angle = (degrees * Math.PI) / 180
  let best = place
  let least = Infinity
  for (const id of (map.kind === 'hex' ? map.cells : map.areas).keys()) {
    const there = anchorOf(map, id)!
    const [dx, dy] = [there[0] - here[0], there[1] - here[1]]
    const far = Math.hypot(dx, dy)
    if (!far) continue
    const off = Math.abs(Math.atan2(Math.sin(Math.atan2(dy, dx) - angle), Math.cos(Math.atan2(dy, dx) - angle)))
    if (off > WIDE[map.kind]) continue
    const turn = map.kind === 'hex' && isTurn(map, place, dx, dy) ? 0 : 1e-3
    const cost = far * (1 + off * 0.7) + turn
    if (cost < least) [least, best] = [cost, id]
  }
  return best
}

/** Straight to the side, or up, there may be no hex: lines take turns, so that a row of presses stays on one of them. */
function isTurn({ grid, cells }: HexDrawing, place: string, dx: number, dy: number): boolean {
  const { column, row } = cells.get(place)!
  return grid.shape === 'flat' ? column % 2 === (dy > 0 ? 0 : 1) : row % 2 === (dx > 0 ? 0 : 1)
}
