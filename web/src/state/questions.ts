/** Which fight is meant: the one an answer would make, the one at the place that is looked at, or the one at hand. */
import type { Id, Offer } from '../api/types'
import { plainId } from './queries'

export type Question = Record<string, unknown>
interface Moment {
  /** The answer being composed. */
  offer: Offer | null
  chosen: readonly Id[]
  /** A hostile place that is looked at. */
  place: string
  /** Whether we are asked something. */
  asked: boolean
}

/** From the most telling question to the plainest; the first that has an answer counts. */
export function questionsOf({ offer, chosen, place, asked }: Moment): Question[] {
  const found: Question[] = []
  if (offer) {
    const partial: Record<string, unknown> = { ...offer.given, do: offer.do }
    if (offer.arg && offer.widget?.kind === 'some' && chosen.length) partial[offer.arg] = chosen
    found.push({ partial })
  }
  if (place) found.push({ place: plainId(place) })
  if (asked && !offer) found.push({})
  return found
}
