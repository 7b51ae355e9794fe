/** Which values are our own, because the printed ones are lost: players see them marked. */
import type { Board, Modifier, Ref } from '../api/types'
import type { CounterHint } from '../games/generic'

/** Keys of the pieces whose printed values were rebuilt. */
export function rebuiltPieces(board: Board | null): ReadonlySet<string> {
  const counters = (board?.board as { counters?: Record<string, CounterHint> } | null)?.counters ?? {}
  return new Set(Object.entries(counters).filter(([, one]) => one.source === 'reconstructed').map(([id]) => `piece:${id}`))
}

/** The pieces that a modifier speaks of. */
export const piecesOf = (modifier: Modifier): Ref[] => (modifier.points ?? []).filter((ref) => ref.of === 'piece')

/** Whether a number rests on a value that was rebuilt. */
export const isRebuilt = (modifier: Modifier, rebuilt: ReadonlySet<string>): boolean => piecesOf(modifier).some((ref) => rebuilt.has(`piece:${ref.id}`))
