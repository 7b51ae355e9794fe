/** The guided first turns: one file per game, nothing but data. */
import type { Action } from '../api/types'
import axisallies from './axisallies.json'
import eastfront from './eastfront.json'

/** One thing to do. It belongs to a place in the sequence of play, and to one of the dots of progress. */
export interface Act {
  /** Which dot. */
  step: number
  /** Where in the sequence it is asked: `Prompt.at`. */
  at: string
  /** The last word of the sentence's key, `ui.tour.<game>.<say>`. */
  say: string
  /** What "Show me" plays; other answers with the same verb do as well. */
  action: Action
  /** Arguments that must be as written for the act to count as done. */
  exactly?: string[]
  /** Asked more than once in a turn: spoken of each time. */
  again?: boolean
}

export interface Tour {
  scenario: string
  seat: string
  acts: Act[]
}

const TOURS: Record<string, Tour> = { axisallies, eastfront }

export const tourOf = (game: string): Tour | undefined => TOURS[game]
export const steps = (tour: Tour): number => Math.max(...tour.acts.map((act) => act.step))
