/** The headquarters of a company as they wait for their impulse: whose it is, what is left, who is done. Pure. */
import type { Offer, State } from '../api/types'
import { isTable } from './generic'

export interface Headquarters {
  id: number
  state: 'acting' | 'next' | 'activated' | 'waiting' | 'done' | 'gone'
  /** Commands it can still spend or has saved, and those it has spent in the impulse at hand. */
  left: number
  spent: number
}

export function headquartersOf(state: State, offers: readonly Offer[]): Headquarters[] {
  const commands = isTable(state.commands) ? state.commands : {}
  const units = isTable(state.units) ? state.units : {}
  const frames = (state.flow ?? []) as unknown as { ref?: { is?: string; hq?: number; left?: number; spent?: number } }[]
  const impulse = frames.map((frame) => frame.ref).findLast((ref) => ref?.is === 'impulse')
  const next = new Set((offers.find((offer) => offer.do === 'pick')?.widget?.options ?? []).map(Number))
  return Object.entries(commands).map(([key, row]) => {
    const id = Number(key)
    const acts = impulse !== undefined && impulse.hq === id
    const saved = Number(row.saved ?? 0)
    const is = !units[key]?.at ? 'gone' : acts ? 'acting' : next.has(id) ? 'next' : row.done ? 'done' : row.activated ? 'activated' : 'waiting'
    return { id, state: is, left: acts ? Number(impulse.left ?? 0) : saved, spent: acts ? Number(impulse.spent ?? 0) : 0 }
  })
}
