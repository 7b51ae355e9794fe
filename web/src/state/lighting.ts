/** What is lit: from offers to the things on the board that can be picked. Pure, so that it can be tested. */
import type { Id, Offer, Widget } from '../api/types'

export const key = (of: string, id: Id): string => `${of}:${id}`

/** Which offers a thing could begin; a thing lit by one verb only starts it with one click. */
export function litByOffers(offers: readonly Offer[]): Map<string, Offer[]> {
  const lit = new Map<string, Offer[]>()
  for (const offer of offers) {
    const widget = offer.widget
    if (!widget?.of) continue
    for (const id of choosable(widget)) {
      const name = key(widget.of, id)
      const known = lit.get(name)
      if (known) known.push(offer)
      else lit.set(name, [offer])
    }
  }
  return lit
}

/** The ids that can be picked next. */
export function choosable(widget: Widget): Id[] {
  if (widget.kind === 'amounts') return Object.keys(widget.limits ?? {})
  return widget.options ?? []
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
  if (widget.kind === 'path') return [...(widget.so_far ?? []).slice(1), found]
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
