/** What this person looks at: a thing of the board, a panel, a rule; and what is pointed out to them. */
import type { Ref } from '../api/types'

export type Panel = 'log' | 'units' | 'roster' | 'rules' | 'chat' | 'notes'
/** How long a thing is ringed, in milliseconds. */
const RINGED = 1600

export class Focus {
  panel = $state<Panel>('log')
  rule = $state('')
  inspected = $state.raw<Ref | null>(null)
  /** Things to ring on the board for a moment: from a log line, a refusal. */
  pointed = $state.raw<Ref[]>([])
  private pointing = 0

  /** Open the inspector on a thing and show it on the board. */
  look(ref: Ref): void {
    this.inspected = ref
    this.point([ref])
  }

  point(refs: readonly Ref[]): void {
    this.pointed = [...refs]
    clearTimeout(this.pointing)
    this.pointing = window.setTimeout(() => (this.pointed = []), RINGED)
  }

  readRule(rule: string): void {
    this.rule = rule
    this.panel = 'rules'
  }

  close(): void {
    clearTimeout(this.pointing)
  }
}
