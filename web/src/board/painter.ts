/** The page's side of the painter: one job at a time, and of those that wait only what is still wanted. */
import type { FromPainter, Job, Painted, Part } from './painting'
import type { AreaDrawing, HexDrawing } from './scene'

export class Painter {
  private readonly worker = new Worker(new URL('./painter.worker.ts', import.meta.url), { type: 'module' })
  private readonly due = new Set<Part>()
  private busy = false

  /** `jobFor` says, when the painter is free, what is to be painted of the parts that are due. */
  constructor(map: HexDrawing | AreaDrawing, private readonly jobFor: (parts: Part[]) => Job | null, painted: (answer: Painted) => void) {
    this.worker.postMessage({ map })
    this.worker.onmessage = ({ data }: MessageEvent<FromPainter>) => {
      if (data.window === null) return this.order(['letters'])
      this.busy = false
      painted(data)
      this.next()
    }
  }

  /** These parts are no longer what they should be. */
  order(parts: readonly Part[]): void {
    for (const part of parts) this.due.add(part)
    this.next()
  }

  private next(): void {
    if (this.busy || !this.due.size) return
    // The rough picture of everything comes when nothing sharper is wanted.
    const sharp = [...this.due].filter((part) => part !== 'backdrop')
    const parts = sharp.length ? sharp : [...this.due]
    const job = this.jobFor(parts)
    if (!job) return
    for (const part of job.parts) this.due.delete(part)
    this.busy = true
    this.worker.postMessage({ job })
  }

  close(): void {
    this.worker.terminate()
  }
}
