/** Which part of the map is painted: what is seen and a margin around it, so that a pan moves a picture and paints nothing. */
import type { Shot } from './camera'

/** A rectangle of the map at a zoom, in px from the origin of the world. */
export interface Window { k: number; x: number; y: number; width: number; height: number }

/** How near the edge of what is painted the screen may come before more is painted, in px. */
const SOON = 140
/** The share of the margin that is put ahead of the hand. */
const AHEAD = 0.7

/** The margin around the screen, in px: less where each of them counts several times. */
export const marginOf = (ratio: number): number => (ratio > 1 ? 220 : 380)

/** The window around a shot; `ahead` says where the map is pulled to: -1, 0 or 1 on each axis. */
export function windowFor(shot: Shot, width: number, height: number, margin: number, ahead: readonly [number, number] = [0, 0]): Window {
  return {
    k: shot.k,
    x: Math.round(-shot.x - margin - ahead[0] * margin * AHEAD),
    y: Math.round(-shot.y - margin - ahead[1] * margin * AHEAD),
    width: Math.round(width + 2 * margin),
    height: Math.round(height + 2 * margin),
  }
}

/** Whether the screen is well inside a window. */
export function isCovered(window: Window, shot: Shot, width: number, height: number): boolean {
  const [x, y] = [-shot.x - window.x, -shot.y - window.y]
  return window.k === shot.k && x >= SOON && y >= SOON && x + width <= window.width - SOON && y + height <= window.height - SOON
}
