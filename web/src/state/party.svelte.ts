/** Pieces that were picked to go together where the rules move them one by one: each has a way of its own. */
import type { Id, Offer, Refusal } from '../api/types'
import { key } from './lighting'
import type { Table } from './table.svelte'

export class Party {
  /** The question that each of them answers. */
  base = $state.raw<Offer | null>(null)
  /** What each of them is asked next: where to go. */
  private members = $state.raw<{ id: Id; offer: Offer }[]>([])
  /** Pieces that nobody could send anywhere. */
  readonly keys = $derived(this.members.map(({ id }) => key(this.base?.widget?.of ?? '', id)))
  readonly on = $derived(this.members.length > 0)
  readonly offers = $derived(this.members.map(({ offer }) => offer))

  constructor(private readonly table: Table) {}

  clear(): void {
    this.base = null
    this.members = []
  }

  /** Take these in; one that is in already leaves. */
  async add(base: Offer, ids: readonly Id[]): Promise<void> {
    this.base = base
    const isIn = (id: Id): boolean => this.members.some((one) => one.id === id)
    const [leaving, joining] = [ids.filter(isIn), ids.filter((id) => !isIn(id))]
    // All are asked about at once, and lit together.
    const asked = await Promise.all(joining.map(async (id) => ({ id, offer: await this.ask(base, id) })))
    const fresh = asked.flatMap(({ id, offer }) => (offer ? [{ id, offer }] : []))
    this.members = [...this.members.filter((one) => !leaving.includes(one.id)), ...fresh]
  }

  private async ask(base: Offer, id: Id): Promise<Offer | null> {
    const reply = await this.table.umpire.offers({ do: base.do, ...base.given, [base.arg!]: id })
    const next = reply?.offers[0]
    return next?.widget?.of === 'place' ? next : null
  }

  /** How many of them can get to a place. */
  count(place: string): number {
    return this.offers.filter(({ widget }) => widget?.reach?.[place] || widget?.options?.some((one) => String(one) === place)).length
  }

  /** All that can go there do. The ways of those behind may change with those in front: each is asked for anew. */
  async send(place: string): Promise<Refusal | null> {
    const { base, members } = this
    let no: Refusal | null = null
    for (const { id } of base ? members : []) {
      const offer = await this.ask(base!, id)
      const widget = offer?.widget
      const option = widget?.options?.find((one) => String(one) === place)
      const to = widget?.kind === 'path' ? widget.reach?.[place]?.path : option
      if (!offer?.arg || to === undefined) continue
      no = (await this.table.umpire.act({ ...offer.given, do: offer.do, [offer.arg]: to })) ?? no
    }
    return no
  }
}
