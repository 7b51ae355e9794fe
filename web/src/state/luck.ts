/** Dice against what dice do on average. */
export interface Luck { rolls: number; mean: number; expected: number; most: number }

export function luck(dice: { sides: number; counts: Record<string, number> }): Luck {
  let rolls = 0
  let sum = 0
  let most = 0
  for (const [face, count] of Object.entries(dice.counts)) {
    rolls += count
    sum += Number(face) * count
    most = Math.max(most, count)
  }
  return { rolls, mean: rolls ? sum / rolls : 0, expected: (dice.sides + 1) / 2, most }
}
