/** The words of a game in the reader's language, and what its things are called. */
import type { Row } from '../api/fold'
import type { Board, GameDetail, Id, State } from '../api/types'
import type { PieceHint } from '../games/generic'
import type { Catalogue } from '../texts/catalogue'
import { session } from './session.svelte'

interface Named { id: Id; name: Record<string, string> }

/** Names in the reader's language, where the drawing hints of a game bring them. */
function ownNames(board: Board, lang: string): Map<string, string> {
  const hints = (board.board ?? {}) as { places?: Named[]; kinds?: Named[] }
  const found = new Map<string, string>()
  for (const [of, list] of [['place', hints.places], ['kind', hints.kinds]] as const)
    for (const one of list ?? []) if (one.name[lang]) found.set(`${of}.${one.id}`, one.name[lang]!)
  return found
}

export class Vocabulary {
  words = $state.raw<Catalogue>(session.words)
  private readonly kinds = new Map<string, string>()

  /** Load the words of a game in the language of the session; false where that has changed meanwhile. */
  async load(board: Board, detail: GameDetail): Promise<boolean> {
    const lang = session.lang
    const titles = new Map(detail.info.seats.map((seat) => [seat.id, session.said(seat.title)]))
    const own = ownNames(board, lang)
    const words = await session.catalogue(
      lang, board.game,
      (of, id) => (of === 'seat' && titles.get(String(id))) || own.get(`${of}.${id}`) || board.names[of]?.[String(id)] || this.kindOf(of, id),
    )
    // Asked for twice, the language of today wins, whichever answer is first.
    if (lang !== session.lang) return false
    this.words = words
    return true
  }

  /** Pieces without a name are called by their kind, also after they are gone. */
  private kindOf(of: string, id: Id): string | undefined {
    const kind = this.kinds.get(`${of}.${id}`)
    return kind === undefined ? undefined : this.words.name('kind', kind)
  }

  /** Note of which kind the pieces of a position are. */
  note(board: Board | null, state: State): void {
    const hints = (board?.board as { pieces?: PieceHint[] } | null)?.pieces ?? []
    for (const { table, of = 'piece', kind } of hints) {
      if (!kind) continue
      for (const [id, row] of Object.entries((state[table] ?? {}) as Record<string, Row>)) this.kinds.set(`${of}.${id}`, String(row[kind]))
    }
  }
}
