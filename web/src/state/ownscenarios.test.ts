import { beforeEach, expect, it, vi } from 'vitest'
import { api, ApiError } from '../api/client'
import { bringAlong, ownScenarios } from './ownscenarios'

const kept = new Map<string, string>()
const server: { game: string; name: string; text: string }[] = []
beforeEach(() => {
  kept.clear()
  server.length = 0
  vi.restoreAllMocks()
  vi.stubGlobal('localStorage', { getItem: (name: string) => kept.get(name) ?? null, setItem: (name: string, value: string) => void kept.set(name, value) })
  vi.spyOn(api, 'ownScenarios').mockImplementation(async () => ({ scenarios: server.map((one, id) => ({ ...one, id, scenario: 's', letters: 1, changed: 0, link: '' })), most: 60 }))
  vi.spyOn(api, 'keepScenario').mockImplementation(async (name, text) => {
    if (text === 'bad') throw new ApiError(400, { code: 'malformed', text: 'line 1', refusal: null, seq: null })
    server.unshift({ game: 'a', name, text })
    return { id: 1, name, game: 'a', scenario: 's', letters: 1, changed: 0, link: '' }
  })
})
const hold = (...all: unknown[]) => kept.set('sandtable.scenarios', JSON.stringify(all))

it('brings what the browser held to the account once, the newest still first', async () => {
  hold({ name: 'North', game: 'a', text: '1' }, { name: 'South', game: 'a', text: '2' })
  expect((await ownScenarios('a')).map(({ name }) => name)).toEqual(['North', 'South'])
  await bringAlong()
  expect(server).toHaveLength(2)
  expect(kept.get('sandtable.scenarios')).toBe('[]')
})

it('leaves in the browser what the server refuses or has under that name', async () => {
  server.push({ game: 'a', name: 'North', text: 'newer' })
  hold({ name: 'North', game: 'a', text: '1' }, { name: 'Broken', game: 'a', text: 'bad' }, { name: 'South', game: 'a', text: '2' })
  await bringAlong()
  expect(server.map(({ name, text }) => name + text)).toEqual(['South2', 'Northnewer'])
  expect(JSON.parse(kept.get('sandtable.scenarios')!).map(({ name }: { name: string }) => name)).toEqual(['North', 'Broken'])
})

it('reads what somebody else wrote there without falling over', async () => {
  for (const value of ['', 'x', '{}', '[1, null, {"name": 1}]']) {
    kept.set('sandtable.scenarios', value)
    expect(await ownScenarios()).toEqual([])
  }
})
