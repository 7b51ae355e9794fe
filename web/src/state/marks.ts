/** What the log says about the course of a game: where turns begin, where dice were rolled, which way pieces went. */
import type { Entry, LogLine, Ref } from '../api/types'

/** By this line games tell that a turn begins. */
const TURN = 'log.turn'

export interface Marks {
  turns: { seq: number; entry: Entry }[]
  /** Steps in which dice were rolled. */
  fights: number[]
}

/** Marks for a scrubber; several lines of one step are one mark. */
export function marksOf(lines: readonly LogLine[]): Marks {
  const turns = new Map<number, Entry>()
  const fights = new Set<number>()
  for (const { seq, entry } of lines) {
    if (entry.key === TURN && !turns.has(seq)) turns.set(seq, entry)
    if (entry.rolls?.length) fights.add(seq)
  }
  return { turns: [...turns].map(([seq, entry]) => ({ seq, entry })), fights: [...fights] }
}

/** Those of some marks that have room of their own on a line: each at least so far from the one before, as a share of the whole. */
export function apart<T>(marks: readonly T[], at: (mark: T) => number, room: (mark: T) => number): T[] {
  let free = -Infinity
  return marks.filter((mark) => {
    const here = at(mark)
    if (here < free) return false
    free = here + room(mark)
    return true
  })
}

const isRef = (value: unknown): value is Ref => typeof value === 'object' && value !== null && 'of' in value
const isPlace = (ref: Ref): boolean => ref.of === 'place'

/** The things that a line speaks of, apart from where it points. */
const thingsOf = (entry: Entry): Ref[] => [...(entry.points ?? []), ...Object.values(entry.params ?? {}).flat()].filter(isRef).filter((ref) => !isPlace(ref))

/** The places that pieces went through, by the key of the piece: a line that points at several places in order tells them. */
export function waysIn(lines: readonly LogLine[]): Map<string, string[]> {
  const ways = new Map<string, string[]>()
  for (const { entry } of lines) {
    const way = (entry.points ?? []).filter(isPlace).map((ref) => String(ref.id))
    if (way.length < 2) continue
    for (const ref of thingsOf(entry)) ways.set(`${ref.of}:${ref.id}`, way)
  }
  return ways
}
