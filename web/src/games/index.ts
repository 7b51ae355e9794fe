/** Which module draws which game, fetched when its table is opened; a game without one is drawn from its hints alone. */
import type { Board } from '../api/types'
import type { Catalogue } from '../texts/catalogue'
import { genericView, type GameView } from './generic'

export type { GameView } from './generic'

export async function viewOf(board: Board, words: Catalogue): Promise<GameView> {
  const kind = (board.board as { kind?: string } | null)?.kind
  if (board.game === 'eastfront' && kind === 'hex') return (await import('./eastfront')).eastfrontView(board, words)
  if (board.game === 'axisallies' && kind === 'area') return (await import('./axisallies')).axisalliesView(board, words)
  if (board.game === 'nextwar' && kind === 'hex') return (await import('./nextwar')).nextwarView(board, words)
  if (board.game === 'fieldsoffire' && kind === 'cards') return (await import('./fieldsoffire')).fieldsoffireView(board, words)
  return genericView(board, words)
}
