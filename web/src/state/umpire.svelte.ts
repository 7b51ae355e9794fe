/** What is asked of the umpire: how a verb goes on, to do it, to take it back. Whoever asks waits for the position after it. */
import { freshId } from '../api/socket'
import type { Action, ClientMessage, Id, OfferList, Partial, Position, Refusal, ServerMessage } from '../api/types'
import type { Table } from './table.svelte'

type Deed = Extract<ClientMessage, { is: 'act' | 'undo' | 'redo' }>

export class Umpire {
  /** What was done here last, and to which question, for whoever goes along. */
  acted = $state.raw<{ at: string; action: Action } | null>(null)
  private expected: { seat: string; seq: number; arrived: () => void }[] = []
  /** What was asked about the position at hand: the same question has the same answer. */
  private known = new Map<string, Promise<OfferList | null>>()
  private knownOf = ''

  constructor(private readonly table: Table) {}

  get isAwaited(): boolean {
    return this.expected.length > 0
  }

  /** How a verb goes on; with `picked`, what can be picked beside these for the argument that is asked for. */
  offers(partial: Partial, picked: readonly Id[] = []): Promise<OfferList | null> {
    const of = `${this.table.seat} ${this.table.position?.seq} ${this.table.position?.prompts[0]?.at}`
    if (of !== this.knownOf) [this.knownOf, this.known] = [of, new Map()]
    const question = JSON.stringify([partial, picked])
    const before = this.known.get(question)
    if (before) return before
    const reply = this.request(partial, picked)
    const { known } = this
    known.set(question, reply)
    // What failed may be asked again.
    void reply.then((answer) => answer ?? known.delete(question))
    return reply
  }

  private async request(partial: Partial, picked: readonly Id[]): Promise<OfferList | null> {
    const answer = await this.table.connection.ask({ is: 'offers', id: freshId(), seat: this.table.seat, partial, picked: [...picked] })
    return answer?.is === 'offered' ? answer : null
  }

  /** Do it; a refusal comes back as a value. */
  async act(action: Action): Promise<Refusal | null> {
    const at = this.table.prompt?.at ?? ''
    return this.settle({ is: 'act', ...this.here(), action }, () => (this.acted = { at, action }))
  }

  /** Undo or redo; pressed while something is under way, or twice, it waits for the position after that. */
  async turnBack(which: 'undo' | 'redo'): Promise<void> {
    const { answer } = this.table
    if (answer.pace.later(() => this.turnBack(which))) return
    answer.reset()
    await answer.pace.hold(async () => {
      const refusal = await this.settle({ is: which, ...this.here() })
      if (refusal) answer.why = [{ refusal, verb: '', about: null }]
    })
  }

  /** Waits for the position after a step that was asked for otherwise. */
  arrived(seq: number): Promise<void> {
    return this.arrival(this.table.seat, seq)
  }

  private here(): { id: string; seat: string; seq: number } {
    return { id: freshId(), seat: this.table.seat, seq: this.table.position?.seq ?? 0 }
  }

  /** Ask for a step and wait for the position after it. The position may come before the word that it was done: then nobody waits for that. */
  private async settle(message: Deed, done: () => void = () => undefined): Promise<Refusal | null> {
    const { seat, seq } = message
    const judged = this.table.connection.ask(message).then(async (answer) => {
      if (answer?.is === 'ack') {
        await this.arrival(seat, answer.seq)
        done()
      }
      return this.judged(answer)
    })
    return Promise.race([judged, this.arrival(seat, seq + 1).then(() => null)])
  }

  private judged(answer: ServerMessage | null): Refusal | null {
    if (answer?.is === 'refused') return answer.refusal
    if (answer?.is === 'stale') this.table.notice = 'stale'
    if (answer?.is === 'error') this.table.notice = 'failed'
    return null
  }

  /** Resolves once the position after a step of ours is here: until then what is lit is of the past. */
  private arrival(seat: string, seq: number): Promise<void> {
    if ((this.table.positions[seat]?.seq ?? -1) >= seq) return Promise.resolve()
    return new Promise((arrived) => {
      this.expected.push({ seat, seq, arrived })
      this.table.connection.flush()
    })
  }

  /** A position is here: whoever waited for it goes on. */
  tell(position: Position): void {
    const here = this.expected.filter(({ seat, seq }) => seat === position.seat && seq <= position.seq)
    this.expected = this.expected.filter((one) => !here.includes(one))
    for (const { arrived } of here) arrived()
  }
}
