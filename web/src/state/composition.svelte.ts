/** An answer of several sets that are put together freely: what is picked finds its argument by itself, in the umpire's order. */
import type { Action, Id, Offer, Refusal } from '../api/types'
import { key } from './lighting'
import type { Table } from './table.svelte'

/** One argument of the answer: what could be given for it, and what is. */
export interface Part {
  arg: string
  kind: 'some' | 'number'
  of: string
  options: Id[]
  least: number
  most: number
  taken: Id[]
  number: number
}
/** Where a thing is usually sent for one of several arguments, it is kept for that one. */
type Usual = (of: string, id: Id) => string
const MOST_PARTS = 8

/** Of what is picked, that which an argument can take; `left` is what no argument before it took. */
export function takenBy(part: Pick<Part, 'arg' | 'of' | 'options' | 'most'>, left: readonly string[], usual: Usual): Id[] {
  const found: Id[] = []
  for (const id of part.options) {
    if (found.length >= part.most || !left.includes(key(part.of, id))) continue
    const wanted = usual(part.of, id)
    // A thing that is wanted elsewhere goes first only where nobody else does.
    if (wanted && wanted !== part.arg && (found.length > 0 || left.some((one) => one !== key(part.of, id) && part.options.some((other) => key(part.of, other) === one && !usual(part.of, other))))) continue
    found.push(id)
  }
  return found
}

export class Composition {
  private base = $state.raw<Action | null>(null)
  parts = $state.raw<Part[]>([])
  /** What is picked, in the order of the hand. */
  chosen = $state.raw<string[]>([])
  numbers = $state.raw<Record<string, number>>({})
  /** The whole answer, once it can be given. */
  action = $state.raw<Action | null>(null)
  private walking = 0

  constructor(private readonly table: Table, private readonly usual: Usual = () => '') {}

  get on(): boolean {
    return this.base !== null
  }
  get verb(): string {
    return this.base?.do ?? ''
  }
  /** The answer as far as it is given, for whoever reckons its chances. */
  readonly partial = $derived.by<Action | null>(() => {
    if (!this.base) return null
    return this.action ?? Object.assign({}, this.base, ...this.parts.map((part) => ({ [part.arg]: part.kind === 'number' ? part.number : part.taken }))) as Action
  })

  async start(base: Action, chosen: readonly string[] = []): Promise<void> {
    this.base = base
    this.chosen = [...chosen]
    this.numbers = {}
    await this.walk()
  }

  stop(): void {
    this.walking++
    this.base = null
    this.parts = []
    this.chosen = []
    this.action = null
  }

  has(of: string, id: Id): boolean {
    return this.chosen.includes(key(of, id))
  }
  /** Whether a thing could be given for any argument. */
  takes(of: string, id: Id): boolean {
    return this.parts.some((part) => part.of === of && part.options.some((one) => String(one) === String(id)))
  }

  async toggle(of: string, id: Id): Promise<void> {
    const name = key(of, id)
    if (this.chosen.includes(name)) this.chosen = this.chosen.filter((one) => one !== name)
    else {
      // One too many takes the place of the last of its kind.
      const part = this.parts.find((one) => one.of === of && one.options.some((other) => String(other) === String(id)))
      const full = part && this.parts.filter((one) => one.of === of && one.options.some((other) => String(other) === String(id))).every((one) => one.taken.length >= one.most)
      const last = full ? key(of, part.taken.at(-1)!) : ''
      this.chosen = [...this.chosen.filter((one) => one !== last), name]
    }
    await this.walk()
  }

  async count(arg: string, number: number): Promise<void> {
    this.numbers = { ...this.numbers, [arg]: number }
    await this.walk()
  }

  async clear(): Promise<void> {
    this.chosen = []
    this.numbers = {}
    await this.walk()
  }

  /** As much as may be given, the most worth first; what opens only with that is filled after it. */
  async best(worth: (of: string, id: Id) => number): Promise<void> {
    for (let round = 0; round < 2; round++) {
      const found: string[] = []
      for (const part of this.parts) {
        if (part.kind === 'number') this.numbers = { ...this.numbers, [part.arg]: part.most }
        const able = [...part.options].filter((id) => worth(part.of, id) > 0 && !found.includes(key(part.of, id))).sort((a, b) => worth(part.of, b) - worth(part.of, a))
        found.push(...able.slice(0, part.most).map((id) => key(part.of, id)))
      }
      this.chosen = found
      await this.walk()
    }
  }

  async send(): Promise<Refusal | null> {
    const { action, table } = this
    if (!action || table.answer.busy) return null
    return table.answer.pace.hold(async () => {
      const refusal = await table.umpire.act(action)
      if (refusal) table.answer.why = [{ refusal, verb: action.do, about: null }]
      else this.stop()
      return refusal
    })
  }

  /** Ask argument by argument how it goes on with what is picked. */
  private async walk(): Promise<void> {
    const { base } = this
    const number = ++this.walking
    if (!base) return
    const parts: Part[] = []
    let left = this.chosen
    let partial: Action = base
    let whole: Action | null = null
    for (let n = 0; n < MOST_PARTS; n++) {
      const reply = await this.table.umpire.offers(partial)
      if (number !== this.walking) return
      if (reply?.refusal) {
        this.table.answer.why = [{ refusal: reply.refusal, verb: base.do, about: null }]
        this.chosen = this.chosen.slice(0, -1)
        return this.chosen.length || n ? this.walk() : this.stop()
      }
      const offer: Offer | undefined = reply?.offers[0]
      if (!offer) break
      if (!offer.widget) {
        whole = { ...offer.given, do: offer.do }
        break
      }
      const part = this.partOf(offer, left)
      if (!part) break
      parts.push(part)
      if (part.kind === 'some' && part.taken.length < part.least) break
      left = left.filter((one) => !part.taken.some((id) => key(part.of, id) === one))
      partial = { ...offer.given, do: offer.do, [part.arg]: part.kind === 'number' ? part.number : part.taken }
    }
    this.parts = parts
    this.action = whole
    // What no argument takes is not picked.
    const taken = new Set(parts.flatMap((part) => part.taken.map((id) => key(part.of, id))))
    if (whole) this.chosen = this.chosen.filter((one) => taken.has(one))
  }

  private partOf(offer: Offer, left: readonly string[]): Part | null {
    const { widget, arg } = offer
    if (!widget || !arg || (widget.kind !== 'some' && widget.kind !== 'number')) return null
    const options = widget.options ?? []
    const part = { arg, kind: widget.kind, of: widget.of ?? '', options, least: widget.least ?? 0, most: widget.most ?? (widget.kind === 'some' ? options.length : 0) }
    const number = Math.min(part.most, Math.max(part.least, this.numbers[arg] ?? part.least))
    const taken = part.kind === 'some' ? takenBy(part, left, this.usual).sort((a, b) => (a < b ? -1 : 1)) : []
    return { ...part, taken, number }
  }
}
