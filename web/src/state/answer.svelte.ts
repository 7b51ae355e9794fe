/** The answer being built: a verb and its arguments, one click after the other, and the way back. */
import type { Action, Id, Offer, OfferList, Ref, Refusal } from '../api/types'
import { choosable, exact, fits, givenThings, inOrder, key, litByOffers, picked, total } from './lighting'
import { Asking, type Why } from './asking.svelte'
import { keepAmounts } from './habits'
import { BEGINS } from './battle.svelte'
import { Pace } from './pace.svelte'
import { Party } from './party.svelte'
import type { Table } from './table.svelte'
import { Voyage } from './voyage.svelte'
import { dangersOf, type ShownWay } from './ways'

/** Verbs that take back what was done: never the main key. */
const TAKES_BACK = new Set(['call_off', 'withhold'])
/** Verbs that spend what one has or bring on what waits: while one is offered, money or units remain. */
const SPENDS = new Set(['buy', 'place', 'anchor', 'base', 'station', 'arrive', 'enter', 'post', 'replace', 'rebuild', 'refit', 'receive', 'raise', 'recover', 'rebuild_hq', 'recover_hq', 'reinforce'])
/** What a phase is for: whoever ends it with none of it done is asked. */
const WORK = new Set(['move', 'declare', 'attack'])

export class Answer {
  /** The offer under way; null while any verb may be begun. */
  current = $state.raw<Offer | null>(null)
  /** A verb chosen in the prompt bar before any argument. */
  verb = $state('')
  chosen = $state.raw<Id[]>([])
  amounts = $state.raw<Record<string, number>>({})
  number = $state(0)
  confirming = $state.raw<Offer | null>(null)
  /** What makes that final, if it is something else than the end of the turn. */
  barrier = $state<OfferList['barrier']>('')
  /** Verbs that could begin with the thing that was clicked. */
  menu = $state.raw<{ offers: Offer[]; about: Ref } | null>(null)
  why = $state.raw<Why[] | null>(null)
  cost = $state<number | undefined>(undefined)
  /** Other verbs that could take the thing that was picked. */
  siblings = $state.raw<Offer[]>([])
  /** The place under the pointer, for the way there. */
  hover = $state('')
  /** Of which kind each argument is. */
  kinds = $state.raw<Record<string, string>>({})
  private trail: Offer[] = []
  /** What is under way, and what a quick hand did meanwhile. */
  readonly pace: Pace
  readonly party: Party
  readonly voyage: Voyage
  /** What is asked of the umpire before anything is sent. */
  private readonly asking: Asking

  constructor(private readonly table: Table) {
    this.pace = new Pace(() => this.why !== null || this.menu !== null || this.confirming !== null || table.watching || table.outcome !== null)
    this.party = new Party(table)
    this.voyage = new Voyage(table)
    this.asking = new Asking(table, this)
  }

  /** After the first of several: what can still go along with them; null where everything can. */
  get joinable(): ReadonlySet<string> | null {
    return this.asking.joinable
  }

  /** What comes after the things that are picked, where that is a place: it is lit before anybody says "these". */
  get ahead(): Offer | null {
    return this.asking.ahead
  }

  /** Resolves once it is known where the picked things could go. */
  get looked(): Promise<void> {
    return this.asking.looked
  }

  get busy(): boolean {
    return this.pace.busy
  }

  readonly open = $derived.by<Offer[]>(() => {
    if (this.table.watching) return []
    if (this.current) return [this.current]
    const offers = this.table.position?.offers ?? []
    return this.verb ? offers.filter((offer) => offer.do === this.verb) : offers
  })

  readonly lit = $derived.by(() => {
    if (this.confirming) return new Map<string, Offer[]>()
    if (this.party.on) return litByOffers([this.party.base!, ...this.party.offers])
    const lit = litByOffers(this.ahead ? [...this.open, this.ahead] : this.open, this.joinable)
    // What lies across the sea is lit beside what can be reached by itself.
    for (const place of this.voyage.places.keys()) if (!lit.has(key('place', place))) lit.set(key('place', place), [])
    return lit
  })

  /** The question about a place that the pointer would answer: the one at hand, or the one after it. */
  readonly aim = $derived<Offer | null>(this.ahead ?? (this.current?.widget?.of === 'place' ? this.current : null))

