/** Where a fan opens: beside its stack, on the side where it covers least of what might be picked next. */
import type { Box } from './camera'

export type Point = readonly [x: number, y: number]
/** A spot of the screen that should stay in sight, and how much. */
export type Busy = readonly [x: number, y: number, weight: number]

const GAP = 10
const MARGIN = 4

export function fanSpot(at: Point, reach: number, [w, h]: Point, free: Box, busy: readonly Busy[]): Point {
  const [cx, cy, far] = [at[0] - w / 2, at[1] - h / 2, reach + GAP]
  const [left, right, up, down] = [at[0] - far - w, at[0] + far, at[1] - far - h, at[1] + far]
  const tries: Point[] = [[cx, down], [cx, up], [right, cy], [left, cy], [right, down], [left, down], [right, up], [left, up]]
  const inside = ([x, y]: Point): Point => [
    Math.max(free[0] + MARGIN, Math.min(x, free[2] - w - MARGIN)),
    Math.max(free[1] + MARGIN, Math.min(y, free[3] - h - MARGIN)),
  ]
  const covers = ([x, y]: Point, [px, py]: readonly number[]): boolean => px! > x - GAP && px! < x + w + GAP && py! > y - GAP && py! < y + h + GAP
  const cost = (spot: Point): number => {
    const own = covers(spot, at) ? 100 : 0
    return own + busy.reduce((sum, one) => (covers(spot, one) ? sum + one[2] : sum), 0)
  }
  // Of equal spots the first: below, then above, then beside.
  return tries.map(inside).reduce((best, spot) => (cost(spot) < cost(best) ? spot : best))
}
