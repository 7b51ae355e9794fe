/** What lies on a card of the map, in words: its values, fire, cover, and the chances that the umpire works out for it. */
import { untrack } from 'svelte'
import { api } from '../api/client'
import type { Odds } from '../api/types'
import { Inquiry } from './inquiry'
import type { Table } from './table.svelte'

/** How long a pointer rests on a card before it is asked about. */
const REST = 350
/** How long it stays once the pointer has left the map: it may be on its way to it. */
const LEAVE = 900

export class Meaning {
  /** The card that is spoken of. */
  place = $state('')
  contact = $state.raw<Odds | null>(null)
  there = $state.raw<Odds | null>(null)
  private resting = 0
  private readonly markers: Inquiry<Odds | null>
  private readonly fires: Inquiry<Odds | null>

  constructor(private readonly table: Table) {
    const asked = (name: string) => (params: Record<string, unknown>) => api.query<Odds>(table.id, table.seat, name, params)
    const seq = (): number => table.position?.seq ?? 0
    this.markers = new Inquiry(asked('contact'), seq, (found) => (this.contact = found))
    this.fires = new Inquiry(asked('there'), seq, (found) => (this.there = found))
  }

  readonly card = $derived.by(() => (this.place ? this.table.scene.cards?.get(this.place) : undefined))

  /** The pointer is on a card, or has left the map. */
  rest(place: string): void {
    this.stay()
    this.resting = window.setTimeout(() => (this.place = place), place ? REST : LEAVE)
  }

  /** It is being read. */
  stay(): void {
    clearTimeout(this.resting)
  }

  /** A finger is on what lies on a card; once more, and it goes. */
  look(place: string): void {
    this.stay()
    this.place = this.place === place ? '' : place
  }

  /** Ask anew whenever the card, the unit in hand or the position changes; runs inside an effect. */
  follow(): void {
    const { place, card, table } = this
    const { unit } = table.orders
    void table.position?.seq
    untrack(() => {
      this.contact = null
      this.there = null
      this.drop()
      if (!card || table.watching) return
      const knows = (name: string): boolean => table.detail?.queries.includes(name) ?? false
      if (knows('contact') && card.tags.some((tag) => tag.as === 'contact')) this.markers.ask({ place: Number(place) })
      if (knows('there') && unit !== null) this.fires.ask({ piece: unit, place: Number(place) })
    })
  }

  private drop(): void {
    this.markers.drop()
    this.fires.drop()
  }

  forget(): void {
    this.stay()
    this.drop()
  }
}