  /** The ways to the place under the pointer, one for each that would go. */
  readonly ways = $derived.by<ShownWay[]>(() => {
    if (!this.hover || this.confirming) return []
    return (this.party.on ? this.party.offers : this.aim ? [this.aim] : []).flatMap((offer) => {
      const way = offer.widget?.reach?.[this.hover]
      if (!way || !offer.widget) return []
      return [{ verb: offer.do, places: [offer.widget.so_far?.[0] ?? '', ...way.path], cost: way.cost, widget: offer.widget, dangers: dangersOf(offer.widget, way.path) }]
    })
  })

  /** The things that were given so far: each is of the kind that was asked for, whatever else has its number. */
  readonly given = $derived(givenThings(this.confirming ?? this.current, this.kinds))

  readonly selected = $derived.by<Set<string>>(() => {
    const found = new Set(this.given.map(({ of, id }) => key(of, id)))
    const of = this.current?.widget?.of
    if (of) for (const one of this.chosen) found.add(key(of, one))
    for (const one of this.voyage.on ? this.voyage.units : []) found.add(key('piece', one))
    for (const one of this.party.keys) found.add(one)
    return found
  })

  readonly path = $derived<Id[]>(this.current?.widget?.kind === 'path' ? (this.current.widget.so_far ?? []) : [])

  /** Verbs that could be begun now. */
  private readonly verbs = $derived.by<Offer[]>(() => (this.table.watching ? [] : (this.table.position?.offers ?? [])))

  /** What would be left undone by ending now: money that buys something, units that wait for a place. */
  readonly undone = $derived.by<boolean>(() => {
    const counted = this.table.prompt?.params?.undone
    return this.verbs.length > 1 && (counted === undefined ? this.spending !== undefined : Number(counted) > 0)
  })
  private readonly spending = $derived.by<Offer | undefined>(() => this.verbs.find((offer) => SPENDS.has(offer.do)))

  /** The main button before anything is begun; it never ends what would be left undone. */
  readonly primary = $derived.by<Offer | null>(() => {
    const whole = this.verbs.filter((offer) => !offer.widget)
    const first = whole.find((offer) => !offer.ends) ?? whole.at(-1) ?? (this.verbs.length === 1 && !TAKES_BACK.has(this.verbs[0]!.do) ? this.verbs[0]! : null)
    return first?.ends && this.undone ? (this.spending ?? this.verbs.find((offer) => !offer.ends) ?? first) : first
  })

  /** How many pieces could still do what, and against how many places, by verb. */
  readonly idle = $derived.by<{ verb: string; of: string; count: number }[]>(() =>
    this.verbs.flatMap(({ do: verb, widget, ends }) => (widget?.of && !ends && (widget.of !== 'place' || WORK.has(verb)) && this.table.domains.includes(widget.of) ? [{ verb, of: widget.of, count: choosable(widget).length }] : [])),
  )

  /** Whether somebody could do here what the phase is for and nobody has: then the main key does not end it, it asks first. */
  readonly untouched = $derived.by<boolean>(() => {
    const { prompt, umpire, view } = this.table
    return this.idle.some(({ verb }) => WORK.has(verb)) && view?.confirms !== false && !this.table.plan.on && umpire.acted?.at !== prompt?.at
  })

  isLit(of: string, id: Id): boolean {
    return this.lit.has(key(of, id))
  }

  /** What could be begun with, whatever is in hand now. */
  private readonly offered = $derived.by(() => litByOffers(this.verbs))

  isOffered(of: string, id: Id): boolean {
    return this.offered.has(key(of, id))
  }

  reset(): void {
    this.table.composition.stop()
    this.current = null
    this.verb = ''
    this.trail = []
    this.confirming = null
    this.menu = null
    this.why = null
    this.siblings = []
    this.party.clear()
    this.voyage.clear()
    this.clear()
  }

  private clear(): void {
    this.join([])
    this.amounts = {}
    this.cost = undefined
  }

  /** A verb of the prompt bar. */
  async begin(offer: Offer): Promise<void> {
    if (this.waits(offer, (now) => this.begin(now))) return
    this.why = null
    this.menu = null
    this.verb = offer.do
    this.trail = []
    if (!offer.widget) return this.whole(offer)
    const only = this.forced(offer)
    if (only !== undefined) return this.give(offer, only)
    this.enter(offer)
  }

