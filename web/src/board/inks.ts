/** The colour of a side's marks on map and page: dark bodies are lightened at night, pale ones take their edge by day. */
import { mix, sideOf, type Theme } from '../tokens'

export function markInk(side: string, theme: Theme, seats: readonly string[] = []): string {
  const look = sideOf(side, seats)
  const isDark = look.ink === '#FFFFFF'
  if (theme === 'dark') return isDark ? mix(look.box, '#FFFFFF', 0.6) : look.body
  return isDark ? look.body : look.edge
}
