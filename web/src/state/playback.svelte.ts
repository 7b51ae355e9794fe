/** What others did, shown in order: one step after the other, hurried so that a batch never takes long. */
import type { Position } from '../api/types'
import type { Move } from '../board/moves'

export interface Frame {
  position: Position
  /** The seat that did it. */
  by: string
  moves: Move[]
  /** How long it is shown when there is no hurry, in milliseconds. */
  pace: number
}

/** A batch takes no longer than this; what is left then is shown at once. */
export const MOST = 4000

export class Playback {
  frame = $state.raw<Frame | null>(null)
  /** How long the frame at hand takes, after hurrying. */
  pace = $state(0)
  /** Ways of pieces since the viewer's own last move: all, and those that were shown so far. */
  trails = $state.raw<Move[]>([])
  shownTrails = $state.raw<Move[]>([])
  private queue: Frame[] = []
  private timer: ReturnType<typeof setTimeout> | undefined
  private until = 0
  private holding = false
  /** Counts what was shown or broken off: frames fetched for an earlier show are not wanted. */
  round = 0

  constructor(private readonly now: () => number = () => performance.now()) {}

  get on(): boolean {
    return this.frame !== null
  }

  /** Keep this position in sight while the steps after it are fetched. */
  hold(position: Position): void {
    if (this.frame) return
    this.holding = true
    this.until = this.now() + MOST
    this.frame = { position, by: '', moves: [], pace: 0 }
    this.timer = setTimeout(() => this.end(), MOST)
  }

  push(frames: readonly Frame[]): void {
    this.trails = [...this.trails, ...frames.flatMap((frame) => frame.moves)]
    this.queue.push(...frames)
    if (this.frame === null) this.until = this.now() + MOST
    if (this.frame === null || this.holding) this.next()
  }

  private next(): void {
    clearTimeout(this.timer)
    this.holding = false
    if (this.frame) this.shownTrails = [...this.shownTrails, ...this.frame.moves]
    const frame = this.queue.shift()
    const left = this.until - this.now()
    if (!frame || left <= 0) return this.end()
    const wanted = [frame, ...this.queue].reduce((sum, one) => sum + one.pace, 0)
    this.pace = Math.round(frame.pace * Math.min(1, left / Math.max(1, wanted)))
    this.frame = frame
    this.timer = setTimeout(() => this.next(), this.pace)
  }

  /** Show how things stand, at once. */
  end(): void {
    clearTimeout(this.timer)
    this.queue = []
    this.frame = null
    this.holding = false
    this.shownTrails = this.trails
    this.round++
    this.pace = 0
  }

  /** The viewer has moved: what was new is old. */
  settle(): void {
    this.trails = []
    this.end()
  }
}
