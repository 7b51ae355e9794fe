/** What is lit: from offers to the things on the board that can be picked. Pure, so that it can be tested. */
import type { Id, Offer, Ref, Widget } from '../api/types'

export const key = (of: string, id: Id): string => `${of}:${id}`

/** Which offers a thing could begin; a thing lit by one verb only starts it with one click. */
export function litByOffers(offers: readonly Offer[], joinable: ReadonlySet<string> | null = null): Map<string, Offer[]> {
  const lit = new Map<string, Offer[]>()
  for (const offer of offers) {
    const widget = offer.widget
    if (!widget?.of) continue
    for (const id of choosable(widget)) {
      // After the first of several, what cannot go along with it is dark.
      if (joinable && widget.kind === 'some' && !joinable.has(String(id))) continue
      const name = key(widget.of, id)
      const known = lit.get(name)
      if (known) known.push(offer)
      else lit.set(name, [offer])
    }
  }
  return lit
}

/** The things that an offer holds already; `kinds` says of which kind each argument is. */
export function givenThings(offer: Offer | null, kinds: Readonly<Record<string, string>>): Ref[] {
  return Object.entries(offer?.given ?? {}).flatMap(([name, value]) => {
    const of = kinds[name]
    const ids = Array.isArray(value) ? value : [value]
    return of ? ids.filter((one): one is Id => typeof one === 'number' || typeof one === 'string').map((id) => ({ of, id })) : []
  })
}

/** The ids that can be picked next. */
export function choosable(widget: Widget): Id[] {
  if (widget.kind === 'amounts') return Object.keys(widget.limits ?? {})
  // A path: everywhere it can end, nearest first.
  const ends = Object.values(widget.reach ?? {}).sort((a, b) => a.cost - b.cost).map((way) => way.path.at(-1)!)
  return ends.length ? ends : (widget.options ?? [])
}

/** The id as the server wrote it: numbers stay numbers. */
export function exact(widget: Widget, id: Id): Id | undefined {
  return choosable(widget).find((one) => String(one) === String(id))
}

/** The value of the argument once this thing is picked, or undefined while more has to be picked. */
export function picked(widget: Widget, id: Id): unknown {
  const found = exact(widget, id)
  if (found === undefined) return undefined
  if (widget.kind === 'one') return found
  if (widget.kind === 'path') return widget.reach?.[String(id)]?.path ?? [...(widget.so_far ?? []).slice(1), found]
  return undefined
}

/** A partial action that tries a thing which is not lit, to hear why not. */
export function attempt(offer: Offer, id: Id, chosen: readonly Id[] = []): Record<string, unknown> {
  const { widget, arg } = offer
  const tried = typeof id === 'string' && /^-?\d+$/.test(id) && numeric(widget) ? Number(id) : id
  const before: Record<string, unknown> = { do: offer.do, ...offer.given }
  if (!arg || !widget) return before
  if (widget.kind === 'path') return { ...before, [arg]: [...(widget.so_far ?? []).slice(1), tried] }
  if (widget.kind === 'some') return { ...before, [arg]: [...chosen, tried] }
  if (widget.kind === 'amounts') return { ...before, [arg]: { [String(tried)]: 1 } }
  return { ...before, [arg]: tried }
}

const numeric = (widget?: Widget | null): boolean => {
  const sample = [...(widget?.options ?? []), ...(widget?.so_far ?? [])]
  return sample.length === 0 || sample.some((one) => typeof one === 'number')
}

export const total = (widget: Widget, amounts: Record<string, number>): number =>
  Object.entries(amounts).reduce((sum, [kind, n]) => sum + (widget.weights?.[kind] ?? 1) * n, 0)

/** Whether one more of a kind still fits. */
export function fits(widget: Widget, amounts: Record<string, number>, kind: string): boolean {
  if ((amounts[kind] ?? 0) >= (widget.limits?.[kind] ?? 0)) return false
  return widget.most == null || total(widget, amounts) + (widget.weights?.[kind] ?? 1) <= widget.most
}

/** What is asked for, in words: the key of the catalogue and its parameters. No "1 to 1", and no limit where there is none. */
export function askedFor(widget: Widget, arg: string): [key: string, params: Record<string, number | string>] {
  if (widget.kind !== 'some') return [`ask.${widget.kind}`, { arg }]
  const [least, options] = [widget.least ?? 0, widget.options?.length ?? Infinity]
  const most = Math.min(widget.most ?? Infinity, options)
  // A number that leaves no choice is none.
  if (least === most && most < options) return ['ask.some_exactly', { arg, count: most }]
  // A limit that nobody could pass is none.
  if (most >= options) return [least > 1 && least < options ? 'ask.some_least' : 'ask.some', { arg, least }]
  return [least > 0 ? 'ask.some_range' : 'ask.some_most', { arg, least, most }]
}

const FRACTIONS: Record<string, string> = { '1/6': '⅙', '1/3': '⅓', '1/2': '½', '2/3': '⅔', '5/6': '⅚' }
const divisor = (a: number, b: number): number => (b ? divisor(b, a % b) : a)

/** Movement points as people write them: rules count them in halves or sixths. */
export function pointsText(cost: number, per = 1): string {
  const [whole, rest] = [Math.floor(cost / per), cost % per]
  if (!rest) return String(whole)
  const common = divisor(per, rest)
  const part = `${rest / common}/${per / common}`
  return `${whole || ''}${FRACTIONS[part] ?? ` ${part}`}`
}

/** What a way leaves to spend, if there is a limit. */
export function leftAfter(widget: Widget, cost: number): number | undefined {
  return widget.budget == null ? undefined : widget.budget - cost
}

/** Things in the one order in which the umpire is asked about them. */
export const inOrder = (ids: readonly Id[]): Id[] => [...ids].sort((a, b) => (a < b ? -1 : 1))
