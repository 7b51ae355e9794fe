/** Zoom and pan with d3-zoom; a gesture moves one layer by CSS and the map is drawn anew when it rests. */
import { select, type Selection } from 'd3-selection'
import 'd3-transition'
import { zoom, ZoomTransform, type ZoomBehavior } from 'd3-zoom'

export interface Shot { k: number; x: number; y: number }
export type Box = readonly [number, number, number, number]

const REST = 110

export class Camera {
  shot: Shot = { k: 1, x: 0, y: 0 }
  private readonly behaviour: ZoomBehavior<HTMLElement, unknown>
  private readonly selection: Selection<HTMLElement, unknown, null, undefined>
  private timer = 0

  constructor(
    private readonly host: HTMLElement,
    limits: [number, number],
    isFree: (event: Event) => boolean,
    private readonly moved: (shot: Shot) => void,
    private readonly rested: (shot: Shot) => void,
  ) {
    this.selection = select(host)
    this.behaviour = zoom<HTMLElement, unknown>()
      .scaleExtent(limits)
      .clickDistance(5)
      .wheelDelta((event: WheelEvent) => -event.deltaY * (event.deltaMode === 1 ? 0.04 : event.deltaMode ? 0.8 : 0.0014) * (event.ctrlKey ? 6 : 1))
      .filter((event: MouseEvent) => (!event.ctrlKey || event.type === 'wheel') && !event.button && isFree(event))
      .on('zoom', (event: { transform: ZoomTransform }) => {
        const { k, x, y } = event.transform
        this.shot = { k, x, y }
        this.moved(this.shot)
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

  /** Bring a point of the world into the free part of the screen, if it is not there already. */
  reveal([wx, wy]: readonly [number, number], free: Box, duration: number): void {
    const x = wx * this.shot.k + this.shot.x
    const y = wy * this.shot.k + this.shot.y
    const margin = 60
    const inside = x > free[0] + margin && x < free[2] - margin && y > free[1] + margin && y < free[3] - margin
    if (inside) return
    const [cx, cy] = [(free[0] + free[2]) / 2, (free[1] + free[3]) / 2]
    this.to({ k: this.shot.k, x: this.shot.x + cx - x, y: this.shot.y + cy - y }, duration)
  }

  destroy(): void {
    clearTimeout(this.timer)
    this.selection.on('.zoom', null)
  }

}
