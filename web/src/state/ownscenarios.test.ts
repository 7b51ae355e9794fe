import { beforeEach, expect, it, vi } from 'vitest'
import { dropScenario, keepScenario, MOST, ownScenarios } from './ownscenarios'

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', { getItem: (name: string) => kept.get(name) ?? null, setItem: (name: string, value: string) => void kept.set(name, value) })
})

it('keeps scenarios by game and name, the newest first', () => {
  keepScenario({ name: 'North', game: 'a', text: '1' })
  keepScenario({ name: 'South', game: 'a', text: '2' })
  keepScenario({ name: 'North', game: 'b', text: '3' })
  keepScenario({ name: 'North', game: 'a', text: '4' })
  expect(ownScenarios('a').map(({ name, text }) => name + text)).toEqual(['North4', 'South2'])
  dropScenario({ name: 'North', game: 'a', text: '' })
  expect(ownScenarios().map(({ name, game }) => name + game)).toEqual(['Northb', 'Southa'])
})

it('says when no more can be kept, and loses nothing', () => {
  for (let n = 0; n < MOST; n++) expect(keepScenario({ name: String(n), game: 'a', text: '' })).toBe(true)
  expect(keepScenario({ name: 'more', game: 'a', text: '' })).toBe(false)
  expect(ownScenarios()).toHaveLength(MOST)
})

it('reads what somebody else wrote there without falling over', () => {
  for (const value of ['', 'x', '{}', '[1, null, {"name": 1}]']) {
    kept.set('sandtable.scenarios', value)
    expect(ownScenarios()).toEqual([])
  }
})
