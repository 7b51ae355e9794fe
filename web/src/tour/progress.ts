/** Where a guided turn stands: which act the question at hand belongs to. Pure, so that it can be tested. */
import type { Action } from '../api/types'
import type { Act } from './tours'

export interface Stand {
  /** The first act that is not done yet. */
  next: number
  /** The act that is spoken of now; -1 where the question is none of the tour's. */
  now: number
}

/** The act that a question asks for. Whoever left some out is met where he is; a new turn begins again. */
export function standing(acts: readonly Act[], next: number, at: string): Stand {
  const ahead = acts.findIndex((act, i) => i >= next && act.at === at)
  if (ahead >= 0) return { next: ahead, now: ahead }
  // What is asked more than once was explained at length the first time: the last word on it is enough.
  const again = acts.findLastIndex((act) => act.at === at && act.again)
  const before = again < 0 ? acts.findIndex((act) => act.at === at) : again
  if (before < 0) return { next, now: -1 }
  return again >= 0 ? { next, now: before } : { next: before, now: before }
}

/** Whether what was done is what the act is about. */
export function isDone(act: Act, done: Action): boolean {
  return act.action.do === done.do && (act.exactly ?? []).every((arg) => same(act.action[arg], done[arg]))
}

/** Ways are the same when they end at the same place. */
function same(wished: unknown, done: unknown): boolean {
  if (Array.isArray(wished) && Array.isArray(done)) return String(wished.at(-1)) === String(done.at(-1))
  return JSON.stringify(wished) === JSON.stringify(done)
}
