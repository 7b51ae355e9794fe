import { expect, it } from 'vitest'
import { sidesOf } from './sides'

it('seats of an alliance are one side', () => {
  expect(sidesOf([{ id: 'germany', side: 'axis' }, { id: 'uk', side: 'allies' }, { id: 'japan', side: 'axis' }])).toEqual(['axis', 'allies'])
  expect(sidesOf([{ id: 'blue', side: '' }, { id: 'red', side: '' }])).toEqual(['blue', 'red'])
})
