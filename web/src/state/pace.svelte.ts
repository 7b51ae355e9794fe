/** One thing at a time: what a hand does that is quicker than the line waits its turn, and is not lost. */

interface Intent {
  run: () => unknown
  /** Whether it has to know first what is only being looked up. */
  looks: boolean
}

export class Pace {
  /** Whether an answer is under way. */
  busy = $state(false)
  private held = 0
  private looked = 0
  private line: Intent[] = []

  /** `isStopped` says whether something came up that has to be seen before anything else is done. */
  constructor(private readonly isStopped: () => boolean) {}

  /** Do this with nothing else beside it; however it ends, whoever waited comes next. */
  async hold<R>(work: () => Promise<R>): Promise<R> {
    this.held++
    this.busy = true
    try {
      return await work()
    } finally {
      this.held--
      this.busy = this.held > 0
      this.next()
    }
  }

  /** Something is looked up that an intent may have to know; everything else goes on. */
  async look(work: Promise<void>): Promise<void> {
    this.looked++
    try {
      await work
    } finally {
      this.looked--
      this.next()
    }
  }

  /** Whether this has to wait: then it is done once what is under way is over, after all that came before it. */
  later(run: () => unknown, looks = false): boolean {
    if (!this.held && !(looks && this.looked) && !this.line.length) return false
    this.line.push({ run, looks })
    this.next()
    return true
  }

  /** Nothing that waits is wanted any more; whether anything did. */
  clear(): boolean {
    const waited = this.line.length > 0
    this.line = []
    return waited
  }

  private next(): void {
    // First whoever was answered takes note of it.
    if (this.line.length) setTimeout(() => this.takeUp())
  }

  private takeUp(): void {
    const [first] = this.line
    if (!first || this.held || (first.looks && this.looked)) return
    const waiting = this.line
    this.line = []
    // What came up has to be seen: what was meant before it was known is forgotten.
    if (this.isStopped()) return
    first.run()
    this.line.unshift(...waiting.slice(1))
    this.next()
  }
}
