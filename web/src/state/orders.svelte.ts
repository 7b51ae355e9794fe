/** The unit that is given orders: all it can be ordered to do, with chances and reasons, and giving them by hand or by key. */
import { untrack } from 'svelte'
import { api } from '../api/client'
import type { Menu, Order } from '../api/types'
import { Inquiry } from './inquiry'
import { choosable } from './lighting'
import type { Table } from './table.svelte'

/** Orders that a click on a unit means, where it can be given them: the next click on a card sends it there. */
const USUAL = ['move']
/** The groups of orders as the rules list them. */
const RANK = ['4.2.2', '4.2.4', '4.2.3', '4.2.1', 'other']
const MOST_KEYS = 9

export class Orders {
  unit = $state<number | null>(null)
  menu = $state.raw<Menu | null>(null)
  private readonly inquiry: Inquiry<Menu | null>
  /** The number that was pressed before the orders of the unit were known. */
  private pressed = 0

  constructor(private readonly table: Table) {
    this.inquiry = new Inquiry((params) => api.query<Menu>(table.id, table.seat, 'menu', params), () => table.position?.seq ?? 0, (found) => this.hear(found))
  }

  private hear(found: Menu | null): void {
    this.menu = found
    const { pressed } = this
    this.pressed = 0
    if (found && pressed) this.press(pressed)
  }

  /** Whether orders are given now: the game has menus, and several verbs take a unit. */
  readonly on = $derived.by<boolean>(() => {
    const { table } = this
    return (table.detail?.queries.includes('menu') ?? false) && !table.watching && (table.prompt?.at.endsWith('orders') ?? false)
  })
  /** The orders of the unit by group: what it can do stands first in each. */
  readonly groups = $derived.by<[string, Order[]][]>(() => {
    const { words } = this.table
    const found = new Map<string, Order[]>()
    for (const order of this.menu?.orders ?? []) {
      const group = order.group && words.has(`verb_group.${order.group}`) ? order.group : 'other'
      found.set(group, [...(found.get(group) ?? []), order])
    }
    return [...found].map(([group, list]): [string, Order[]] => [group, [...list].sort((a, b) => Number(!!a.refusal) - Number(!!b.refusal))]).sort(([a], [b]) => RANK.indexOf(a) - RANK.indexOf(b))
  })
  /** Those that have a key, in the order in which they are read. */
  readonly keyed = $derived.by<Order[]>(() => this.groups.flatMap(([, list]) => list.filter((order) => !order.refusal)).slice(0, MOST_KEYS))
  /** Units that can be ordered to do anything at all now, in the order of the map: from the enemy's edge to our own. */
  readonly ready = $derived.by<number[]>(() => {
    if (!this.on) return []
    const able = new Set((this.table.position?.offers ?? []).filter((offer) => offer.widget?.of === 'unit' && !offer.ends && !FREE.has(offer.do)).flatMap((offer) => choosable(offer.widget!)).map(Number))
    return this.table.scene.pieces.map((piece) => Number(piece.ref.id)).filter((id) => able.has(id))
  })
  /** Whether commands are left and somebody could be given one. */
  readonly isDue = $derived.by<boolean>(() => this.ready.length > 0 && Number(this.table.prompt?.params?.left ?? 0) > 0)
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
    if (answer.pace.later(() => this.choose(unit))) return
    answer.reset()
    if (this.unit !== unit) this.menu = null
    this.unit = unit
    this.pressed = 0
    this.table.focus.inspected = null
    const offer = USUAL.map((word) => this.offer(word, unit)).find(Boolean)
    if (offer) await answer.pick(offer, unit)
  }

  private offer(word: string, unit: number) {
    return (this.table.position?.offers ?? []).find((offer) => offer.do === word && offer.widget?.of === 'unit' && choosable(offer.widget).map(Number).includes(unit))
  }

  /** Give an order of the menu; where it asks for more, the map lights. */
  async give(order: Order): Promise<void> {
    const { answer } = this.table
    if (this.unit === null || answer.pace.later(() => this.give(order))) return
    answer.reset()
    if (order.refusal) {
      answer.why = [{ refusal: order.refusal, verb: order.do, about: { of: 'unit', id: this.unit } }]
      return
    }
    const offer = this.offer(order.do, this.unit)
    if (offer) await answer.pick(offer, this.unit)
  }

  /** Give the order with a number; one that is pressed before the list is here is given once it is. */
  press(number: number): boolean {
    if (this.unit === null) return false
    if (this.table.answer.pace.later(() => this.press(number))) return true
    if (this.menu === null) {
      this.pressed = number
      return true
    }
    const order = this.keyed[number - 1]
    if (order) void this.give(order)
    return order !== undefined
  }

  /** The next unit that can be ordered. */
  next(by = 1): void {
    const { ready } = this
    if (!ready.length || this.table.answer.pace.later(() => this.next(by))) return
    const here = this.unit === null ? (by > 0 ? -1 : 0) : ready.indexOf(this.unit)
    const unit = ready[(here + by + ready.length) % ready.length]!
    void this.choose(unit)
    this.table.focus.point([{ of: 'unit', id: unit }])
  }

  drop(): void {
    this.unit = null
    this.pressed = 0
    this.menu = null
  }

  forget(): void {
    this.inquiry.drop()
  }
}

/** What costs no command is no reason to stop at a unit. */
const FREE = new Set(['drop', 'leave_ammunition', 'lay_down'])
