/** Plates of a battle as allies see them: what several powers put into one plate stands apart, each in its own colour. Pure. */
import type { Force, Id, Plate } from '../api/types'

export interface Owned extends Plate {
  /** Whose pieces these are. */
  owner: string
}

/** The plates of a force, each split among those who own its pieces; in the order in which they are named. */
export function ownedPlates(force: Force, ownerOf: (id: Id) => string | undefined, isHurt: (id: Id) => boolean): Owned[] {
  const [lead = ''] = force.seats
  return force.plates.flatMap((plate) => {
    const shares = new Map<string, Id[]>()
    for (const id of plate.pieces) {
      const owner = ownerOf(id) ?? lead
      shares.set(owner, [...(shares.get(owner) ?? []), id])
    }
    if (shares.size < 2) return [{ ...plate, owner: [...shares.keys()][0] ?? lead }]
    const rank = (owner: string): number => (force.seats.includes(owner) ? force.seats.indexOf(owner) : force.seats.length)
    return [...shares].sort(([a], [b]) => rank(a) - rank(b)).map(([owner, pieces]) => ({ ...plate, owner, pieces, out: (plate.out ?? []).filter((id) => pieces.includes(id)), hurt: pieces.filter(isHurt).length }))
  })
}
