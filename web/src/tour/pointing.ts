/** What the coach points at: the next thing to pick on the way to the wished answer. */
import type { Action, Id, Offer } from '../api/types'

/** A thing of the board, or a part of the frame around it. */
export type Target = { of: string; id: Id } | { part: 'main' | 'prompt' | 'tray' | 'moment' } | { verb: string }

interface Answering {
  current: Offer | null
  confirming: Offer | null
  chosen: readonly Id[]
}

export function targetOf(wish: Action | null, offers: readonly Offer[], answering: Answering, domains: readonly string[]): Target {
  if (answering.confirming) return { part: 'main' }
  if (!wish) return { part: 'prompt' }
  const offer = answering.current ?? offers.find((one) => one.do === wish.do)
  if (!offer || offer.do !== wish.do) return { part: 'prompt' }
  const { widget, arg } = offer
  if (!widget || !arg) return { verb: wish.do }
  const wished = wish[arg]
  if (widget.kind === 'amounts') return answering.current ? { part: 'tray' } : { verb: wish.do }
  const onBoard = domains.includes(widget.of ?? '')
  if (!onBoard) return answering.current ? { part: 'moment' } : { verb: wish.do }
  const list = Array.isArray(wished) ? (wished as Id[]) : wished === undefined ? [] : [wished as Id]
  const next =
    widget.kind === 'path' ? list[(widget.so_far ?? []).length - 1]
    : // What is missing, then what was taken by default and is not wanted.
      (list.find((one) => !answering.chosen.includes(one)) ?? (list.length ? answering.chosen.find((one) => !list.includes(one)) : undefined))
  // Any of them will do: the first.
  if (next === undefined && widget.kind === 'one' && wished === undefined && widget.options?.length) return { of: widget.of!, id: widget.options[0]! }
  if (next === undefined) return answering.current ? { part: 'main' } : { verb: wish.do }
  return { of: widget.of!, id: next }
}

export interface Rect { left: number; top: number; right: number; bottom: number }
export interface Spot { left: number; top: number; side: 'left' | 'right' | 'above' | 'below' }

const NEVER = 1e9
const INDENT = 28
const overlap = (a: Rect, b: Rect): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top))

/** How much worse it is to hide a part of a panel than a part of the board. */
const HEAVY = 50

/** Beside the target, inside the room, over as little as can be of what must stay in sight, panels above all. */
export function spotBeside(target: Rect, size: { width: number; height: number }, room: Rect, around: readonly Rect[], panels: readonly Rect[] = [], gap = 16): Spot {
  const { width, height } = size
  const inside = (spot: Spot): Spot => ({
    side: spot.side,
    left: Math.max(room.left, Math.min(spot.left, room.right - width)),
    top: Math.max(room.top, Math.min(spot.top, room.bottom - height)),
  })
  const cost = ({ side, left, top }: Spot): number => {
    const card: Rect = { left, top, right: left + width, bottom: top + height }
    // A card that had to slide along the edge of the room points past its target.
    const [middle, low, high] = side === 'right' || side === 'left' ? [(target.top + target.bottom) / 2, card.top, card.bottom] : [(target.left + target.right) / 2, card.left, card.right]
    const past = Math.max(0, low - middle, middle - high) * width
    // Where the room is too small, a card pushed back may be on another side of its target than it thinks.
    const isThere = { right: card.left >= target.right, left: card.right <= target.left, below: card.top >= target.bottom, above: card.bottom <= target.top }[side]
    const hidden = around.reduce((sum, one) => sum + overlap(card, one), 0) + HEAVY * panels.reduce((sum, one) => sum + overlap(card, one), 0)
    return (isThere ? 0 : NEVER) + past + 4 * overlap(card, target) + hidden
  }
  // In the middle of each side, or flush with either end of it.
  const [x, y] = [(target.left + target.right) / 2, (target.top + target.bottom) / 2]
  const alongX = [x - width / 2, x - INDENT, x - width + INDENT]
  const alongY = [y - height / 2, y - INDENT, y - height + INDENT]
  const spots = [0, 1, 2].flatMap((i) => [
    inside({ side: 'right', left: target.right + gap, top: alongY[i]! }),
    inside({ side: 'left', left: target.left - gap - width, top: alongY[i]! }),
    inside({ side: 'below', left: alongX[i]!, top: target.bottom + gap }),
    inside({ side: 'above', left: alongX[i]!, top: target.top - gap - height }),
  ])
  // Or next to a panel that lies where the card would.
  for (const panel of panels) spots.push(inside({ side: 'below', left: panel.left - INDENT / 2 - width, top: target.bottom + gap }))
  return spots.reduce((a, b) => (cost(b) < cost(a) ? b : a))
}
