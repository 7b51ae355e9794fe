/** Cards of the action deck: what is printed on them, and which part of one is read for a draw. Pure. */
import type { Draw, Entry } from '../api/types'

export interface ActionCard {
  helmet: number
  star: number
  word: string
  icon: string
  hq: boolean
  at: number
  /** H, P or M for each net combat modifier from -4 to +6. */
  results: string
  /** Letters of a hit on green, line and veteran units. */
  hits: string[]
  /** Random numbers of two to twelve. */
  random: number[]
}

export type Part = 'helmet' | 'star' | 'word' | 'icon' | 'hits' | 'strip' | 'random' | 'hq' | 'at'
export const LEAST_NCM = -4
export const RESULTS: Record<string, string> = { H: 'hit', P: 'pin', M: 'miss' }
const WORDS: Record<string, string> = { contact: 'contact', rally: 'rally', seek_cover: 'cover' }
const ICONS: Record<string, string[]> = {
  infiltrate: ['infiltrate'], spot: ['spot_or_concentrate'], concentrate: ['spot_or_concentrate'], grenade: ['grenade'], charge: ['grenade'],
  call_for_fire: ['call_for_fire', 'battalion_fire_mission', 'short'], short: ['short'],
}

/** What is read of a card that was drawn for this. */
export function partOf(draw: Draw, entry: Entry): Part {
  const why = draw.why.replace('draw.', '')
  if (why === 'commands') return entry.rule?.endsWith('.init') ? 'star' : 'helmet'
  if (why === 'general_initiative') return 'star'
  if (why === 'event') return 'hq'
  if (why === 'combat') return 'strip'
  if (why === 'hit') return 'hits'
  if (why === 'at') return 'at'
  if (WORDS[why]) return 'word'
  if (ICONS[why] || why === 'exhort') return 'icon'
  return 'random'
}

/** Whether a card shows what was looked for; where nothing is looked for, every card counts. */
export function shows(card: ActionCard, draw: Draw): boolean | undefined {
  const why = draw.why.replace('draw.', '')
  if (why === 'event') return card.hq
  if (WORDS[why]) return card.word === WORDS[why]
  if (ICONS[why]) return ICONS[why].includes(card.icon)
  return undefined
}

/** The card that decides stands in front: the first that shows what was looked for, else the last. */
export const decidingOf = (cards: readonly (ActionCard | undefined)[], draw: Draw): number => {
  const found = cards.findIndex((card) => card && shows(card, draw))
  return found < 0 ? cards.length - 1 : found
}
