/** Standing answers of the seat: said once, given by the server until they are taken back. */
import { untrack } from 'svelte'
import { api } from '../api/client'
import type { Passing, Ref, StandingAnswer } from '../api/types'
import type { Table } from './table.svelte'

export class Standing {
  answers = $state.raw<StandingAnswer[]>([])
  /** Whether the seat passes what can be passed, and what ends that. */
  passing = $state.raw<Passing | null>(null)
  private seat = ''

  constructor(private readonly table: Table) {}

  /** The step that is asked about, where its game says that one may answer it once for all. */
  readonly step = $derived.by<string>(() => {
    const step = (this.table.prompt?.key ?? '').replace('prompt.', '')
    return step && !this.table.watching && this.table.words.has(`standing.${step}`) ? step : ''
  })
  /** Where the question is about. */
  readonly places = $derived.by<string[]>(() => {
    const { prompt } = this.table
    const named = ['bases', 'place', 'zone'].flatMap((name) => (prompt?.params?.[name] ?? []) as Ref | Ref[])
    return (named.length ? named : (prompt?.about ?? [])).filter((ref) => ref.of === 'place').map((ref) => String(ref.id))
  })

  /** Read them once for each seat; runs inside an effect. */
  follow(): void {
    const { seat, info } = this.table
    if (!seat || seat === this.seat || info?.status !== 'playing') return
    untrack(() => void this.read(seat))
  }

  private async read(seat: string): Promise<void> {
    this.seat = seat
    const found = await api.standing(this.table.id, seat).catch(() => null)
    if (this.seat === seat) [this.answers, this.passing] = [found?.answers ?? [], found?.passing ?? null]
  }

  /** What stands may have been used up meanwhile. */
  async look(): Promise<void> {
    if (this.seat) await this.read(this.seat)
  }

  async pass(passing: Passing | null): Promise<void> {
    await this.keep(this.answers, passing)
  }

  /** How often what is asked about would work, in 100; -1 where the question does not say. */
  readonly chance = $derived.by<number>(() => Number(this.table.prompt?.params?.chance ?? -1))

  /** From now on, here: always or never. */
  async say(answer: StandingAnswer['answer']): Promise<void> {
    const { step, places } = this
    const fresh = (places.length ? places : ['']).map((place): StandingAnswer => ({ step, place, answer }))
    await this.keep([...this.answers.filter((one) => one.step !== step || !fresh.some(({ place }) => place === one.place)), ...fresh])
  }

  /** Answers for questions to come; what was said before to the same under the same conditions is replaced. */
  async prepare(fresh: readonly StandingAnswer[]): Promise<boolean> {
    const key = (one: StandingAnswer): string => JSON.stringify([one.step, one.place ?? '', one.when ?? []])
    const known = new Set(fresh.map(key))
    return this.keep([...this.answers.filter((one) => !known.has(key(one))), ...fresh])
  }

  /** From now on, wherever it is: never where it works less often than this. */
  async sayBelow(least: number): Promise<void> {
    const { step } = this
    const fresh: StandingAnswer = { step, answer: 'never', when: [{ param: 'chance', at_least: 0, at_most: least - 1 }] }
    await this.keep([...this.answers.filter((one) => one.step !== step || !one.when?.length), fresh])
  }

  async drop(answer: StandingAnswer): Promise<void> {
    await this.keep(this.answers.filter((one) => one !== answer))
  }

  private async keep(answers: StandingAnswer[], passing = this.passing): Promise<boolean> {
    const { table, seat } = this
    const found = await api.keepStanding(table.id, { seat, answers, passing }).catch(() => null)
    if (found) [this.answers, this.passing] = [found.answers, found.passing]
    else table.notice = 'failed'
    return found !== null
  }
}
