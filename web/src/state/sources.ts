/** Which values are our own, because the printed ones are lost: players see them marked. */
import type { Modifier, Ref } from '../api/types'
import type { Piece } from '../board/scene'

/** Keys of the pieces that show values of our own. */
export const rebuiltPieces = (pieces: readonly Piece[]): ReadonlySet<string> => new Set(pieces.filter((piece) => piece.face.rebuilt && !piece.face.unknown).map((piece) => piece.key))

/** The pieces that a modifier speaks of. */
export const piecesOf = (modifier: Modifier): Ref[] => (modifier.points ?? []).filter((ref) => ref.of === 'piece')

/** Whether a number rests on a value that was rebuilt. */
export const isRebuilt = (modifier: Modifier, rebuilt: ReadonlySet<string>): boolean => piecesOf(modifier).some((ref) => rebuilt.has(`piece:${ref.id}`))
