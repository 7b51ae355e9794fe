/** What the sides of a game are called: a seat by its title, an alliance by the game's own word for it. */
import type { GameInfo } from '../api/types'
import type { Catalogue } from '../texts/catalogue'

type Seats = readonly { id: string; side: string }[]

export function sidesOf(seats: Seats): string[] {
  return [...new Set(seats.map((seat) => seat.side || seat.id))]
}

export function sideName(game: GameInfo | undefined, words: Catalogue, side: string, said: (words: Readonly<Record<string, string>> | undefined) => string): string {
  return said(game?.seats.find((seat) => seat.id === side)?.title) || words.name('word', side)
}
