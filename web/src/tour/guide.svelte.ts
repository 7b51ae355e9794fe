/** A guided turn under way: which act is spoken of, and playing it when asked to. */
import type { Table } from '../state/table.svelte'
import { composed } from './composing'
import { targetOf, type Target } from './pointing'
import { isDone, standing } from './progress'
import { steps, type Act, type Tour } from './tours'

const keyOf = (table: string): string => `sandtable.tour.${table}`

/** A reload goes on where it was. */
function remembered(table: string): number {
  try {
    return Number(sessionStorage.getItem(keyOf(table)) ?? 0)
  } catch {
    return 0
  }
}

export class Guide {
  /** How many acts are done. */
  next = $state(0)
  busy = $state(false)

  constructor(private readonly table: Table, private readonly tour: Tour) {
    this.next = remembered(table.id)
  }

  readonly isOver = $derived.by(() => this.next >= this.tour.acts.length)
  readonly isAsked = $derived.by(() => this.table.prompt !== undefined && !this.table.watching)
  readonly act = $derived.by<Act | null>(() => {
    const at = this.table.prompt?.at
    if (this.isOver || at === undefined) return null
    return this.tour.acts[standing(this.tour.acts, this.next, at).now] ?? null
  })
  readonly dots = $derived.by(() => steps(this.tour))
  /** How many dots are behind us. */
  readonly passed = $derived.by(() => {
    if (this.isOver) return this.dots
    const { acts } = this.tour
    // What is asked again takes no dot back.
    return Math.max(this.act?.step ?? acts[this.next]?.step ?? 1, acts[this.next - 1]?.step ?? 1) - 1
  })
  readonly target = $derived.by<Target>(() => {
    const { table } = this
    return targetOf(this.act?.action ?? null, table.position?.offers ?? [], table.answer, table.domains)
  })

  /** Take note of what was done. */
  note(): void {
    const { acted } = this.table.umpire
    if (!acted || this.isOver) return
    const { acts } = this.tour
    const { now } = standing(acts, this.next, acted.at)
    const act = acts[now]
    if (act && isDone(act, acted.action)) this.next = act.again ? Math.max(this.next, now + 1) : now + 1
    try {
      sessionStorage.setItem(keyOf(this.table.id), String(this.next))
    } catch {
      /* a browser that keeps nothing begins again after a reload */
    }
  }

  /** Play the act at hand; where it cannot be played as written, what comes nearest. */
  async show(): Promise<void> {
    const { table } = this
    if (this.busy || table.answer.busy) return
    this.busy = true
    try {
      table.answer.reset()
      const action = await composed(table.position?.offers ?? [], this.act?.action ?? null, (partial) => table.umpire.offers(partial))
      const refusal = action && (await table.umpire.act(action))
      if (refusal) table.answer.why = [{ refusal, verb: action.do, about: null }]
    } finally {
      this.busy = false
    }
  }
}
