/** A question that is asked anew whenever something changes: asked after a pause, and only the newest answer counts. */
interface Reply<R> { seq: number; answer: R }

export class Inquiry<R> {
  private asked = 0
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly send: (params: Record<string, unknown>) => Promise<Reply<R>>,
    /** Where the game stands now: an answer about an older position is dropped. */
    private readonly seq: () => number,
    private readonly heard: (answer: R | null) => void,
  ) {}

  ask(params: Record<string, unknown>, pause = 0): void {
    this.drop()
    const number = this.asked
    this.timer = setTimeout(() => void this.fetch(params, number), pause)
  }

  private async fetch(params: Record<string, unknown>, number: number): Promise<void> {
    const reply = await this.send(params).catch(() => null)
    if (number !== this.asked) return
    if (reply && reply.seq < this.seq()) return
    this.heard(reply?.answer ?? null)
  }

  /** Whatever is under way is not wanted any more. */
  drop(): void {
    this.asked++
    clearTimeout(this.timer)
  }
}
