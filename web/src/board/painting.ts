/** What is asked of the painter of the map, and what it paints. It works in a thread of its own and knows no page. */
import { tokensOf, type Theme } from '../tokens'
import { layAreaNames, paintAreaMap, paintAreaNames, type Name, type Rect } from './areapaint'
import { paintHexMap, paintHexNames } from './hexpaint'
import { markInk } from './inks'
import type { Drawn } from './overlay'
import { paintOverlay } from './overlaypaint'
import type { AreaDrawing, HexDrawing } from './scene'
import type { Window } from './window'

export type Part = 'backdrop' | 'ground' | 'veil' | 'letters'
export const SHARP: readonly Part[] = ['ground', 'veil', 'letters']

export interface Job {
  parts: readonly Part[]
  window: Window
  /** Device pixels to a px. */
  ratio: number
  theme: Theme
  holders: ReadonlyMap<string, string>
  /** Hexes whose names give way to a stack. */
  crowded: readonly string[]
  /** What chips cover, by area, in px of the zoom. */
  boxes: ReadonlyMap<string, Rect>
  near: boolean
  overlay: { drawn: Drawn; isThreat: boolean; seats: readonly string[] } | null
}
export interface Picture { part: Part; bitmap: ImageBitmap }
export type ToPainter = { map: HexDrawing | AreaDrawing } | { job: Job }
/** What was painted; without a window, the faces have come and the names can be written. */
export interface Painted { window: Window; pictures: Picture[] }
export type FromPainter = Painted | { window: null }

export type Canvas = OffscreenCanvasRenderingContext2D

/** The names of an area map as they were laid last: panning does not lay them anew. */
let laid: { k: number; boxes: Job['boxes']; names: Name[] } | null = null

export function paint(c: Canvas, part: Part, map: HexDrawing | AreaDrawing, job: Job): void {
  const { window, ratio, theme } = job
  const view = { k: window.k, x: -window.x, y: -window.y, width: window.width, height: window.height }
  const t = tokensOf(theme)
  c.setTransform(ratio, 0, 0, ratio, 0, 0)
  switch (part) {
    case 'backdrop':
    case 'ground':
      if (map.kind === 'hex') paintHexMap(c, map, t, view)
      else paintAreaMap(c, map, job, t, theme, view, ratio)
      break
    case 'letters':
      if (map.kind === 'hex') paintHexNames(c, map, t, view, new Set(job.crowded))
      else paintAreaNames(c, namesOf(c, map, job), job, t, theme, view)
      break
    case 'veil':
      if (job.overlay) {
        const { drawn, isThreat, seats } = job.overlay
        paintOverlay(c, map, drawn, { side: (side) => markInk(side, theme, seats), band: isThreat ? t.target : t.accent, strong: theme === 'dark' }, view, ratio)
      }
  }
}

function namesOf(c: Canvas, map: AreaDrawing, job: Job): Name[] {
  const { k } = job.window
  if (!laid || laid.k !== k || !isSame(laid.boxes, job.boxes)) laid = { k, boxes: job.boxes, names: layAreaNames(c, map, k, job.boxes, job.near) }
  return laid.names
}

function isSame(a: Job['boxes'], b: Job['boxes']): boolean {
  if (a.size !== b.size) return false
  for (const [place, rect] of a) if (b.get(place)?.join() !== rect.join()) return false
  return true
}
