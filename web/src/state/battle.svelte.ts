/** The battle at hand: both sides as they stand, the dice that fell, and rolling on to its end. */
import { untrack } from 'svelte'
import { api } from '../api/client'
import type { Action, BattleBoard, Entry, Id, Offer, Plate } from '../api/types'
import { Inquiry } from './inquiry'
import type { Table } from './table.svelte'
import { foughtIn, type Fought } from './volleys'

/** Verbs that go on with a battle; everything else is a decision that nobody takes for a player. */
export const GOES_ON = ['lose', 'press', 'submerge', 'bombard', 'agree']
/** Verbs that begin one fight of those that were declared, and those that say how it is fought. */
export const BEGINS = ['resolve']
const FIGHTS = ['assault', 'command']
const MOST_STEPS = 400

export class Battle {
  board = $state.raw<BattleBoard | null>(null)
  rolling = $state(false)
  /** A battle of the past that was opened again. */
  reopened = $state.raw<Fought | null>(null)
  private readonly inquiry: Inquiry<BattleBoard | null>

  constructor(private readonly table: Table) {
    this.inquiry = new Inquiry((params) => api.query<BattleBoard>(table.id, table.seat, 'battle', params), () => table.position?.seq ?? 0, (found) => (this.board = found))
  }

  readonly knows = $derived.by(() => this.table.detail?.queries.includes('battle') ?? false)
  /** Battles that the log tells of. */
  readonly all = $derived.by<Fought[]>(() => (this.knows ? foughtIn(this.table.journal.lines) : []))
  readonly shown = $derived.by<BattleBoard | null>(() => (this.table.history.past ? null : this.board))
  readonly fought = $derived.by<Fought | null>(() => (this.shown ? (this.all.findLast((one) => String(one.place) === String(this.shown!.place)) ?? null) : null))
  private readonly frame = $derived.by<string>(() => {
    const flow = this.table.position?.state.flow ?? []
    const frame = flow.find((one) => String(one.at).startsWith('battle'))
    return frame ? JSON.stringify(frame.ref ?? '') : ''
  })

  /** Whether a line of the log tells of the beginning of this battle. */
  opens(fought: Fought, entry: Entry): boolean {
    const place = entry.params?.place as { id?: Id } | undefined
    return String(place?.id) === String(fought.place)
  }

  /** Look at the battle anew whenever something happens in it; runs inside an effect. */
  follow(): void {
    const { knows, frame } = this
    void this.table.position?.seq
    untrack(() => {
      if (knows && frame) this.inquiry.ask({})
      else {
        this.inquiry.drop()
        this.board = null
      }
    })
  }

  /** The question about losses that is ours to answer, with what is chosen so far. */
  readonly losing = $derived.by<Offer | null>(() => {
    const { current } = this.table.answer
    return this.shown && current?.do === 'lose' && current.widget?.kind === 'some' ? current : null
  })

  /** One more from a plate; what is too much is given back by the dearest of the others. */
  take(plate: Plate, all: readonly Plate[]): void {
    const { answer } = this.table
    const options = new Set((this.losing?.widget?.options ?? []).map(String))
    const fresh = plate.pieces.find((id) => options.has(String(id)) && !answer.chosen.includes(id))
    const due = (this.losing?.widget?.default as Id[] | null)?.length ?? 0
    if (fresh === undefined) return this.giveBack(plate)
    let chosen = answer.chosen
    if (chosen.length >= due) {
      const dearest = [...all].sort((a, b) => b.value - a.value).find((one) => one !== plate && one.pieces.some((id) => chosen.includes(id)))
      const back = dearest?.pieces.findLast((id) => chosen.includes(id))
      chosen = back === undefined ? chosen.slice(1) : chosen.filter((id) => id !== back)
    }
    answer.join([...chosen, fresh])
  }

  giveBack(plate: Plate): void {
    const { answer } = this.table
    const one = plate.pieces.findLast((id) => answer.chosen.includes(id))
    if (one !== undefined) answer.join(answer.chosen.filter((id) => id !== one))
  }

  /** Fight on with what the umpire proposes until the battle is over, or somebody has to decide. */
  async rollOn(): Promise<void> {
    const { answer, umpire } = this.table
    const { frame } = this
    const { seat } = this.table
    if (this.rolling || !frame) return
    answer.reset()
    this.rolling = true
    try {
      await answer.pace.hold(async () => {
        // Another person at this screen decides for himself.
        for (let n = 0; n < MOST_STEPS && this.rolling && this.frame === frame && this.table.seat === seat; n++) {
          const seq = this.table.position?.seq
          const offer = (this.table.position?.offers ?? []).find((one) => GOES_ON.includes(one.do))
          const action = offer ? await this.usual(offer) : null
          if (action) {
            // Refused, or nothing came of it: whoever rolls has to look.
            if ((await umpire.act(action)) || this.table.positions[seat]?.seq === seq) break
          } else if (this.table.prompt) break
          else await this.news(seat, seq)
        }
      })
    } finally {
      this.rolling = false
    }
  }

  /** Fight what is proposed next with whom is proposed, up to its die; whoever wants others takes the verb instead. */
  async strike(offer: Offer): Promise<void> {
    const { answer, umpire } = this.table
    const { seat } = this.table
    if (answer.busy) return
    await answer.pace.hold(async () => {
      let next: Offer | undefined = offer
      for (let n = 0; n < MOST_STEPS && next && this.table.seat === seat; n++) {
        const action = await this.usual(next)
        if (!action || (await umpire.act(action))) break
        next = this.table.position?.offers.find((one) => FIGHTS.includes(one.do))
      }
      answer.reset()
    })
  }

  /** The answer that the umpire proposes, argument by argument. */
  private async usual(offer: Offer): Promise<Action | null> {
    let next: Offer | undefined = offer
    while (next?.widget) {
      const value = next.widget.default
      if (value == null) return null
      const reply = await this.table.umpire.offers({ do: next.do, ...next.given, [next.arg!]: value })
      next = reply?.offers[0]
    }
    return next ? { ...next.given, do: next.do } : null
  }

  /** Somebody else is asked: wait until he has answered. */
  private async news(seat: string, seq: number | undefined): Promise<void> {
    for (let n = 0; n < 600 && this.rolling && this.table.seat === seat && this.table.position?.seq === seq; n++) await new Promise((done) => setTimeout(done, 50))
  }

  forget(): void {
    this.rolling = false
    this.inquiry.drop()
  }
}
