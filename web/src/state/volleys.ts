/** Battles as the log tells them: who fired what, round by round, and what it cost. Pure. */
import type { Entry, Id, LogLine, Ref, Roll } from '../api/types'

export interface Volley {
  side: 'attack' | 'defence'
  seat: string
  rolls: Roll[]
  hits: number
}

export interface Fought {
  place: Id
  attacker: string
  /** The step at which it began. */
  seq: number
  /** Each volley in its order; an attack after a defence begins another round. */
  rounds: Volley[][]
  /** What was said of losses and of the end. */
  lines: LogLine[]
}

const FIRE = 'log.fire'
const BEGIN = 'log.battle'
const placeOf = (entry: Entry): Id | undefined => {
  const value = entry.params?.place
  return value && typeof value === 'object' && !Array.isArray(value) && 'id' in value ? (value.id as Id) : undefined
}
const wordOf = (value: unknown): string => (value && typeof value === 'object' && 'id' in value ? String((value as { id: Id }).id) : '')

/** All battles that the lines tell of, in their order. */
export function foughtIn(lines: readonly LogLine[]): Fought[] {
  const found: Fought[] = []
  for (const line of lines) {
    const { entry } = line
    const place = placeOf(entry)
    if (entry.key === BEGIN && place !== undefined) {
      found.push({ place, attacker: wordOf(entry.params?.attacker), seq: line.seq, rounds: [], lines: [] })
      continue
    }
    const battle = found.findLast((one) => String(one.place) === String(place))
    if (!battle || place === undefined) continue
    if (entry.key === FIRE) {
      const side = wordOf(entry.params?.side) === 'attacker' ? 'attack' : 'defence'
      const round = battle.rounds.at(-1)
      const volley: Volley = { side, seat: entry.seat ?? '', rolls: entry.rolls ?? [], hits: Number(entry.params?.hits ?? 0) }
      if (!round || (side === 'attack' && round.some((one) => one.side === 'defence'))) battle.rounds.push([volley])
      else round.push(volley)
    } else battle.lines.push(line)
  }
  return found
}

const isRef = (value: unknown): value is Ref => typeof value === 'object' && value !== null && 'of' in value

/** The place that a line speaks of. */
export const placeIn = (entry: Entry): string => {
  const refs = [...(entry.points ?? []), ...Object.values(entry.params ?? {}).flat()].filter(isRef)
  return String(refs.find((ref) => ref.of === 'place')?.id ?? '')
}

/** A fight that is one throw: the line with its dice and its reasons, and what came of it. */
export function throwAt(lines: readonly LogLine[], line: LogLine): Fought | null {
  const place = placeIn(line.entry)
  const isFight = line.entry.modifiers?.length || /combat|battle|attack|assault|overrun|strike|fire/.test(line.entry.key)
  if (!line.entry.rolls?.length || !isFight || !place) return null
  const from = lines.indexOf(line)
  if (from < 0) return null
  const rest = lines.slice(from + 1)
  const end = rest.findIndex((one) => one.seq !== line.seq && (one.entry.rolls?.length || placeIn(one.entry) !== place))
  return { place, attacker: line.entry.seat ?? '', seq: line.seq, rounds: [], lines: [line, ...(end < 0 ? rest : rest.slice(0, end)).slice(0, 12)] }
}

export interface Fall {
  faces: number[]
  hits: number
}

/** The dice of a side in a round that hit on one value, hits first. */
export function fallsOf(round: readonly Volley[], side: Volley['side'], value: number): Fall {
  const faces = round.filter((one) => one.side === side).flatMap((one) => one.rolls.filter((roll) => (roll.need ?? 0) === value).flatMap((roll) => roll.faces))
  const sorted = [...faces].sort((a, b) => Number(b <= value) - Number(a <= value) || a - b)
  return { faces: sorted, hits: faces.filter((face) => face <= value).length }
}

export const hitsOf = (round: readonly Volley[], side: Volley['side']): number => round.filter((one) => one.side === side).reduce((sum, one) => sum + one.hits, 0)
