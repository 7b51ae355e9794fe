/** The words of a game in the reader's language, and what its things are called. */
import type { Row } from '../api/fold'
import type { Board, GameDetail, Id, State } from '../api/types'
import type { PieceHint } from '../games/generic'
import type { Catalogue } from '../texts/catalogue'
import { session } from './session.svelte'

/** `names` where the kind says more than what is printed on the piece. */
interface Kind { of: string; id: string; names: boolean }
const UNKNOWN = 'unknown'
interface Named { id: Id; name: Record<string, string> }

/** Names in the reader's language, where the drawing hints of a game bring them. */
function ownNames(board: Board, lang: string): Map<string, string> {
  const hints = (board.board ?? {}) as { places?: Named[]; kinds?: Named[]; titles?: Record<string, Record<string, string>> }
  const found = new Map<string, string>()
  for (const [of, list] of [['place', hints.places], ['kind', hints.kinds]] as const)
    for (const one of list ?? []) if (one.name[lang]) found.set(`${of}.${one.id}`, one.name[lang]!)
  for (const [of, list] of Object.entries(hints.titles ?? {})) for (const [id, title] of Object.entries(list)) found.set(`${of}.${id}`, title)
  return found
}

export class Vocabulary {
  words = $state.raw<Catalogue>(session.words)
  /** By seat: what one may know of a piece another may not, also at the same screen. */
  private readonly kinds = new Map<string, Kind>()

  constructor(private readonly seat: () => string) {}

  /** Load the words of a game in the language of the session; false where that has changed meanwhile. */
  async load(board: Board, detail: GameDetail): Promise<boolean> {
    const lang = session.lang
    const titles = new Map(detail.info.seats.map((seat) => [seat.id, session.said(seat.title)]))
    const own = ownNames(board, lang)
    const words = await session.catalogue(
      lang, board.game,
      (of, id) => (of === 'seat' && titles.get(String(id))) || own.get(`${of}.${id}`) || this.called(of, id, board.names[of]?.[String(id)]),
    )
    // Asked for twice, the language of today wins, whichever answer is first.
    if (lang !== session.lang) return false
    this.words = words
    return true
  }

  /** A piece by what is printed on it; by its kind, also after it is gone, where that says more or nothing is printed. */
  private called(of: string, id: Id, printed: string | undefined): string | undefined {
    const kind = this.kinds.get(`${this.seat()}/${of}.${id}`)
    if (!kind || (printed && !kind.names)) return printed
    const name = this.words.name(kind.of, kind.id)
    return printed ? `${name} ${printed}` : name
  }

  /** Note of which kind the pieces of a position are, as its seat knows it. */
  note(board: Board | null, seat: string, state: State): void {
    const { pieces = [], named = [] } = (board?.board ?? {}) as { pieces?: PieceHint[]; named?: PieceHint[] }
    for (const { table, of = 'piece', kind, kinds = 'kind', names = false } of [...pieces, ...named]) {
      if (!kind) continue
      for (const [id, row] of Object.entries((state[table] ?? {}) as Record<string, Row>))
        if (row[kind] !== undefined && row[kind] !== UNKNOWN) this.kinds.set(`${seat}/${of}.${id}`, { of: kinds, id: String(row[kind]), names })
    }
  }
}
