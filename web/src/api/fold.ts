/** Folding changes into a position: new objects where something changed, the old ones everywhere else. */
import type { Change, State } from './types'

/** A row of a table of the state: what is in it is the game's own. */
export type Row = Record<string, unknown>

type Table = Record<string, unknown>

export function fold(state: State, changes: readonly Change[]): State {
  const next: State = { ...state }
  const copied = new Set<string>()
  const table = (name: string): Table => {
    if (!copied.has(name)) {
      next[name] = { ...((next[name] as Table | undefined) ?? {}) }
      copied.add(name)
    }
    return next[name] as Table
  }
  for (const change of changes) {
    switch (change[0]) {
      case 'set':
        next[change[1]] = change[2]
        copied.delete(change[1])
        break
      case 'put':
        table(change[1])[String(change[2])] = change[3]
        break
      case 'edit': {
        const rows = table(change[1])
        const key = String(change[2])
        rows[key] = { ...((rows[key] as Row | undefined) ?? {}), ...change[3] }
        break
      }
      case 'drop':
        delete table(change[1])[String(change[2])]
        break
    }
  }
  return next
}
