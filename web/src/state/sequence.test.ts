import { expect, it } from 'vitest'
import { luck } from './luck'
import { once, phaseAt, placesOf } from './sequence'

it('reads the frames of the flow from the outside in', () => {
  expect(placesOf([{ at: 'turn.axis.combat' }, { at: 'battle.losses' }])).toEqual(['turn', 'turn.axis', 'turn.axis.combat', 'battle', 'battle.losses'])
})
it('finds a phase in the tree', () => {
  const leaf = { at: 'turn.axis.move', name: 'move', rule: 'R', phases: [] }
  const tree = [{ at: 'turn', name: 'turn', rule: '', phases: [{ at: 'turn.axis', name: 'axis', rule: '', phases: [leaf] }] }]
  expect(phaseAt(tree, 'turn.axis.move')).toBe(leaf)
  expect(phaseAt(tree, 'turn.soviet')).toBeUndefined()
})
it('measures luck against the mean of a die', () => {
  expect(luck({ sides: 6, counts: { '1': 2, '6': 1 } })).toEqual({ rolls: 3, mean: 8 / 3, expected: 3.5, most: 2 })
})
it('says a step that is called like its phase once', () => {
  expect(once(['Turn', 'Exploitation', 'Exploitation', 'Turn'])).toEqual(['Turn', 'Exploitation', 'Turn'])
})