  /** The main key: whatever its button says. */
  async main(): Promise<void> {
    const { table } = this
    const seq = table.position?.seq
    // Whoever pressed before the question was there has not seen that it ends something.
    const again = (): unknown => (seq !== table.position?.seq && !this.current && !table.composition.on && !table.suggestions.shown && this.primary?.ends ? undefined : this.main())
    // A question that is asked already is answered, whatever is still being tidied up.
    if (!this.confirming && this.pace.later(again)) return
    if (table.composition.on) await table.composition.send()
    else if (this.confirming || this.current) await this.accept()
    else if (table.suggestions.shown) await table.suggestions.take()
    else if (table.orders.isDue) table.orders.next()
    else if (this.primary) await this.beginUsual(this.primary)
  }

  /** Whether a verb has to wait; then it is begun where it is still offered, and what ends a phase only if it is the one that was seen. */
  private waits(offer: Offer, run: (now: Offer) => unknown): boolean {
    const seq = this.table.position?.seq
    return this.pace.later(() => {
      const now = this.table.position?.offers.find((one) => one.do === offer.do)
      return now && (!now.ends || this.table.position?.seq === seq) ? run(now) : undefined
    })
  }

  /** Whether a verb begins without a decision: losses that are proposed, or a question with one answer before the real one. */
  beginsPlainly(offer: Offer): boolean {
    const { widget } = offer
    if (widget?.kind === 'some') return Array.isArray(widget.default)
    return widget?.kind === 'amounts' || this.forced(offer) !== undefined
  }

  /** Go on where nothing else could be done. */
  async pass(offer: Offer): Promise<void> {
    if (!this.busy) await this.send(offer)
  }

  /** What the umpire proposes for a question that asks for one thing. */
  proposedBy(offer: Offer): Id | undefined {
    const { widget } = offer
    if (widget?.kind !== 'one') return undefined
    const isPlain = this.table.view?.plain?.includes(offer.do) ?? false
    return (widget.default as Id | null | undefined) ?? (widget.options?.length === 1 || isPlain ? widget.options?.[0] : undefined)
  }

  /** The main button: where one thing is asked for and proposed, that one. */
  async beginUsual(offer: Offer): Promise<void> {
    if (this.waits(offer, (now) => this.beginUsual(now))) return
    const usual = this.proposedBy(offer)
    if (usual === undefined) return this.begin(offer)
    if (BEGINS.includes(offer.do)) return this.table.battle.strike(offer)
    await this.give(offer, usual)
  }

  /** Whether the next question has one answer, which goes without saying. */
  isForced(offer: Offer): boolean {
    return this.forced(offer) !== undefined
  }

  /** The one answer to a question about something that is not on the board: it is given without asking. */
  private forced(offer: Offer): unknown {
    const widget = offer.widget
    if (widget?.kind !== 'one' || widget.options?.length !== 1 || this.table.domains.includes(widget.of ?? '')) return undefined
    return widget.options[0]
  }

  private enter(offer: Offer): void {
    this.clear()
    this.current = offer
    const widget = offer.widget
    const start = widget?.default
    // What is paid for is picked by hand: the least purchase is no proposal.
    if (widget?.kind === 'amounts') this.amounts = start && typeof start === 'object' && offer.do !== 'buy' ? { ...(start as Record<string, number>) } : {}
    if (widget?.kind === 'some') this.join(Array.isArray(start) ? (start as Id[]) : [])
    if (widget?.kind === 'number') this.number = typeof start === 'number' ? start : (widget.least ?? 0)
  }

