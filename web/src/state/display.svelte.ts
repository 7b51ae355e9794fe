/** The display beside the map: aircraft by base, who fights whom, missions with their chances, and the tracks. */
import { untrack } from 'svelte'
import { api } from '../api/client'
import type { Action, Display, Id, Task, Tile } from '../api/types'
import { key } from './lighting'
import { Inquiry } from './inquiry'
import type { Table } from './table.svelte'

export class DisplayBoard {
  board = $state.raw<Display | null>(null)
  /** A unit that was taken up before anybody said for what. */
  held = $state.raw<Id | null>(null)
  /** Opened or closed by hand; null while it opens and closes by itself. */
  private wanted = $state.raw<boolean | null>(null)
  private step = ''
  private readonly inquiry: Inquiry<Display | null>

  constructor(private readonly table: Table) {
    this.inquiry = new Inquiry((params) => api.query<Display>(table.id, table.seat, 'display', params), () => table.position?.seq ?? 0, (found) => this.take(found))
  }

  readonly knows = $derived.by<boolean>(() => this.table.detail?.queries.includes('display') ?? false)
  readonly tiles = $derived.by<Map<string, Tile>>(() => new Map((this.board?.stocks ?? []).flatMap((stock) => stock.tiles.map((tile) => [String(tile.id), tile]))))
  /** Whether the question at hand is answered on the map. */
  private readonly onMap = $derived.by<boolean>(() => {
    const of = this.table.answer.current?.widget?.of
    return of !== undefined && of !== '' && of !== this.board?.of && this.table.domains.includes(of)
  })
  readonly shown = $derived.by<boolean>(() => {
    const { table } = this
    if (!this.board || table.history.past || table.playback.on || table.covered || this.onMap) return false
    return this.wanted ?? ((this.board.asked ?? false) && table.prompt !== undefined)
  })
  /** The unit whose chances are looked at: the one in hand, or the one that was given. */
  private readonly unit = $derived.by<Id | null>(() => {
    const given = this.table.answer.current?.given?.unit
    return this.held ?? (typeof given === 'number' ? given : null)
  })
  private readonly asked = $derived.by<Record<string, unknown>>(() => {
    const { current, chosen } = this.table.answer
    const isSending = current?.widget?.kind === 'some' && current.widget.of === 'air'
    return { ...(this.unit === null ? {} : { unit: this.unit }), ...(isSending && chosen.length ? { chosen } : {}) }
  })

  /** Ask anew whenever something changes that it shows; runs inside an effect. */
  follow(): void {
    const { table, knows, asked } = this
    // Another seat at this screen sees its own display, once the board is uncovered.
    const at = `${table.seat} ${table.covered} ${table.prompt?.at ?? ''}`
    void table.position?.seq
    untrack(() => {
      if (!knows || !table.position || table.outcome || table.covered) return this.inquiry.drop()
      const isNew = at !== this.step
      if (isNew) {
        this.step = at
        this.held = null
      }
      if (isNew || this.board?.asked || this.wanted) this.inquiry.ask(asked, Object.keys(asked).length ? 40 : 0)
    })
  }

  private take(found: Display | null): void {
    if (Boolean(found?.asked) !== Boolean(this.board?.asked)) this.wanted = null
    this.board = found
  }

  toggle(): void {
    this.wanted = !this.shown
    if (this.wanted) this.inquiry.ask(this.asked)
  }

  /** A tile is clicked: it joins what is put together, answers what is asked, or is taken up. */
  async pick(tile: Tile): Promise<void> {
    const { answer, composition } = this.table
    const of = this.board?.of ?? ''
    answer.why = null
    if (composition.on && (composition.takes(of, tile.id) || composition.has(of, tile.id))) return composition.toggle(of, tile.id)
    if (answer.isLit(of, tile.id) || answer.selected.has(key(of, tile.id))) return answer.click(of, tile.id)
    if (this.isFree(tile)) {
      composition.stop()
      this.held = this.held === tile.id ? null : tile.id
      return
    }
    await answer.explain(of, tile.id)
  }

  /** Whether a unit could be taken up for a mission. */
  isFree(tile: Tile): boolean {
    return tile.seat === this.table.seat && !tile.task && (tile.state === 'ready' || tile.state === 'superiority') && (this.board?.tasks ?? []).some((task) => task.partial)
  }

  /** A mission is clicked: the unit in hand goes there, or those that are clicked next do. */
  async send(task: Task): Promise<void> {
    if (!task.partial) return
    const first = this.held === null ? [] : [key(this.board?.of ?? '', this.held)]
    this.held = null
    this.table.answer.reset()
    await this.table.composition.start(task.partial as Action, first)
  }

  /** The likeliest mission of a unit. */
  async sendAtOnce(tile: Tile): Promise<void> {
    if (!this.isFree(tile)) return
    const reply = await api.query<Display>(this.table.id, this.table.seat, 'display', { unit: tile.id }).catch(() => null)
    const task = reply?.answer?.tasks?.find((one) => one.partial)
    if (!task) return
    this.held = tile.id
    await this.send(task)
  }

  forget(): void {
    this.inquiry.drop()
  }
}
