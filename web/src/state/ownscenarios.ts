/** Scenarios of one's own: positions that were edited and kept under a name, as case files, with the account. */
import { api, ApiError } from '../api/client'
import type { OwnScenario } from '../api/types'

/** Where browsers kept them before the server did. */
const KEY = 'sandtable.scenarios'
interface Old { name: string; game: string; text: string }
const isOld = (value: unknown): value is Old =>
  typeof value === 'object' && value !== null && ['name', 'game', 'text'].every((field) => typeof (value as Record<string, unknown>)[field] === 'string')

/** What this browser still holds; what cannot be read is left out. */
function old(): Old[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return (Array.isArray(found) ? found : []).filter(isOld)
  } catch {
    return []
  }
}

/** Bring what this browser holds to the account, the oldest first. What the server refuses stays here; nothing is overwritten. */
export async function bringAlong(): Promise<void> {
  const held = old()
  if (!held.length) return
  const there = new Set((await api.ownScenarios()).scenarios.map((one) => `${one.game}/${one.name}`))
  const left: Old[] = []
  for (const one of held.reverse()) {
    if (there.has(`${one.game}/${one.name}`)) left.unshift(one)
    else
      await api.keepScenario(one.name, one.text).catch((problem: unknown) => {
        if (!(problem instanceof ApiError)) throw problem
        left.unshift(one)
      })
  }
  if (left.length < held.length) localStorage.setItem(KEY, JSON.stringify(left))
}

/** All of a game that are kept, the newest first. */
export async function ownScenarios(game = ''): Promise<readonly OwnScenario[]> {
  await bringAlong().catch(() => undefined)
  return (await api.ownScenarios(game)).scenarios
}
