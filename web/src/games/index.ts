/** Which module draws which game; a game without one is drawn from its hints alone. */
import type { Board } from '../api/types'
import type { Catalogue } from '../texts/catalogue'
import { axisalliesView } from './axisallies'
import { eastfrontView } from './eastfront'
import { fieldsoffireView } from './fieldsoffire'
import { genericView, type GameView } from './generic'
import { nextwarView } from './nextwar'

export type { GameView } from './generic'

export function viewOf(board: Board, words: Catalogue): GameView {
  const kind = (board.board as { kind?: string } | null)?.kind
  if (board.game === 'eastfront' && kind === 'hex') return eastfrontView(board, words)
  if (board.game === 'axisallies' && kind === 'area') return axisalliesView(board, words)
  if (board.game === 'nextwar' && kind === 'hex') return nextwarView(board, words)
  if (board.game === 'fieldsoffire' && kind === 'cards') return fieldsoffireView(board, words)
  return genericView(board, words)
}
