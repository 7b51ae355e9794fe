/** The geometry of a plot: where values and names stand. Pure, so that it can be tested. */
export interface Line { name: string; colour: string; values: (number | null)[] }

/** Round marks that hold all values: a few steps of 1, 2 or 5 times a power of ten. */
export function scale(values: readonly number[], steps = 4): number[] {
  const low = Math.min(0, ...values)
  const high = Math.max(1, ...values)
  const rough = (high - low) / steps
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough)!)
  const marks: number[] = []
  for (let at = Math.floor(low / step) * step; at < high + step; at += step) marks.push(at)
  return marks
}

/** Names at the ends of lines, moved apart but kept inside. */
export function spread(wanted: readonly number[], gap: number, least: number, most: number): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a]! - wanted[b]!)
  const at = [...wanted]
  let floor = least
  for (const i of order) {
    at[i] = Math.max(at[i]!, floor)
    floor = at[i]! + gap
  }
  let roof = most
  for (const i of order.reverse()) {
    at[i] = Math.min(at[i]!, roof)
    roof = at[i]! - gap
  }
  return at
}

/** The last value that is known up to a step. */
export const valueAt = (line: Line, i: number): number | null => line.values.slice(0, i + 1).findLast((value) => value !== null) ?? null