  /** A click on a thing of the board or of a list: pick it, or say why not. */
  async click(of: string, id: Id, isWayPoint = false): Promise<void> {
    if (this.table.watching || this.pace.later(() => this.click(of, id, isWayPoint))) return
    this.why = null
    this.menu = null
    this.asking.forget()
    if (this.party.on && of === 'place' && this.lit.has(key(of, id))) return this.sendParty(String(id))
    if (this.party.on && of !== 'place') return this.enlist(of, id)
    const offers = this.lit.get(key(of, id))
    if (offers?.length === 0) return this.ship(String(id))
    if (!offers) {
      if (!(await this.turnTo(of, id))) await this.explain(of, id)
      return
    }
    if (offers.length > 1) {
      // The usual verb is begun at once where it asks for more; the others stand beside it.
      const usual = offers.find((offer) => offer.more)
      if (!usual) {
        this.menu = { offers, about: { of, id } }
        return
      }
      this.siblings = offers
      return this.pick(usual, id)
    }
    return this.pick(offers[0]!, id, isWayPoint)
  }

  /** A click on another piece that could do the same: it is meant instead. */
  async turnTo(of: string, id: Id): Promise<boolean> {
    const verb = this.current?.do
    if (!verb || of === 'place' || this.chosen.length || !this.aim) return false
    const offers = litByOffers((this.table.position?.offers ?? []).filter((offer) => offer.do === verb)).get(key(of, id))
    if (!offers) return false
    this.reset()
    await this.click(of, id)
    return true
  }

  /** Another piece that goes along, each by a way of its own. */
  async enlist(of: string, id: Id): Promise<void> {
    if (this.pace.later(() => this.enlist(of, id))) return
    this.why = null
    const first = this.trail.at(-1)
    const isSingle = first?.widget?.kind === 'one' && first.widget.of === of && this.aim
    const offers = this.party.on ? [this.party.base!] : isSingle ? [first] : (this.lit.get(key(of, id)) ?? [])
    const base = offers.find((offer) => offer.widget?.kind === 'one' && offer.more)
    if (!base?.widget || exact(base.widget, id) === undefined) return this.click(of, id)
    const before = isSingle && !this.party.on ? [this.current!.given![base.arg!] as Id] : []
    if (before.length) this.reset()
    this.verb = base.do
    await this.party.add(base, [...before, exact(base.widget, id)!])
    if (!this.party.on) this.reset()
  }

  /** All of these that go together with the usual verb of the first: a stack, or what a lasso holds. */
  async gather(refs: readonly Ref[]): Promise<void> {
    if (this.table.watching || this.pace.later(() => this.gather(refs))) return
    this.why = null
    const able = refs.filter((ref) => this.lit.has(key(ref.of, ref.id)))
    const base = able.flatMap((ref) => this.lit.get(key(ref.of, ref.id))!).find((offer) => offer.more && (offer.widget?.kind === 'some' || offer.widget?.kind === 'one'))
    if (!base?.widget) return
    const ids = able.flatMap((ref) => (ref.of === base.widget!.of ? (exact(base.widget!, ref.id) ?? []) : []))
    this.siblings = this.lit.get(key(base.widget.of ?? '', ids[0]!)) ?? []
    if (base.widget.kind === 'one') {
      if (ids.length === 1) return this.pick(base, ids[0]!)
      this.verb = base.do
      await this.party.add(base, ids)
      if (!this.party.on) {
        // Each would ask for a ship of its own: they are taken along by whichever sail.
        this.voyage.ask(ids)
        await this.voyage.looked
      }
      return
    }
    if (this.current !== base) {
      this.verb = base.do
      this.enter(base)
    }
    this.join(ids)
    await this.looked
    await this.voyage.looked
  }

  /** A hand comes near these. */
  warm(refs: readonly Ref[]): void {
    this.asking.warm(refs)
  }

  /** All of the party that can go there do, one after the other. */
  private async sendParty(place: string): Promise<void> {
    await this.pace.hold(async () => {
      const refusal = await this.party.send(place)
      this.reset()
      if (refusal) this.why = [{ refusal, verb: '', about: null }]
    })
  }

  /** Those that were picked are loaded, sail and land there. */
  private async ship(place: string): Promise<void> {
    await this.pace.hold(async () => {
      const refusal = await this.voyage.send(place)
      this.reset()
      if (refusal) this.why = [{ refusal, verb: '', about: null }]
    })
  }

