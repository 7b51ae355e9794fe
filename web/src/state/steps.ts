/** From one position to a later one: the frames between them, for the playback. */
import { api } from '../api/client'
import type { Position } from '../api/types'
import { movesBetween, paceOf } from '../board/moves'
import { waysIn } from './marks'
import type { Frame } from './playback.svelte'
import { session } from './session.svelte'
import type { Table } from './table.svelte'

/** More steps than this are not fetched one by one: the last so many are. */
const MOST_STEPS = 24
/** Without motion a step is a trail that fades in, shown for so long. */
const STILL = 320

export function frameOf(table: Table, from: Position, to: Position, by: string): Frame {
  const [before, after] = [table.sceneOf(from.state), table.sceneOf(to.state)]
  const ways = waysIn(table.journal.lines.filter(({ seq }) => seq > from.seq && seq <= to.seq))
  const moves = movesBetween(before, after, ways)
  const pace = table.view ? paceOf(table.view.drawing, before, after, moves) : 0
  return { position: to, by, moves, pace: session.still && moves.length ? STILL : pace }
}

/** Every step from a position to a later one; where the server cannot tell them apart, one frame for all. */
export async function framesBetween(table: Table, from: Position, to: Position, by: string): Promise<Frame[]> {
  if (to.seq - from.seq <= 1) return [frameOf(table, from, to, by)]
  const found = await api.timeline(table.id, to.seat).catch(() => null)
  const inside = (found?.steps ?? []).filter((step) => step.seq > from.seq && step.seq <= to.seq)
  table.news.note(inside)
  const wanted = inside.filter((step) => step.seq < to.seq).slice(-MOST_STEPS)
  const between = await Promise.all(wanted.map((step) => api.history(table.id, to.seat, step.seq).catch(() => null)))
  const positions = [from, ...between.filter((position) => position !== null), to]
  return positions.slice(1).map((position, i) => {
    const whose = inside.find((step) => step.seq === position.seq)?.seat ?? by
    const frame = frameOf(table, positions[i]!, position, whose)
    // What this person did is known; it is the start of what others did.
    return table.seats.includes(whose) ? { ...frame, moves: [], pace: 0 } : frame
  })
}
