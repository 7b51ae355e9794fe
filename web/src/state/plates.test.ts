import { expect, it } from 'vitest'
import type { Force } from '../api/types'
import { ownedPlates } from './plates'

const owners: Record<number, string> = { 1: 'uk', 2: 'france', 3: 'france', 4: 'uk', 5: 'france' }
const force: Force = { seats: ['uk', 'france'], plates: [{ kind: 'infantry', value: 2, pieces: [1, 2, 3, 4], out: [3], hurt: 1 }, { kind: 'fighter', value: 4, pieces: [5] }] }

it('splits what several powers put into one plate, and leaves the rest whole', () => {
  expect(ownedPlates(force, (id) => owners[Number(id)], (id) => id === 4)).toEqual([
    { kind: 'infantry', value: 2, owner: 'uk', pieces: [1, 4], out: [], hurt: 1 },
    { kind: 'infantry', value: 2, owner: 'france', pieces: [2, 3], out: [3], hurt: 0 },
    { kind: 'fighter', value: 4, owner: 'france', pieces: [5] },
  ])
})

it('gives pieces that nobody is known to own to whoever leads', () => {
  expect(ownedPlates(force, () => undefined, () => false).map(({ owner }) => owner)).toEqual(['uk', 'uk'])
})
