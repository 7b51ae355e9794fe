/** What needs no hand: phases with nothing to do pass, and a question that can only begin in one way is begun. */
import { untrack } from 'svelte'
import { session } from './session.svelte'
import type { Table } from './table.svelte'

export class Plain {
  /** The last position that came by going on, not by taking back or by looking in. */
  private forward = $state(-1)
  private begun = -1

  constructor(private readonly table: Table) {}

  /** A step has brought this position. */
  note(seq: number, back: boolean): void {
    this.forward = back ? -1 : seq
  }

  /** Runs inside an effect. */
  follow(): void {
    const { table } = this
    const { position } = table
    const isFree = position && table.prompt && !table.watching && !table.outcome && !table.answer.busy && table.connection.online
    const isFresh = this.forward === position?.seq
    const suggests = table.detail?.queries.includes('propose') ?? false
    const settled = !suggests || table.suggestions.heard === position?.seq
    if (!isFree || !settled) return
    untrack(() => {
      const { answer } = table
      const { offers, seq } = position
      const [first] = offers
      if (offers.length === 1 && first?.ends && !first.widget) {
        // Nothing can be done here but to go on.
        if (isFresh && session.passes) void answer.pass(first)
        return
      }
      if (offers.length === 1 && first?.widget?.options?.length === 1 && !first.more && table.view?.plain?.includes(first.do)) {
        // One answer to a question is no question.
        if (isFresh && session.passes && this.begun !== seq) {
          this.begun = seq
          void answer.beginUsual(first)
        }
        return
      }
      const rest = offers.filter((offer) => !offer.ends)
      const [only] = rest
      if (this.begun === seq || rest.length !== 1 || !only?.widget || answer.current || table.suggestions.current) return
      // What may be left alone is a decision: the question stays until somebody takes it.
      if (only.widget.kind === 'some' && rest.length < offers.length) return
      this.begun = seq
      // What helps a fight is laid out all at once.
      if (table.trays.includes(only.do)) void table.composition.start({ do: only.do })
      else if (answer.beginsPlainly(only)) void answer.begin(only)
    })
  }
}
