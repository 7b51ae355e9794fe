/** What the umpire proposes to answer all at once: drawn on the board, taken with one key, changed by answering otherwise. */
import { untrack } from 'svelte'
import { api } from '../api/client'
import type { Action, Suggestion } from '../api/types'
import { Inquiry } from './inquiry'
import type { Table } from './table.svelte'

export class Suggestions {
  current = $state.raw<Suggestion | null>(null)
  /** The position about which the umpire was heard. */
  heard = $state(-1)
  /** So many of its answers are still to be given. */
  left = $state(0)
  private readonly inquiry: Inquiry<Suggestion | null>

  constructor(private readonly table: Table) {
    this.inquiry = new Inquiry((params) => api.query<Suggestion>(table.id, table.seat, 'propose', params), () => table.position?.seq ?? 0, (found) => this.hear(found))
  }

  private hear(found: Suggestion | null): void {
    this.current = found
    this.heard = this.table.position?.seq ?? -1
  }

  /** Shown where nothing else is under way. */
  readonly shown = $derived.by<Suggestion | null>(() => (this.table.answer.current || this.table.answer.confirming || this.table.watching ? null : this.current))

  /** Ask again whenever the position or the seat changes; runs inside an effect. */
  follow(): void {
    const { table } = this
    const isAsked = table.detail?.queries.includes('propose') && table.prompt && !table.watching && !table.outcome
    void table.position?.seq
    untrack(() => {
      if (this.left) return
      this.current = null
      if (isAsked) this.inquiry.ask({})
      else this.inquiry.drop()
    })
  }

  /** Give all the answers; where one is refused the rest is left, and said why. */
  async take(): Promise<void> {
    const { answer, umpire } = this.table
    const actions = (this.current?.actions ?? []) as Action[]
    if (!actions.length || answer.busy) return
    this.inquiry.drop()
    this.current = null
    this.left = actions.length
    try {
      await answer.pace.hold(async () => {
        for (const action of actions) {
          const refusal = await umpire.act(action)
          this.left--
          if (!refusal) continue
          answer.why = [{ refusal, verb: action.do, about: null }]
          break
        }
      })
    } finally {
      this.left = 0
      this.follow()
    }
  }

  forget(): void {
    this.inquiry.drop()
  }
}
