/** What is asked of the umpire while an answer is being built: what goes along, where it could go, and why not. */
import type { Id, Offer, Ref, Refusal } from '../api/types'
import type { Answer } from './answer.svelte'
import { attempt, exact, inOrder, key } from './lighting'
import type { Table } from './table.svelte'

export interface Why {
  refusal: Refusal
  verb: string
  about: Ref | null
}

/** So many pieces of a stack are asked about before they are picked. */
const MOST_WARMED = 6
/** So many verbs are asked why they do not take a thing, and so many why they cannot be begun at all. */
const MOST_TAKING = 3
const MOST_SILENT = 2

export class Asking {
  joinable = $state.raw<ReadonlySet<string> | null>(null)
  ahead = $state.raw<Offer | null>(null)
  looked = Promise.resolve()
  private joining = 0
  /** How often it was asked why not: only the newest question is answered. */
  private wondering = 0

  constructor(
    private readonly table: Table,
    private readonly answer: Answer,
  ) {}

  /** Who goes on does not want to know any more why not. */
  forget(): void {
    this.wondering++
  }

  /** Ask what can go along with the things that are picked, and where they could go if they are enough. */
  about(offer: Offer | null, chosen: Id[], enough: boolean): void {
    const asked = ++this.joining
    this.ahead = null
    if (!chosen.length || !offer?.widget) {
      this.joinable = null
      return
    }
    // Where they could go is asked first: it is what the eye waits for.
    if (offer.more && enough) this.looked = this.answer.pace.look(this.lookAhead(offer, chosen, asked))
    void this.table.umpire.offers({ do: offer.do, ...offer.given }, chosen).then((reply) => {
      if (asked === this.joining) this.joinable = reply?.joinable ? new Set(reply.joinable.map(String)) : null
    })
  }

  private async lookAhead(offer: Offer, chosen: Id[], asked: number): Promise<void> {
    const arg = offer.arg!
    const reply = await this.table.umpire.offers({ do: offer.do, ...offer.given, [arg]: inOrder(chosen) })
    const next = reply?.offers[0]
    if (asked !== this.joining || next?.widget?.of !== 'place' || next.widget.kind === 'some') return
    this.answer.kinds = { ...this.answer.kinds, [arg]: offer.widget?.of ?? '' }
    this.ahead = next
  }

  /** A hand comes near these: what picking them would ask is asked already, so that a click lights the board at once. */
  warm(refs: readonly Ref[]): void {
    const { answer, table } = this
    if (answer.busy || table.watching || answer.current || answer.party.on || answer.confirming) return
    const able = refs.filter((ref) => answer.lit.has(key(ref.of, ref.id)))
    const base = able.flatMap((ref) => answer.lit.get(key(ref.of, ref.id))!).find((offer) => offer.more && offer.arg && (offer.widget?.kind === 'some' || offer.widget?.kind === 'one'))
    if (!base?.widget) return
    const ids = able.flatMap((ref) => (ref.of === base.widget!.of ? (exact(base.widget!, ref.id) ?? []) : []))
    const given = { do: base.do, ...base.given }
    if (base.widget.kind === 'one') for (const id of ids.slice(0, MOST_WARMED)) void table.umpire.offers({ ...given, [base.arg!]: id })
    else if (base.widget.most == null || ids.length <= base.widget.most) void table.umpire.offers({ ...given, [base.arg!]: inOrder(ids) })
  }

  /** Why this thing cannot be picked: asked of every verb that takes such a thing. */
  async explain(of: string, id: Id): Promise<void> {
    const { answer, table } = this
    const offers = answer.open.filter((offer) => offer.widget?.of === of)
    const found: Why[] = []
    const asked = ++this.wondering
    for (const offer of offers.slice(0, MOST_TAKING)) {
      const reply = await table.umpire.offers(attempt(offer, id, answer.chosen))
      if (reply?.refusal) found.push({ refusal: reply.refusal, verb: offer.do, about: { of, id } })
    }
    if (!offers.length && !answer.current) {
      const silent = (table.prompt?.verbs ?? []).filter((word) => !answer.open.some((offer) => offer.do === word))
      for (const word of silent.slice(0, MOST_SILENT)) {
        const reply = await table.umpire.offers({ do: word })
        if (reply?.refusal) found.push({ refusal: reply.refusal, verb: word, about: { of, id } })
      }
    }
    if (asked !== this.wondering) return
    answer.why = found.length ? distinct(found) : null
    if (!found.length) table.focus.look({ of, id })
  }

  /** Why a verb that is listed cannot be begun. */
  async explainVerb(word: string): Promise<void> {
    const reply = await this.table.umpire.offers({ do: word })
    this.answer.why = reply?.refusal ? [{ refusal: reply.refusal, verb: word, about: null }] : null
  }
}

function distinct(found: Why[]): Why[] {
  const seen = new Set<string>()
  return found.filter((why) => {
    const name = why.refusal.rule + why.refusal.key + JSON.stringify(why.refusal.params ?? {})
    if (seen.has(name)) return false
    seen.add(name)
    return true
  })
}
