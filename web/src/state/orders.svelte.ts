/** The unit that is given orders: all it can be ordered to do, with chances and reasons, and giving them by hand or by key. */
import { untrack } from 'svelte'
import { api } from '../api/client'
import type { Menu, Order } from '../api/types'
import { Inquiry } from './inquiry'
import { choosable } from './lighting'
import type { Table } from './table.svelte'

/** Orders that a click on a unit means, where it can be given them: the next click on a card sends it there. */
const USUAL = ['move']

export class Orders {
  unit = $state<number | null>(null)
  menu = $state.raw<Menu | null>(null)
  /** Gives the order with a number, as the panel numbers them. */
  press: ((number: number) => boolean) | null = null
  private readonly inquiry: Inquiry<Menu | null>
  /** Whom a quick hand meant while the answer about the unit before was still on its way. */
  private meant: number | null = null

  constructor(private readonly table: Table) {
    this.inquiry = new Inquiry((params) => api.query<Menu>(table.id, table.seat, 'menu', params), () => table.position?.seq ?? 0, (found) => (this.menu = found))
  }

  /** Whether orders are given now: the game has menus, and several verbs take a unit. */
  readonly on = $derived.by<boolean>(() => {
    const { table } = this
    return (table.detail?.queries.includes('menu') ?? false) && !table.watching && (table.prompt?.at.endsWith('orders') ?? false)
  })
  /** Units that can be ordered to do anything at all now, in the order of the map: from the enemy's edge to our own. */
  readonly ready = $derived.by<number[]>(() => {
    if (!this.on) return []
    const able = new Set((this.table.position?.offers ?? []).filter((offer) => offer.widget?.of === 'unit' && !offer.ends && !FREE.has(offer.do)).flatMap((offer) => choosable(offer.widget!)).map(Number))
    return this.table.scene.pieces.map((piece) => Number(piece.ref.id)).filter((id) => able.has(id))
  })
  /** Ask for the menu whenever the unit or the position changes; runs inside an effect. */
  follow(): void {
    const { unit, on } = this
    void this.table.position?.seq
    untrack(() => {
      if (on && unit !== null) return this.inquiry.ask({ piece: unit })
      this.inquiry.drop()
      this.menu = null
      if (!on) this.unit = null
    })
  }

  /** Take a unit in hand; where it can move, its cards are lit at once. */
  async choose(unit: number): Promise<void> {
    const { answer } = this.table
    if (answer.busy) {
      this.meant = unit
      return
    }
    answer.reset()
    this.meant = null
    if (this.unit !== unit) this.menu = null
    this.unit = unit
    this.table.focus.inspected = null
    const offer = USUAL.map((word) => this.offer(word, unit)).find(Boolean)
    if (offer) await answer.pick(offer, unit)
    const { meant } = this
    if (meant !== null && meant !== unit && this.on) await this.choose(meant)
  }

  private offer(word: string, unit: number) {
    return (this.table.position?.offers ?? []).find((offer) => offer.do === word && offer.widget?.of === 'unit' && choosable(offer.widget).map(Number).includes(unit))
  }

  /** Give an order of the menu; where it asks for more, the map lights. */
  async give(order: Order): Promise<void> {
    const { answer } = this.table
    if (this.unit === null || answer.busy) return
    answer.reset()
    if (order.refusal) {
      answer.why = [{ refusal: order.refusal, verb: order.do, about: { of: 'unit', id: this.unit } }]
      return
    }
    const offer = this.offer(order.do, this.unit)
    if (offer) await answer.pick(offer, this.unit)
  }

  /** The next unit that can be ordered. */
  next(by = 1): void {
    const { ready } = this
    if (!ready.length) return
    const last = this.meant ?? this.unit
    const here = last === null ? (by > 0 ? -1 : 0) : ready.indexOf(last)
    const unit = ready[(here + by + ready.length) % ready.length]!
    void this.choose(unit)
    this.table.focus.point([{ of: 'unit', id: unit }])
  }

  drop(): void {
    this.unit = null
    this.meant = null
    this.menu = null
  }

  forget(): void {
    this.inquiry.drop()
  }
}

/** What costs no command is no reason to stop at a unit. */
const FREE = new Set(['drop', 'leave_ammunition', 'lay_down'])
