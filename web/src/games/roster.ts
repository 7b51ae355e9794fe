/** The roster of a company: who fell where, who was promoted for what, mission by mission of its campaign. */
import type { State } from '../api/types'
import type { Catalogue } from '../texts/catalogue'
import { isTable } from './generic'

export interface RosterLine { name: string; said: string[] }
export interface RosterPart { title: string; lines: RosterLine[] }

interface Chapter { mission: string; success: boolean; points: number; casualties: number }

/** Whether a game keeps a roster. */
export function hasRoster(state: State | undefined): boolean {
  return isTable(state?.men) && Object.keys(state.men).length > 0
}

/** The roster in parts: the missions so far, the men by their unit, those without one, those who are gone. */
export function rosterOf(state: State, words: Catalogue): RosterPart[] {
  const mission = (id: unknown): string => words.name('scenario', String(id).toLowerCase().replaceAll(' ', '_'))
  const chapters = ((state.chapters ?? []) as unknown as Chapter[]).map((one) => ({
    name: mission(one.mission),
    said: [words.text('roster.chapter', { success: one.success ? 'yes' : 'no', points: one.points, casualties: one.casualties })],
  }))
  const ranks = new Map<string, RosterLine[]>()
  const gone: RosterLine[] = []
  for (const man of Object.values(isTable(state.men) ? state.men : {})) {
    const honours = ((man.honours ?? []) as string[]).map(mission)
    const said = honours.length ? [words.text('roster.honours', { missions: honours.join(', ') })] : []
    if (man.fate) gone.push({ name: String(man.name), said: [words.text(`roster.${String(man.fate)}`, { mission: mission(man.mission) }), ...said] })
    else {
      const unit = man.unit ? words.name('unit', String(man.unit)) : words.text('roster.loose')
      ranks.set(unit, [...(ranks.get(unit) ?? []), { name: String(man.name), said }])
    }
  }
  return [
    { title: words.text('roster.chapters'), lines: chapters },
    { title: words.text('roster.fallen'), lines: gone },
    ...[...ranks].map(([title, lines]) => ({ title, lines })),
  ].filter((part) => part.lines.length)
}
