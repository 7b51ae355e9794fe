import { expect, it } from 'vitest'
import { questionsOf } from './questions'

const nothing = { offer: null, chosen: [], place: '', asked: false }

it('asks nothing where nothing is asked of us', () => {
  expect(questionsOf(nothing)).toEqual([])
})

it('asks for the fight at hand, after the place that is looked at', () => {
  expect(questionsOf({ ...nothing, asked: true })).toEqual([{}])
  expect(questionsOf({ ...nothing, asked: true, place: '3606' })).toEqual([{ place: 3606 }, {}])
})

it('asks for the answer being composed first, with what is picked so far', () => {
  const offer = { do: 'declare', given: { hexes: [3606] }, arg: 'units', widget: { kind: 'some' as const } }
  expect(questionsOf({ offer, chosen: [73, 46], place: 'Ishun', asked: true })).toEqual([{ partial: { do: 'declare', hexes: [3606], units: [73, 46] } }, { place: 'Ishun' }])
  expect(questionsOf({ offer, chosen: [], place: '', asked: true })).toEqual([{ partial: { do: 'declare', hexes: [3606] } }])
})

it('leaves out an argument that is not picked as a set', () => {
  const offer = { do: 'move', given: { piece: 5 }, arg: 'path', widget: { kind: 'path' as const } }
  expect(questionsOf({ offer, chosen: [1], place: '', asked: true })).toEqual([{ partial: { do: 'move', piece: 5 } }])
})
