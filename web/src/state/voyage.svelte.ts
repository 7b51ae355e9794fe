/** Across the sea in one gesture: which coasts the picked units could be landed on, and loading, sailing and landing them. */
import { api } from '../api/client'
import type { Action, Id, Overlay, Refusal, Suggestion } from '../api/types'
import type { Table } from './table.svelte'

export class Voyage {
  units = $state.raw<Id[]>([])
  /** How many of them land, by place. */
  places = $state.raw<ReadonlyMap<string, number>>(new Map())
  readonly on = $derived(this.places.size > 0)
  /** Resolves once it is known where they could land. */
  looked = Promise.resolve()
  private asked = 0

  constructor(private readonly table: Table) {}

  clear(): void {
    this.asked++
    this.units = []
    this.places = new Map()
  }

  ask(units: readonly Id[]): void {
    this.clear()
    if (units.length && this.table.detail?.queries.includes('voyage')) this.looked = this.table.answer.pace.look(this.look([...units], this.asked))
  }

  private async look(units: Id[], asked: number): Promise<void> {
    const { id, seat } = this.table
    const reply = await api.query<Overlay>(id, seat, 'voyage', { units }).catch(() => null)
    if (asked !== this.asked || !reply?.answer || reply.seq < (this.table.position?.seq ?? 0)) return
    this.units = units
    this.places = new Map(Object.entries(reply.answer.places).map(([place, count]) => [place, Number(count)]))
  }

  /** Load, sail and land, answer by answer; where one is refused the rest is left, and said why. */
  async send(place: string): Promise<Refusal | null> {
    const { id, seat, umpire } = this.table
    const reply = await api.query<Suggestion>(id, seat, 'voyage', { units: this.units, to: Number(place) }).catch(() => null)
    for (const action of (reply?.answer?.actions ?? []) as Action[]) {
      const refusal = await umpire.act(action)
      if (refusal) return refusal
    }
    return null
  }
}
