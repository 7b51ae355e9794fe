/** What happened while somebody was away, in a few cards: battles first, each with the step and place to look at. Pure. */
import type { Entry, LogLine } from '../api/types'
import { placeIn, type Fought } from './volleys'

export const MOST_CARDS = 7

export interface Card {
  kind: 'battle' | 'dice' | 'line'
  /** The step after which it can be seen. */
  seq: number
  /** Empty where it happened nowhere. */
  place: string
  seat: string
  /** What is said of it: for a battle how it ended. */
  entry: Entry
}

/** The cards of these lines; `fought` are the battles that the whole log tells of. */
export function cardsOf(lines: readonly LogLine[], fought: readonly Fought[], most = MOST_CARDS): Card[] {
  const first = lines[0]?.seq ?? Infinity
  const battles = fought.filter((one) => one.seq >= first).flatMap((one): Card[] => {
    const begun = lines.find((line) => line.seq === one.seq && placeIn(line.entry) === String(one.place))
    const end = one.lines.findLast((line) => line.entry.key !== 'log.lost') ?? begun
    return end && begun ? [{ kind: 'battle', seq: end.seq, place: String(one.place), seat: one.attacker, entry: end.entry }] : []
  })
  const told = new Set(fought.flatMap((one) => one.lines.map((line) => line.entry)))
  const rest = lines.filter(({ entry }) => !told.has(entry) && entry.key !== 'log.fire' && entry.key !== 'log.battle' && placeIn(entry))
  const card = (kind: Card['kind']) => ({ seq, entry }: LogLine): Card => ({ kind, seq, place: placeIn(entry), seat: entry.seat ?? '', entry })
  const dice = battles.length ? [] : rest.filter(({ entry }) => entry.rolls?.length).map(card('dice'))
  const others = rest.filter(({ entry }) => !entry.rolls?.length).map(card('line'))
  const cards = [...battles, ...dice, ...others]
  // Where nothing that happened has a place, it is told all the same; the step opens, and no place.
  return (cards.length ? cards : lines.filter(({ entry }) => !told.has(entry)).map(card('line'))).slice(0, most)
}
