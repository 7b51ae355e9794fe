/** The overlay on the map: one at a time, asked anew whenever the position changes. */
import { untrack } from 'svelte'
import { api } from '../api/client'
import { Inquiry } from './inquiry'
import type { Overlay, Ref } from '../api/types'
import { OVERLAYS, plainId, type OverlayName } from './queries'
import type { Table } from './table.svelte'

const PAUSE = 120

export class Lens {
  name = $state<OverlayName | ''>('')
  answer = $state.raw<Overlay | null>(null)
  private readonly inquiry: Inquiry<Overlay | null>

  constructor(private readonly table: Table) {
    this.inquiry = new Inquiry(
      (params) => api.query<Overlay>(table.id, table.seat, this.name, params),
      () => table.position?.seq ?? 0,
      (answer) => (this.answer = answer),
    )
  }

  readonly known = $derived<OverlayName[]>(OVERLAYS.filter((name) => this.table.detail?.queries.includes(name)))

  /** The piece whose reach is meant: the one being moved, else the one that is looked at. */
  private readonly meant = $derived.by<Ref | null>(() => {
    const { table } = this
    const chosen = table.scene.pieces.find((piece) => table.answer.selected.has(piece.key))
    if (chosen) return chosen.ref
    const ref = table.focus.inspected
    if (ref && ref.of !== 'place') return ref
    return (ref && table.scene.stacks.get(String(ref.id))?.[0]?.ref) || null
  })
  readonly piece = $derived<string | number | null>(this.meant ? plainId(this.meant.id) : null)

  /** Ships have a reach of their own. */
  readonly params = $derived<Record<string, unknown>>(
    this.name === 'reach' && this.piece !== null ? { [this.meant?.of === 'ship' || this.meant?.of === 'helicopter' ? this.meant.of : 'piece']: this.piece } : {},
  )

  show(name: OverlayName | ''): void {
    this.answer = null
    this.name = this.name === name ? '' : name
  }

  /** Ask again whenever the overlay, the position or the piece changes; runs inside an effect. */
  follow(): void {
    const { name, params } = this
    const { position, history: { past } } = this.table
    void position?.seq
    untrack(() => {
      if (name && !past) return this.inquiry.ask(params, this.answer ? PAUSE : 0)
      this.inquiry.drop()
      this.answer = null
    })
  }

  forget(): void {
    this.inquiry.drop()
  }
}
