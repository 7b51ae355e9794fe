/** The guided turns: the first of each game under its name, others beside it; nothing but data. */
import type { Action } from '../api/types'
import axisallies from './axisallies.json'
import eastfront from './eastfront.json'
import eastfront_landing from './eastfront_landing.json'
import eastfront_siege from './eastfront_siege.json'
import fieldsoffire from './fieldsoffire.json'
import nextwar from './nextwar.json'

/** One thing to do. It belongs to a place in the sequence of play, and to one of the dots of progress. */
export interface Act {
  /** Which dot. */
  step: number
  /** Where in the sequence it is asked: `Prompt.at`. */
  at: string
  /** The last word of the sentence's key, `<id>.<say>`. */
  say: string
  /** What "Show me" plays; other answers with the same verb do as well. */
  action: Action
  /** Arguments that must be as written for the act to count as done. */
  exactly?: string[]
  /** Asked more than once in a turn: spoken of each time. */
  again?: boolean
}

export interface Tour {
  /** Where it is not the tour's own name: a second tour of a game, with a title under `ui.tour.<id>.title`. */
  game?: string
  scenario: string
  seat: string
  acts: Act[]
}

const TOURS: Record<string, Tour> = { axisallies, eastfront, eastfront_siege, eastfront_landing, fieldsoffire, nextwar }

export const tourOf = (id: string): Tour | undefined => TOURS[id]
/** The further tours of a game. */
export const moreTours = (game: string): string[] => Object.keys(TOURS).filter((id) => TOURS[id]!.game === game)
export const steps = (tour: Tour): number => Math.max(...tour.acts.map((act) => act.step))
