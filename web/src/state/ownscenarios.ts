/** Scenarios of one's own: positions that were edited and kept under a name. Kept in the browser, as case files. */
export interface OwnScenario { name: string; game: string; text: string }

const KEY = 'sandtable.scenarios'
/** So many are kept; a file is a few thousand letters long. */
export const MOST = 60

const isOne = (value: unknown): value is OwnScenario =>
  typeof value === 'object' && value !== null && ['name', 'game', 'text'].every((field) => typeof (value as Record<string, unknown>)[field] === 'string')

/** All that are kept, the newest first; what cannot be read is left out. */
export function ownScenarios(game = ''): OwnScenario[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return (Array.isArray(found) ? found : []).filter(isOne).filter((one) => !game || one.game === game)
  } catch {
    return []
  }
}

/** Keep one; one of the same game and name is replaced. False where the browser keeps nothing, or no more. */
export function keepScenario(one: OwnScenario): boolean {
  return write([one, ...without(one)])
}

export function dropScenario(one: OwnScenario): boolean {
  return write(without(one))
}

const without = (one: OwnScenario): OwnScenario[] => ownScenarios().filter((other) => other.game !== one.game || other.name !== one.name)

function write(all: readonly OwnScenario[]): boolean {
  if (all.length > MOST) return false
  try {
    localStorage.setItem(KEY, JSON.stringify(all))
    return true
  } catch {
    return false
  }
}
