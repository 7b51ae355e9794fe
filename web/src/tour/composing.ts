/** From a wish to an answer the server takes: wished values where they are on offer, the default where not. */
import type { Action, Id, Offer, Partial, Widget } from '../api/types'
import { choosable, total } from '../state/lighting'

type Ask = (partial: Partial) => Promise<{ offers: Offer[] } | null>

const has = (widget: Widget, id: unknown): boolean => choosable(widget).some((one) => one === id)

/** The value of one argument; undefined where a way may end here. */
export function valueOf(widget: Widget, wished: unknown): unknown {
  const list = Array.isArray(wished) ? (wished as Id[]) : []
  switch (widget.kind) {
    case 'one':
      return has(widget, wished) ? wished : (widget.default ?? widget.options?.[0])
    case 'some': {
      const found = list.filter((one) => has(widget, one)).slice(0, widget.most ?? undefined)
      if (found.length && found.length >= (widget.least ?? 0)) return found
      return widget.default ?? (widget.options ?? []).slice(0, Math.max(widget.least ?? 0, 0))
    }
    case 'path': {
      const way = (widget.so_far ?? []).slice(1)
      const next = list[way.length]
      if (next !== undefined && has(widget, next)) return [...way, next]
      if (widget.may_stop) return undefined
      const first = widget.options?.[0]
      return first === undefined ? undefined : [...way, first]
    }
    case 'amounts': {
      const amounts = (wished ?? {}) as Record<string, number>
      const sum = total(widget, amounts)
      const fits = Object.entries(amounts).every(([kind, n]) => n <= (widget.limits?.[kind] ?? 0))
      const isWhole = sum > 0 && sum >= (widget.least ?? 0) && (widget.most == null || sum <= widget.most)
      return fits && isWhole ? amounts : (widget.default ?? {})
    }
    case 'number':
      return typeof wished === 'number' && wished >= (widget.least ?? 0) && wished <= (widget.most ?? Infinity) ? wished : (widget.default ?? widget.least ?? 0)
  }
}

/** No answer has more arguments and steps than this. */
const MOST = 40

/** The whole action that comes nearest to the wish, or null when nothing can be done. */
export async function composed(offers: readonly Offer[], wish: Action | null, ask: Ask): Promise<Action | null> {
  const calm = offers.find((offer) => offer.ends) ?? offers.find((offer) => !offer.widget) ?? offers[0]
  let offer = offers.find((one) => one.do === wish?.do) ?? calm
  const wished = offer && offer.do === wish?.do ? wish : null
  for (let i = 0; offer && i < MOST; i++) {
    const { widget, arg } = offer
    const value = widget && arg ? valueOf(widget, wished?.[arg]) : undefined
    if (!widget || !arg || value === undefined) return { ...offer.given, do: offer.do }
    const reply: { offers: Offer[] } | null = await ask({ ...offer.given, do: offer.do, [arg]: value })
    offer = reply?.offers[0]
  }
  return null
}
