/** Ways as they are shown before anybody goes: what they cost, what they leave, what waits on them. Pure. */
import type { Id, Widget } from '../api/types'
import { leftAfter, pointsText } from './lighting'

export interface ShownWay {
  verb: string
  /** The start first. */
  places: Id[]
  cost: number
  widget: Widget
  dangers: Danger[]
}

export interface Danger {
  place: string
  word: string
}

/** What waits on a way, in its order. */
export function dangersOf(widget: Widget, path: readonly Id[]): Danger[] {
  return path.flatMap((id) => {
    const word = widget.dangers?.[String(id)]
    return word ? [{ place: String(id), word }] : []
  })
}

/** What is left to spend after a way, in points; nothing where there is no limit. */
export function leftText(way: ShownWay): string {
  const left = leftAfter(way.widget, way.cost)
  return left === undefined ? '' : pointsText(left, way.widget.per)
}

/** Into which of a few bands of cost a place falls, the nearest first: what is farther is paler. */
export function bandOf(cost: number, most: number, bands = 4): number {
  return Math.min(bands - 1, Math.floor((bands * Math.max(0, cost - 1)) / Math.max(1, most)))
}
