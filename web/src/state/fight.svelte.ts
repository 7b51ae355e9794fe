/** The fight that is spoken of: its chances, and what would be if. */
import { untrack } from 'svelte'
import { api } from '../api/client'
import { nameOf } from './chances'
import { Inquiry } from './inquiry'
import type { Odds, Ref, WhatIf } from '../api/types'
import { questionsOf, type Question } from './questions'
import type { Table } from './table.svelte'

const PAUSE = 160
/** So many alternatives are worked out ahead, where the first answer came quickly. */
const AHEAD = 4
const QUICK = 400

export class Fight {
  odds = $state.raw<Odds | null>(null)
  /** The answer to an alternative that is only looked at. */
  trial = $state.raw<Odds | null>(null)
  stuck = $state.raw<WhatIf[]>([])
  /** What alternatives would bring, by their names. */
  ahead = $state.raw<Record<string, Odds>>({})
  private closed = $state('')
  /** Which question an answer is to; alternatives go with it. */
  private readonly asked = new WeakMap<Odds, Question>()
  private since = 0
  private trying = ''
  private readonly main: Inquiry<Odds | null>
  private readonly side: Inquiry<Odds | null>

  constructor(private readonly table: Table) {
    const seq = (): number => table.position?.seq ?? 0
    this.main = new Inquiry(({ questions }) => this.first(questions as Question[]), seq, (answer) => this.take(answer))
    this.side = new Inquiry((params) => this.send(params), seq, (answer) => (this.trial = answer))
  }

  private send(params: Question): Promise<{ seq: number; answer: Odds | null }> {
    return api.query<Odds>(this.table.id, this.table.seat, 'odds', params)
  }

  /** The first of several questions that the game has an answer to. */
  private async first(questions: readonly Question[]): Promise<{ seq: number; answer: Odds | null }> {
    let seq = Infinity
    for (const question of questions) {
      const reply = await this.send(this.params(question)).catch(() => null)
      if (!reply) continue
      seq = reply.seq
      if (!reply.answer) continue
      this.asked.set(reply.answer, question)
      return reply
    }
    return { seq, answer: null }
  }

  private get answered(): Question {
    return (this.odds && this.asked.get(this.odds)) ?? {}
  }

  readonly questions = $derived.by<Question[]>(() => {
    const { table } = this
    if (!table.detail?.queries.includes('odds') || table.watching || table.outcome || !table.position) return []
    // The list of orders tells the chances of all of them at once.
    if (table.orders.on && !this.hostile) return []
    const { answer, composition } = table
    if (composition.partial) return [{ partial: composition.partial }]
    return questionsOf({ offer: answer.confirming ?? answer.current, chosen: answer.chosen, place: this.hostile || (answer.current ? '' : (this.spoken[0] ?? '')), asked: table.prompt !== undefined })
  })

  /** The places that the question at hand speaks of. */
  readonly spoken = $derived.by<string[]>(() => {
    const { prompt } = this.table
    const refs = ['place', 'places', 'zone', 'zones'].flatMap((name) => (prompt?.params?.[name] ?? []) as Ref | Ref[]).filter((one) => typeof one === 'object')
    return refs.filter((ref) => ref.of === 'place').map((ref) => String(ref.id))
  })

  /** The inspected place, where somebody else's pieces stand on it. */
  readonly hostile = $derived.by<string>(() => {
    const ref = this.table.focus.inspected
    const place = ref?.of === 'place' ? String(ref.id) : (this.table.scene.pieces.find((piece) => ref && piece.key === `${ref.of}:${ref.id}`)?.place ?? '')
    const foreign = (this.table.scene.stacks.get(place) ?? []).some((piece) => piece.seat !== this.table.seat)
    return foreign ? place : ''
  })

  private readonly key = $derived.by(() => JSON.stringify([this.questions, this.table.position?.seq]))
  readonly shown = $derived(this.closed && this.closed === this.key ? null : (this.trial ?? this.odds))

  /** Where it is fought, as far as the title tells. */
  readonly place = $derived.by<string>(() => {
    for (const value of Object.values(this.shown?.title.params ?? {})) {
      const first = Array.isArray(value) ? value[0] : value
      if (typeof first === 'object' && first.of === 'place') return String(first.id)
    }
    return ''
  })

  /** Ask again whenever the questions or the position change; runs inside an effect. */
  follow(): void {
    const { questions } = this
    void this.table.position?.seq
    untrack(() => {
      // Another question is another fight: nothing is kept from the last one.
      this.stuck = []
      this.ask(questions, questions[0] && 'partial' in questions[0] ? PAUSE : 0)
    })
  }

  private ask(questions: readonly Question[], pause = 0): void {
    this.side.drop()
    this.trial = null
    this.trying = ''
    this.ahead = {}
    if (questions.length) {
      this.since = performance.now() + pause
      this.main.ask({ questions }, pause)
    } else {
      this.main.drop()
      this.odds = null
    }
  }

  private params(question: Question, ...more: WhatIf[]): Question {
    return Object.assign({}, question, ...[...this.stuck, ...more].map((option) => option.params)) as Question
  }

  private take(answer: Odds | null): void {
    this.odds = answer
    if (answer && performance.now() - this.since < QUICK) void this.workAhead(answer)
  }

  private async workAhead(odds: Odds): Promise<void> {
    for (const option of (odds.options ?? []).slice(0, AHEAD)) {
      const reply = await this.send(this.params(this.answered, option)).catch(() => null)
      if (this.odds !== odds) return
      if (reply?.answer) this.ahead = { ...this.ahead, [nameOf(option)]: reply.answer }
    }
  }

  /** Look at an alternative for as long as it is pointed at. */
  tryOut(option: WhatIf | null): void {
    const name = option ? nameOf(option) : ''
    if (name === this.trying) return
    this.trying = name
    this.side.drop()
    this.trial = this.ahead[name] ?? null
    if (option && !this.trial) this.side.ask(this.params(this.answered, option), 60)
  }

  /** Keep an alternative. The game answers with what could be changed from there, also back again. */
  stick(option: WhatIf): void {
    this.stuck = [...this.stuck, option]
    this.ask([this.answered])
  }

  /** Back to the fight as it is. */
  letGo(): void {
    this.stuck = []
    this.ask([this.answered])
  }

  close(): void {
    this.closed = this.key
    if (this.hostile) this.table.focus.inspected = null
  }

  forget(): void {
    this.main.drop()
    this.side.drop()
  }
}
