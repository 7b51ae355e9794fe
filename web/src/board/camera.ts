/** Zoom and pan with d3-zoom; a gesture moves one layer by CSS and the map is drawn anew when it rests. */
import { select, type Selection } from 'd3-selection'
import 'd3-transition'
import { zoom, ZoomTransform, type ZoomBehavior } from 'd3-zoom'

export interface Shot { k: number; x: number; y: number }
export type Box = readonly [number, number, number, number]

const REST = 110
/** How far from the edge of what panels leave free a thing is in sight, in px. */
const NEAR_EDGE = 60
const ARRIVAL = 110

/** How to move a point of the screen to where it can be seen: not at all, or well inside. */
export function shortestWay([x, y]: readonly [number, number], free: Box): [number, number] {
  const along = (at: number, low: number, high: number): number => {
    if (at >= low + NEAR_EDGE && at <= high - NEAR_EDGE) return 0
    const inside = Math.min(ARRIVAL, (high - low) / 2)
    return Math.min(Math.max(at, low + inside), high - inside) - at
  }
  return [along(x, free[0], free[2]), along(y, free[1], free[3])]
}

export class Camera {
  shot: Shot = { k: 1, x: 0, y: 0 }
  private readonly behaviour: ZoomBehavior<HTMLElement, unknown>
  private readonly selection: Selection<HTMLElement, unknown, null, undefined>
  private timer = 0

  constructor(
    private readonly host: HTMLElement,
    limits: [number, number],
    isFree: (event: Event) => boolean,
    /** The shot changes; by hand, or because something is to be shown. */
    private readonly moved: (shot: Shot, byHand: boolean) => void,
    private readonly rested: (shot: Shot) => void,
  ) {
    this.selection = select(host)
    this.behaviour = zoom<HTMLElement, unknown>()
      .scaleExtent(limits)
      .clickDistance(5)
      .wheelDelta((event: WheelEvent) => -event.deltaY * (event.deltaMode === 1 ? 0.04 : event.deltaMode ? 0.8 : 0.0014) * (event.ctrlKey ? 6 : 1))
      .filter((event: MouseEvent) => (!event.ctrlKey || event.type === 'wheel') && !event.button && isFree(event))
      .on('zoom', (event: { transform: ZoomTransform; sourceEvent: Event | null }) => {
        const { k, x, y } = event.transform
        this.shot = { k, x, y }
        this.moved(this.shot, event.sourceEvent !== null && event.sourceEvent !== undefined)
        clearTimeout(this.timer)
        this.timer = window.setTimeout(() => this.rested(this.shot), REST)
      })
    this.selection.call(this.behaviour).on('dblclick.zoom', null)
  }

  bound(box: Box): void {
    this.behaviour.translateExtent([[box[0], box[1]], [box[2], box[3]]])
  }

  private to(shot: Shot, duration: number): void {
    const target = new ZoomTransform(shot.k, shot.x, shot.y)
    if (duration > 0) this.selection.transition().duration(duration).call(this.behaviour.transform, target)
    else {
      this.selection.call(this.behaviour.transform, target)
      clearTimeout(this.timer)
      this.rested(this.shot)
    }
  }

  /** Show a box of the world inside the part of the screen that panels leave free. */
  fit(box: Box, free: Box, duration = 0, most = 1.6): void {
    const k = Math.min(most, (free[2] - free[0]) / (box[2] - box[0]), (free[3] - free[1]) / (box[3] - box[1]))
    const x = (free[0] + free[2]) / 2 - (k * (box[0] + box[2])) / 2
    const y = (free[1] + free[3]) / 2 - (k * (box[1] + box[3])) / 2
    this.to({ k, x, y }, duration)
  }

  centre([wx, wy]: readonly [number, number], free: Box, k: number, duration: number): void {
    this.to({ k, x: (free[0] + free[2]) / 2 - wx * k, y: (free[1] + free[3]) / 2 - wy * k }, duration)
  }

  by(factor: number, duration: number): void {
    this.selection.transition().duration(duration).call(this.behaviour.scaleBy, factor)
  }

  pan(dx: number, dy: number): void {
    this.to({ ...this.shot, x: this.shot.x + dx, y: this.shot.y + dy }, 0)
  }

  /** Bring a point of the world into the free part of the screen, by the shortest way; it may be there already. */
  reveal([wx, wy]: readonly [number, number], free: Box, duration: number): void {
    const [dx, dy] = shortestWay([wx * this.shot.k + this.shot.x, wy * this.shot.k + this.shot.y], free)
    if (dx || dy) this.to({ k: this.shot.k, x: this.shot.x + dx, y: this.shot.y + dy }, duration)
  }

  destroy(): void {
    clearTimeout(this.timer)
    this.selection.on('.zoom', null)
  }
}
