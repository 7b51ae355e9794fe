/** The sequence of play: where the game stands, in words. */
import type { Frame, PhaseInfo } from '../api/types'
import type { Table } from './table.svelte'

/** All places from the outermost phase to the innermost, frame by frame. */
export function placesOf(flow: readonly Frame[]): string[] {
  const found: string[] = []
  for (const frame of flow) {
    const parts = frame.at.split('.')
    for (let n = 1; n <= parts.length; n++) found.push(parts.slice(0, n).join('.'))
  }
  return found
}

export function phaseAt(sequence: readonly PhaseInfo[], at: string): PhaseInfo | undefined {
  for (const phase of sequence) {
    if (phase.at === at) return phase
    if (at.startsWith(phase.at + '.')) {
      const found = phaseAt(phase.phases, at)
      if (found) return found
    }
  }
  return undefined
}

/** What a step is called: by the name the game gives it, else by its place. */
export function stepName(table: Table, at: string): string {
  const phase = phaseAt(table.detail?.sequence ?? [], at)
  const named = phase?.name && table.words.has(`step.${phase.name}`) ? phase.name : at
  const last = at.split('.').at(-1)!
  if (!table.words.has(`step.${named}`) && table.board?.seats.includes(last)) return table.words.name('seat', last)
  return table.words.name('step', named)
}

export function breadcrumb(table: Table): string[] {
  return once(placesOf(table.shown?.state.flow ?? []).map((at) => stepName(table, at)))
}

/** A step that is called like the phase around it is not said twice. */
export const once = (names: readonly string[]): string[] => names.filter((name, i) => name !== names[i - 1])
