/** Plan, then commit: the moves of this phase that stand before any dice, as arrows, with the battles they make. */
import { untrack } from 'svelte'
import { api } from '../api/client'
import { freshId } from '../api/socket'
import type { Action, Id, Plan as Forecast, PlanStep, Position, Refusal } from '../api/types'
import { ApiError } from '../api/client'
import { goodShare } from './chances'
import { Inquiry } from './inquiry'
import { arrowsOf, linked, type Arrow } from './arrows'
import type { Table } from './table.svelte'

export class Plan {
  forecast = $state.raw<Forecast | null>(null)
  steps = $state.raw<PlanStep[]>([])
  /** The arrow that is spoken of. */
  picked = $state('')
  private base = $state.raw<Position | null>(null)
  private readonly inquiry: Inquiry<Forecast | null>
  private asked = 0

  constructor(private readonly table: Table) {
    this.inquiry = new Inquiry((params) => api.query<Forecast>(table.id, table.seat, 'plan', params), () => table.position?.seq ?? 0, (found) => (this.forecast = found))
  }

  readonly arrows = $derived.by<Arrow[]>(() => (this.base && this.forecast ? arrowsOf(this.steps, this.table.sceneOf(this.base.state)) : []))
  readonly battles = $derived(this.forecast?.battles ?? [])
  readonly on = $derived.by<boolean>(() => this.arrows.length > 0 && !this.table.watching)
  /** The least of the chances, and where. */
  readonly worst = $derived.by<{ place: Id; share: number } | null>(() => {
    const found = this.battles.flatMap(({ place, odds }) => (odds ? [{ place, share: goodShare(odds) }] : []))
    return found.sort((a, b) => a.share - b.share)[0] ?? null
  })

  /** Look at the plan anew whenever a step is made or taken back; runs inside an effect. */
  follow(): void {
    const { table } = this
    const isAsked = (table.detail?.queries.includes('plan') ?? false) && table.prompt !== undefined && !table.outcome && !table.history.past
    void table.position?.seq
    untrack(() => {
      if (isAsked) void this.read()
      else this.clear()
    })
  }

  private clear(): void {
    this.asked++
    this.inquiry.drop()
    this.forecast = null
    this.steps = []
    this.base = null
    this.picked = ''
  }

  private async read(): Promise<void> {
    const { id, seat } = this.table
    const asked = ++this.asked
    const found = await api.plan(id, seat).catch(() => null)
    if (asked !== this.asked || !found) return
    const base = found.steps.length && this.base?.seq !== found.since ? await api.history(id, seat, found.since).catch(() => null) : this.base
    if (asked !== this.asked) return
    this.base = base
    this.steps = found.steps
    // Before the first move there is nothing to foretell.
    if (found.steps.length) this.inquiry.ask({})
    else this.forecast = null
  }

  /** Take back an arrow, with all that its pieces and their ships did; the other moves stay. */
  async drop(arrow: Arrow): Promise<boolean> {
    return this.revise(linked(this.steps, arrow).map((step) => ({ seq: step.seq, action: null })))
  }

  /** Fewer go: half of them, or all but one. */
  async lessen(arrow: Arrow, share: 'half' | 'but_one'): Promise<void> {
    const kept = arrow.pieces.slice(0, share === 'half' ? Math.ceil(arrow.pieces.length / 2) : -1)
    const stays = new Set(kept)
    await this.revise(arrow.steps.map((step) => {
      const units = (step.action.units as Id[]).filter((one) => stays.has(one))
      return { seq: step.seq, action: units.length ? ({ ...step.action, units } as Action) : null }
    }))
  }

  /** Whether some of an arrow can stay at home: only where a step says which pieces go. */
  canLessen(arrow: Arrow): boolean {
    return arrow.pieces.length > 1 && arrow.steps.every((step) => Array.isArray(step.action.units)) && linked(this.steps, arrow).length === arrow.steps.length
  }

  /** Take an arrow back and have its pieces in hand, to send them elsewhere. */
  async elsewhere(arrow: Arrow): Promise<void> {
    const refs = arrow.pieces.map((id) => ({ of: arrow.of, id }))
    if (await this.drop(arrow)) await this.table.answer.gather(refs)
  }

  private async revise(steps: { seq: number; action: Action | null }[]): Promise<boolean> {
    const { table } = this
    const { answer } = table
    if (answer.busy || !steps.length) return false
    answer.reset()
    return answer.pace.hold(async () => {
      try {
        const done = await api.revise(table.id, { id: freshId(), seat: table.seat, seq: table.position?.seq ?? 0, steps })
        await table.umpire.arrived(done.seq)
        if (done.fallen.length) answer.why = done.fallen.map((refusal) => ({ refusal, verb: '', about: null }))
        this.picked = ''
        return true
      } catch (problem) {
        const refusal: Refusal | null = problem instanceof ApiError ? problem.problem.refusal : null
        if (refusal) answer.why = [{ refusal, verb: '', about: null }]
        else table.notice = problem instanceof ApiError && problem.code === 'stale' ? 'stale' : 'failed'
        return false
      }
    })
  }

  forget(): void {
    this.asked++
    this.inquiry.drop()
  }
}
