/** Where the map stands on the screen. A hand moves one layer by CSS; things are laid out anew only when the zoom changed. */
import { Camera, type Box, type Shot } from './camera'
import { sizeOf } from './chips'
import { HEX } from './hexes'
import { anchorOf, type AreaDrawing, type HexDrawing } from './scene'

/** A hex map opens no smaller than this: counters show what is printed on them. */
const READABLE = 0.9
const READABLE_PHONE = 0.62
/** Below this zoom of an area map chips would hide the map: only the tints are shown. */
export const CHIPS_FROM = 0.65
/** From here on an area map shows every kind of unit. */
const NEAR_FROM = 1.7
/** An area map opens no closer than this, and shows so much around what can be picked, in world units. */
const CLOSE = 1.6
const AROUND = 70
/** How far beyond the map the screen may go, in world units. */
const BEYOND = 600
/** Marks outside the screen are drawn as far as this, in px: a pan shows them without drawing anything. */
const MARGIN = 900

const median = (of: number[]): number => [...of].sort((a, b) => a - b)[Math.floor(of.length / 2)] ?? 0

export interface Listener {
  /** The map is dragged or zoomed by hand. */
  moved(): void
  /** It is somewhere else now, perhaps in the middle of a gesture. */
  follow(shot: Shot): void
}

export class Stage {
  width = $state(0)
  height = $state(0)
  /** Where it rests; in the middle of a gesture the layer is ahead of it. */
  shot = $state.raw<Shot>({ k: 1, x: 0, y: 0 })
  gesturing = $state(false)
  readonly k = $derived(this.shot.k)
  readonly phone = $derived(this.width < 768)
  readonly world: Box
  private camera: Camera | null = null
  private layer: HTMLElement | null = null

  constructor(readonly map: HexDrawing | AreaDrawing, private readonly insets: () => Box, private readonly listener: Listener) {
    this.world = map.kind === 'hex' ? map.bounds : [0, 0, map.width, map.height]
  }

  /** What panels leave free, in px of the screen. */
  readonly free = $derived.by<Box>(() => {
    const [left, top, right, bottom] = this.insets()
    return [left, top, Math.max(left + 80, this.width - right), Math.max(top + 80, this.height - bottom)]
  })
  /** How much bigger things are drawn than on a desk of 1440 px. */
  readonly size = $derived(sizeOf(this.width, this.height))
  readonly near = $derived.by(() => this.map.kind === 'area' && this.k >= NEAR_FROM * this.size)

  /** Listen to hands; `isFree` says whether a press moves the map or means something on it. */
  mount(host: HTMLElement, layer: HTMLElement, isFree: (event: Event) => boolean): () => void {
    this.layer = layer
    const limits: [number, number] = this.map.kind === 'hex' ? [0.16, 1.8] : [0.26, 5]
    const camera = new Camera(host, limits, isFree, (shot, byHand) => this.gesture(shot, byHand), (shot) => this.rest(shot))
    const [x0, y0, x1, y1] = this.world
    camera.bound([x0 - BEYOND, y0 - BEYOND, x1 + BEYOND, y1 + BEYOND])
    this.camera = camera
    return () => camera.destroy()
  }

  private place({ k, x, y }: Shot): void {
    if (this.layer) this.layer.style.transform = k === this.k ? `translate(${Math.round(x)}px,${Math.round(y)}px)` : `translate(${x}px,${y}px) scale(${k / this.k})`
  }

  private gesture(next: Shot, byHand: boolean): void {
    if (byHand) this.listener.moved()
    this.gesturing = true
    this.place(next)
    this.listener.follow(next)
  }

  private rest(next: Shot): void {
    this.gesturing = false
    this.shot = next
    this.place(next)
  }

  /** Where a place is on the screen. */
  screen(place: string): [number, number] {
    const at = anchorOf(this.map, place)
    return at ? [at[0] * this.shot.k + this.shot.x, at[1] * this.shot.k + this.shot.y] : [this.width / 2, this.height / 3]
  }

  /** Whether a point of the world is on the screen or soon could be. */
  isNear([x, y]: readonly [number, number]): boolean {
    const { k, x: sx, y: sy } = this.shot
    const [px, py] = [x * k + sx, y * k + sy]
    return px > -MARGIN && py > -MARGIN && px < this.width + MARGIN && py < this.height + MARGIN
  }

  reveal(at: readonly [number, number], duration: number): void {
    this.camera?.reveal(at, this.free, duration)
  }

  by(factor: number, duration: number): void {
    this.camera?.by(factor, duration)
  }

  /** The whole map where it fits in readable size; else where these places are. */
  home(places: readonly string[], duration: number): void {
    if (!this.camera) return
    const at = places.map((place) => anchorOf(this.map, place)).filter((p) => p !== undefined)
    const xs = at.map((p) => p[0])
    const ys = at.map((p) => p[1])
    if (this.map.kind === 'area') {
      const open: Box = [0, this.free[1], this.width, this.phone ? this.free[3] : this.height - 24]
      const whole = Math.min((open[2] - open[0]) / this.map.width, (open[3] - open[1]) / this.map.height)
      if (whole >= CHIPS_FROM || !at.length) this.camera.fit(at.length && !this.phone ? this.around(xs, ys) : this.world, at.length ? this.free : open, duration, at.length ? Math.max(whole, CLOSE * this.size) : 3)
      else this.camera.centre(this.inside([median(xs), median(ys)], open, 1), open, 1, duration)
      return
    }
    const box: Box = at.length ? [Math.min(...xs) - HEX, Math.min(...ys) - HEX, Math.max(...xs) + HEX, Math.max(...ys) + HEX] : this.world
    const { free } = this
    const whole = Math.min((free[2] - free[0]) / (box[2] - box[0]), (free[3] - free[1]) / (box[3] - box[1]))
    const readable = this.phone ? READABLE_PHONE : READABLE
    // On a big screen the counters grow.
    if (whole >= readable || !at.length) this.camera.fit(box, free, duration, this.size)
    else this.camera.centre([median(xs), median(ys)], free, readable, duration)
  }

  /** The part of the world where these places are, with what lies around them; all of it where they are everywhere. */
  private around(xs: readonly number[], ys: readonly number[]): Box {
    const [x0, y0, x1, y1] = this.world
    const [left, right] = [Math.max(x0, Math.min(...xs) - AROUND), Math.min(x1, Math.max(...xs) + AROUND)]
    if (right - left > 0.7 * (x1 - x0)) return this.world
    return [left, Math.max(y0, Math.min(...ys) - AROUND), right, Math.min(y1, Math.max(...ys) + AROUND)]
  }

  /** The nearest centre that shows nothing beyond the map, where the map is large enough for that. */
  private inside([x, y]: readonly [number, number], open: Box, k: number): [number, number] {
    const along = (at: number, low: number, high: number, room: number): number => (high - low <= room ? (low + high) / 2 : Math.min(Math.max(at, low + room / 2), high - room / 2))
    const [x0, y0, x1, y1] = this.world
    return [along(x, x0, x1, (open[2] - open[0]) / k), along(y, y0, y1, (open[3] - open[1]) / k)]
  }
}