  /** The same things with another verb. */
  async switchTo(offer: Offer): Promise<void> {
    const { siblings, chosen } = this
    const before = this.trail.at(-1)
    const single = before?.arg ? (this.current?.given?.[before.arg] as Id | undefined) : undefined
    const things = chosen.length ? chosen : single === undefined ? [] : Array.isArray(single) ? (single as Id[]) : [single]
    this.reset()
    this.siblings = siblings
    if (offer.widget?.kind === 'one' && things[0] !== undefined) return this.pick(offer, things[0])
    this.verb = offer.do
    this.enter(offer)
    if (offer.widget?.kind === 'some') this.join(things.filter((one) => exact(offer.widget!, one) !== undefined))
  }

  async pick(offer: Offer, id: Id, isWayPoint = false): Promise<void> {
    this.menu = null
    const widget = offer.widget
    if (!widget) return
    if (widget.kind === 'some') {
      if (this.current !== offer) {
        this.verb = offer.do
        this.enter(offer)
        // Whoever begins with a thing means this one, not what the default would take.
        this.join([])
      }
      this.toggle(id)
      return
    }
    if (widget.kind === 'amounts' || widget.kind === 'number') return this.begin(offer)
    const value = picked(widget, id)
    if (value === undefined) return
    const way = widget.reach?.[String(id)]
    if (widget.kind === 'one' && widget.of === 'piece') this.voyage.ask([value as Id])
    if (offer === this.ahead && this.current) this.trail.push(this.current)
    await this.give(offer, value, true, way !== undefined && !isWayPoint)
    this.cost = way?.cost ?? widget.costs?.[String(id)]
  }

  toggle(id: Id): void {
    const widget = this.current?.widget
    if (!widget) return
    const one = exact(widget, id)
    if (one === undefined) return
    if (this.chosen.includes(one)) this.join(this.chosen.filter((other) => other !== one))
    else if (widget.most === 1) this.join([one])
    else if (this.canJoin(one) && (widget.most == null || this.chosen.length < widget.most)) this.join([...this.chosen, one])
  }

  /** Whether a thing can go along with what is picked. */
  canJoin(id: Id): boolean {
    return this.joinable?.has(String(id)) ?? true
  }

  /** Have these picked, and ask what can go along with them, and where they could go. */
  join(chosen: Id[]): void {
    this.chosen = chosen
    if (this.current?.widget?.of === 'piece' && this.current.more) this.voyage.ask(chosen)
    this.asking.about(this.current, chosen, this.ready)
  }

  step(kind: string, by: number, toTheEnd = false): void {
    const widget = this.current?.widget
    do this.amounts = { ...this.amounts, [kind]: Math.max(0, (this.amounts[kind] ?? 0) + by) }
    while (toTheEnd && widget && (by < 0 ? this.amounts[kind]! > 0 : fits(widget, this.amounts, kind)))
  }

  /** Whether what is picked so far can be given. */
  readonly ready = $derived.by(() => {
    const widget = this.current?.widget
    if (!widget) return false
    if (widget.kind === 'some') return this.chosen.length >= (widget.least ?? 0) && (widget.most == null || this.chosen.length <= widget.most)
    if (widget.kind === 'amounts') {
      const sum = total(widget, this.amounts)
      return sum >= (widget.least ?? 0) && (widget.most == null || sum <= widget.most)
    }
    if (widget.kind === 'number') return this.number >= (widget.least ?? 0) && this.number <= (widget.most ?? Infinity)
    if (widget.kind === 'one') return widget.default != null
    return widget.kind === 'path' && widget.may_stop === true
  })

  /** The primary button: confirm, or give what is picked. */
  async accept(): Promise<void> {
    if (this.busy && !this.confirming) return this.main()
    // The question stays until the position after it is here: the old one would flash up in between.
    if (this.confirming) return this.send(this.confirming)
    const offer = this.current
    const widget = offer?.widget
    if (!offer || !widget || !this.ready) return
    switch (widget.kind) {
      case 'some':
        return this.give(offer, inOrder(this.chosen))
      case 'amounts':
        if (offer.do === 'buy') keepAmounts(this.table.id, this.table.seat, Object.fromEntries(Object.entries(this.amounts).filter(([, n]) => n > 0)))
        return this.give(offer, Object.fromEntries(Object.entries(this.amounts).filter(([, n]) => n > 0)))
      case 'number':
        return this.give(offer, this.number)
      case 'one':
        return this.give(offer, widget.default)
      case 'path':
        return this.whole(offer)
    }
  }

