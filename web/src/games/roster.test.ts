import { describe, expect, it } from 'vitest'
import type { State } from '../api/types'
import { Catalogue } from '../texts/catalogue'
import { hasRoster, rosterOf } from './roster'

const MESSAGES = {
  'scenario.normandy_1': 'Normandy 1', 'roster.chapters': 'Missions', 'roster.fallen': 'Fallen', 'roster.loose': 'Loose',
  'roster.chapter': '{success, select, yes {done} other {failed}}, {points}', 'roster.casualty': 'fell in {mission}', 'roster.honours': 'promoted after {missions}',
  'named.unit.Litter Team': 'Squadra portaferiti', 'named.unit.CO HQ': 'Comando compagnia',
}
const NAMES: Record<string, string> = { '10': 'CO HQ', '11': 'Litter Team 4', '12': '1/1 PLT' }
const words = new Catalogue('it', MESSAGES, (of, id) => (of === 'unit' ? NAMES[String(id)] : undefined))
const state = {
  chapters: [{ mission: 'Normandy 1', success: true, points: 7, casualties: 1 }],
  men: { '1': { name: 'Adams', unit: 10, honours: ['Normandy 1'] }, '2': { name: 'Baker', fate: 'casualty', mission: 'Normandy 1' }, '3': { name: 'Clark' } },
} as unknown as State

describe('the roster of a company', () => {
  it('tells who fell where, who was promoted for what, and which missions are behind it', () => {
    expect(rosterOf(state, words)).toEqual([
      { title: 'Missions', lines: [{ name: 'Normandy 1', said: ['done, 7'] }] },
      { title: 'Fallen', lines: [{ name: 'Baker', said: ['fell in Normandy 1'] }] },
      { title: 'Comando compagnia', lines: [{ name: 'Adams', said: ['promoted after Normandy 1'] }] },
      { title: 'Loose', lines: [{ name: 'Clark', said: [] }] },
    ])
  })
  it('is there only where men have names', () => {
    expect(hasRoster(state)).toBe(true)
    expect(hasRoster({ men: {} } as unknown as State)).toBe(false)
    expect(hasRoster(undefined)).toBe(false)
  })
})

describe('printed names', () => {
  it('are said in the words of the reader, with their number', () => {
    expect(words.name('unit', 11)).toBe('Squadra portaferiti 4')
    expect(words.name('unit', 10)).toBe('Comando compagnia')
    expect(words.name('unit', 12)).toBe('1/1 PLT')
  })
})
