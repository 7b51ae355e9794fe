/** Steps of a plan as arrows on the map: who goes from where to where. Pure, so that it can be tested. */
import type { Id, PlanStep } from '../api/types'
import type { Piece, Scene } from '../board/scene'

export interface Arrow {
  key: string
  of: string
  from: string
  to: string
  /** All places on the way, the first and the last included. */
  places: string[]
  side: string
  pieces: Id[]
  /** How many of each kind go. */
  kinds: [kind: string, count: number][]
  steps: PlanStep[]
}

const ids = (value: unknown): Id[] => (Array.isArray(value) ? value : [value]).filter((one): one is Id => typeof one === 'number' || typeof one === 'string')

/** The pieces that a step moves, and those that carry them. */
export const moversOf = ({ action }: PlanStep): Id[] => ids(action.units ?? action.unit ?? [])
const carriersOf = ({ action }: PlanStep): Id[] => ids(action.ship ?? [])

/** Where a step leads, place by place. */
function wayOf({ action }: PlanStep): string[] {
  const way = action.path ?? action.to ?? action.zone
  return way === undefined ? [] : ids(way).map(String)
}

/** One arrow for all that go the same way; `start` is the position before the first step. */
export function arrowsOf(steps: readonly PlanStep[], start: Scene): Arrow[] {
  const pieces = new Map<string, Piece>(start.pieces.map((piece) => [String(piece.ref.id), piece]))
  const at = new Map<string, string>()
  const found = new Map<string, Arrow>()
  for (const step of steps) {
    const way = wayOf(step)
    if (!way.length) continue
    for (const id of [...moversOf(step), ...carriersOf(step)]) {
      const piece = pieces.get(String(id))
      const from = at.get(String(id)) ?? piece?.place
      const to = way.at(-1)!
      if (!piece || !from || from === to) continue
      at.set(String(id), to)
      const key = `${from}>${to}`
      const arrow = found.get(key) ?? { key, of: piece.ref.of, from, to, places: [from, ...way], side: piece.side, pieces: [], kinds: [], steps: [] }
      arrow.pieces.push(id)
      if (!arrow.steps.includes(step)) arrow.steps.push(step)
      const kind = piece.face.kind ?? ''
      const known = arrow.kinds.find(([name]) => name === kind)
      if (known) known[1]++
      else arrow.kinds.push([kind, 1])
      found.set(key, arrow)
    }
  }
  return [...found.values()]
}

/** The steps of an arrow with all that hangs together with them: cargo with its ship, a ship with its cargo. */
export function linked(steps: readonly PlanStep[], arrow: Arrow): PlanStep[] {
  const names = new Set(arrow.steps.flatMap((step) => [...moversOf(step), ...carriersOf(step)]).map(String))
  let found: PlanStep[] = []
  for (let before = -1; found.length !== before; ) {
    before = found.length
    found = steps.filter((step) => [...moversOf(step), ...carriersOf(step)].some((id) => names.has(String(id))))
    for (const step of found) for (const id of [...moversOf(step), ...carriersOf(step)]) names.add(String(id))
  }
  return found
}
