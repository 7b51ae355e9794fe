/** Whose eyes a screen looks through, and when it is handed over. Pure, so that it can be tested. */
import type { State } from '../api/types'

/** The seat that was chosen; else one of ours that is asked, the one at the screen first; else the one at the screen. */
export function seatToShow(seats: readonly string[], asked: readonly string[], chosen: string, held: string): string {
  if (chosen && seats.includes(chosen)) return chosen
  if (asked.length) return asked.includes(held) ? held : asked[0]!
  return seats.includes(held) ? held : (seats[0] ?? '')
}

/** Whether two seats know different things about the same position. */
export function differ(views: readonly { seq: number; state: State }[]): boolean {
  const [first, ...others] = views
  if (!first || others.some((other) => other.seq !== first.seq)) return false
  const said = JSON.stringify(first.state)
  return others.some((other) => JSON.stringify(other.state) !== said)
}

const heldKey = (table: string): string => `sandtable.held.${table}`

/** Who sat at this screen before the page was loaded anew. */
export function remembered(table: string): string {
  try {
    return sessionStorage.getItem(heldKey(table)) ?? ''
  } catch {
    return ''
  }
}

export function remember(table: string, seat: string): void {
  try {
    sessionStorage.setItem(heldKey(table), seat)
  } catch {
    /* a browser that keeps nothing still plays */
  }
}
