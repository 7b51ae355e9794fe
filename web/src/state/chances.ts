/** How the chances of a fight are said and drawn. Pure, so that it can be tested. */
import type { Modifier } from '../api/types'
import type { Chance, Odds, WhatIf } from '../api/types'
import { WHOLE } from './queries'

/** A share as a percentage: whole from 1 to 99, finer at the ends, never 0 or 100 for what is not certain. */
export function percent(share: number, lang = 'en'): string {
  const part = share / WHOLE
  if (share > 0 && share < 10) return `<${number(0.001, lang)}%`
  if (share > WHOLE - 10 && share < WHOLE) return `>${number(0.999, lang)}%`
  return `${number(part, lang)}%`
}

const number = (part: number, lang: string): string =>
  new Intl.NumberFormat(lang, { maximumFractionDigits: (part > 0 && part < 0.01) || (part > 0.99 && part < 1) ? 1 : 0 }).format(part * 100)

export type Colour = 'target' | 'target2' | 'hold' | 'line2'
const GRAVE: Colour[] = ['target', 'target2', 'hold']
export interface Bar { chance: Chance; colour: Colour }

/** Outcomes that come one or the other add up to everything; where there are more, they speak of the defender, then of the attacker. */
export function groupsOf(outcomes: readonly Chance[]): Chance[][] {
  const groups: Chance[][] = []
  let left = 0
  for (const chance of outcomes) {
    // Shares are rounded down, each by less than one.
    if (!groups.length || left < outcomes.length) {
      groups.push([])
      left = WHOLE
    }
    groups.at(-1)!.push(chance)
    left -= chance.share
  }
  return groups
}

/** Bars from the worst: the worst in full colour, the next paler, then the middle, then what leaves a side unhurt. */
export function coloured(outcomes: readonly Chance[], grave: Chance['tone'] = 'good'): Bar[] {
  let rank = 0
  return outcomes.map((chance) => {
    const tone = chance.tone ?? 'even'
    const colour: Colour = tone === grave ? GRAVE[Math.min(rank++, GRAVE.length - 1)]! : tone === 'even' ? 'hold' : 'line2'
    return { chance, colour }
  })
}

/** All bars: what is good for the attacker is grave for the defender, and the other way round. */
export const barsOf = (odds: Odds | null): Bar[][] => groupsOf(odds?.outcomes ?? []).map((group, i) => coloured(group, i ? 'bad' : 'good'))

/** How often the attacker gets something good of the defender. */
export const goodShare = (odds: Odds): number => (groupsOf(odds.outcomes ?? [])[0] ?? []).filter((one) => one.tone === 'good').reduce((sum, one) => sum + one.share, 0)

/** What an alternative would bring, in one short word: its column where that changes, else the share of good outcomes. */
export function gist(now: Odds, then: Odds, lang = 'en'): string {
  if (then.column && then.column !== now.column) return then.column
  return percent(goodShare(then), lang)
}

/** An alternative is known by its words; its parameters may change with what else is chosen. */
export const nameOf = (option: WhatIf): string => option.key + JSON.stringify(option.words ?? {})

/** The columns around the current one: a long chart is cut to a strip that fits. */
export function strip(columns: readonly string[], column: string, most = 7): string[] {
  if (columns.length <= most) return [...columns]
  const at = Math.max(0, columns.indexOf(column))
  const from = Math.min(Math.max(0, at - Math.floor(most / 2)), columns.length - most)
  return columns.slice(from, from + most)
}

/** The sum of modifiers, where all of them are added whole. */
export function sum(modifiers: readonly Modifier[]): number | null {
  if (modifiers.some((one) => (one.op ?? 'add') !== 'add' || (one.per ?? 1) !== 1)) return null
  return modifiers.reduce((total, one) => total + one.amount, 0)
}

/** A number with its sign, the minus a real one. */
export const signed = (amount: number): string => (amount < 0 ? `−${-amount}` : amount ? `+${amount}` : '0')