  /** This and all that follows as the umpire proposes it; where he proposes nothing, it is asked. */
  async asProposed(): Promise<void> {
    for (let n = 0; n < 8 && !this.busy && this.current?.widget && this.ready && !this.confirming; n++) {
      const { current } = this
      await this.accept()
      if (this.current === current || this.current?.do !== current.do) return
    }
  }

  /** Fill in the next argument and ask how it goes on; `clicked` where a click on a thing gave it, `stops` where a way is whole. */
  private async give(offer: Offer, value: unknown, clicked = false, stops = false): Promise<void> {
    this.kinds = { ...this.kinds, [offer.arg!]: offer.widget?.kind === 'path' ? '' : (offer.widget?.of ?? '') }
    await this.pace.hold(async () => {
      const { position } = this.table
      const reply = await this.table.umpire.offers({ do: offer.do, ...offer.given, [offer.arg!]: value })
      // What was asked of another position is no question any more.
      if (!reply || this.table.position !== position) return
      if (reply.refusal) {
        this.why = [{ refusal: reply.refusal, verb: offer.do, about: null }]
        return
      }
      const next = reply.offers[0]
      if (!next) return
      const only = this.forced(next)
      if (only !== undefined) return await this.give(next, only, clicked)
      const ended = next.widget?.kind === 'path' && (stops || !next.widget.options?.length) && next.widget.may_stop
      if (!next.widget || ended) return await this.whole(next, clicked ? reply.barrier : '')
      this.verb = offer.do
      this.trail.push(offer)
      this.enter(next)
    })
  }

  /** Dice and reveals that a click on a thing would bring, and passing the turn, are confirmed; everything else is done. */
  private whole(offer: Offer, barrier: OfferList['barrier'] = ''): Promise<void> {
    return this.pace.hold(() => this.weigh(offer, barrier))
  }

  private async weigh(offer: Offer, barrier: OfferList['barrier']): Promise<void> {
    const others = (this.table.position?.offers ?? []).filter((one) => one.do !== offer.do)
    // What can be taken back is not asked twice, nor a button that says what it does: only pieces that would stand idle are.
    const isLeft = others.length > 0 && (this.untouched || this.idle.some(({ of }) => of !== 'place') || this.undone) && !(this.table.plan.on && this.table.plan.battles.length)
    const isFinal = offer.ends && isLeft && this.table.view?.confirms !== false && (this.untouched || (await this.umpireStops(offer)))
    const asks = this.table.view?.confirms !== false && (barrier === 'dice' || barrier === 'shown')
    if (asks || isFinal) {
      this.confirming = offer
      this.barrier = barrier
      return
    }
    await this.send(offer)
  }

  private async umpireStops(offer: Offer): Promise<boolean> {
    const reply = await this.table.umpire.offers({ ...offer.given, do: offer.do })
    return reply?.barrier !== ''
  }

  private async send(offer: Offer): Promise<void> {
    const action: Action = { ...offer.given, do: offer.do }
    await this.pace.hold(async () => {
      const refusal = await this.table.umpire.act(action)
      if (refusal) {
        this.confirming = null
        this.why = [{ refusal, verb: offer.do, about: null }]
      } else this.reset()
    })
  }

  /** Back one argument; false when there is nothing to go back from. */
  back(): boolean {
    if (this.pace.clear()) return true
    if (this.why || this.menu) {
      this.why = null
      this.menu = null
      return true
    }
    if (this.confirming) {
      this.confirming = null
      if (!this.current) this.verb = ''
      return true
    }
    if (this.party.on) {
      this.reset()
      return true
    }
    if (!this.current && !this.verb) return false
    if (this.voyage.on && !this.current) {
      this.reset()
      return true
    }
    const before = this.trail.pop()
    if (before && this.trail.length === 0 && (this.table.position?.offers ?? []).includes(before)) this.reset()
    else if (before) this.enter(before)
    else this.reset()
    return true
  }

  /** Why this thing cannot be picked. */
  explain(of: string, id: Id): Promise<void> {
    return this.asking.explain(of, id)
  }

  /** Why a verb that is listed cannot be begun. */
  explainVerb(word: string): Promise<void> {
    return this.asking.explainVerb(word)
  }
}
