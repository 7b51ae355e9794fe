import { describe, expect, it } from 'vitest'
import type { Offer } from '../api/types'
import { composed, valueOf } from './composing'
import en from './en.json'
import italian from './it.json'
import { spotBeside, targetOf } from './pointing'
import { isDone, standing } from './progress'
import { steps, tourOf, type Act } from './tours'

const GAMES = ['axisallies', 'eastfront', 'eastfront_siege', 'eastfront_landing', 'fieldsoffire', 'nextwar']
const acts: Act[] = [
  { step: 1, at: 'move', say: 'a', action: { do: 'move', unit: 1, path: [2, 3] }, exactly: ['unit', 'path'] },
  { step: 2, at: 'move', say: 'b', action: { do: 'done' } },
  { step: 3, at: 'press', say: 'c', action: { do: 'press' }, again: true },
  { step: 4, at: 'place', say: 'd', action: { do: 'done' } },
]

describe.each(GAMES)('the tour of %s', (game) => {
  const tour = tourOf(game)!
  it('has eight steps in order', () => {
    expect(steps(tour)).toBe(8)
    expect([...new Set(tour.acts.map((act) => act.step))]).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })
  it('has one sentence for each act, in both languages', () => {
    for (const say of [...tour.acts.map((act) => act.say), 'over'])
      for (const words of [en, italian] as Record<string, string>[]) expect(words[`${game}.${say}`], say).toMatch(/^[^.]+\.$/)
  })
})

it('says the same in both languages, and nothing that no tour says', () => {
  const keys = GAMES.flatMap((game) => [...new Set([...tourOf(game)!.acts.map((act) => act.say), 'over'])].map((say) => `${game}.${say}`)).sort()
  expect(Object.keys(en).sort()).toEqual(keys)
  expect(Object.keys(italian).sort()).toEqual(keys)
})

describe('progress', () => {
  it('speaks of the first act that is not done', () => {
    expect(standing(acts, 0, 'move')).toEqual({ next: 0, now: 0 })
    expect(standing(acts, 1, 'move')).toEqual({ next: 1, now: 1 })
  })
  it('meets whoever left some out', () => expect(standing(acts, 0, 'place').now).toBe(3))
  it('speaks again of what is asked again, and forgets nothing', () => expect(standing(acts, 3, 'press')).toEqual({ next: 3, now: 2 }))
  it('has the last word on what is asked again', () => {
    const twice: Act[] = [acts[0]!, { step: 2, at: 'move', say: 'e', action: { do: 'done' }, again: true }, acts[3]!]
    expect([standing(twice, 1, 'move').now, standing(twice, 2, 'move')]).toEqual([1, { next: 2, now: 1 }])
  })
  it('begins again with a new turn', () => expect(standing(acts, 4, 'move')).toEqual({ next: 0, now: 0 }))
  it('knows what is none of its questions', () => expect(standing(acts, 1, 'retreat').now).toBe(-1))
  it('takes any way to the same end, but no other unit', () => {
    expect(isDone(acts[0]!, { do: 'move', unit: 1, path: [9, 3] })).toBe(true)
    expect(isDone(acts[0]!, { do: 'move', unit: 4, path: [2, 3] })).toBe(false)
    expect(isDone(acts[1]!, { do: 'move' })).toBe(false)
  })
})

describe('composing', () => {
  it('takes wished values that are on offer, else the default', () => {
    expect(valueOf({ kind: 'one', options: ['no', 'yes'], default: 'yes' }, 'maybe')).toBe('yes')
    expect(valueOf({ kind: 'some', options: [1, 2, 3], least: 1, most: 2 }, [3, 9, 1])).toEqual([3, 1])
    expect(valueOf({ kind: 'some', options: [1, 2], least: 0, default: [2] }, undefined)).toEqual([2])
    expect(valueOf({ kind: 'amounts', limits: { tank: 5 }, weights: { tank: 6 }, most: 30, default: {} }, { tank: 9 })).toEqual({})
    expect(valueOf({ kind: 'number', least: 1, most: 3, default: 3 }, 6)).toBe(3)
  })
  it('walks a way to its end', async () => {
    const ways: Offer[] = [
      { do: 'move', arg: 'unit', widget: { kind: 'one', of: 'piece', options: [1, 2] } },
      { do: 'done', ends: true },
    ]
    const found = await composed(ways, { do: 'move', unit: 1, path: [5, 6] }, async (partial) => {
      const way = (partial.path ?? []) as number[]
      return { offers: [{ do: 'move', given: partial, arg: 'path', widget: { kind: 'path', of: 'place', options: way.length < 2 ? [5, 6, 7] : [], so_far: [4, ...way], may_stop: way.length > 0 } }] }
    })
    expect(found).toEqual({ do: 'move', unit: 1, path: [5, 6] })
  })
  it('passes where nothing is wished', async () => {
    expect(await composed([{ do: 'support', arg: 'x', widget: { kind: 'one' } }, { do: 'done', ends: true }], null, async () => null)).toEqual({ do: 'done' })
  })
})

describe('pointing', () => {
  const none = { current: null, confirming: null, chosen: [] }
  const move: Offer = { do: 'move', arg: 'unit', widget: { kind: 'one', of: 'piece', options: [1] } }
  it('points at the piece, then at each hex of the way, then at the button', () => {
    const wish = { do: 'move', unit: 1, path: [5, 6] }
    const way = (...so_far: number[]): Offer => ({ do: 'move', arg: 'path', given: { unit: 1 }, widget: { kind: 'path', of: 'place', options: [5, 6], so_far } })
    expect(targetOf(wish, [move], none, ['piece', 'place'])).toEqual({ of: 'piece', id: 1 })
    expect(targetOf(wish, [move], { ...none, current: way(4) }, ['piece', 'place'])).toEqual({ of: 'place', id: 5 })
    expect(targetOf(wish, [move], { ...none, current: way(4, 5, 6) }, ['piece', 'place'])).toEqual({ part: 'main' })
    expect(targetOf(wish, [move], { ...none, confirming: { do: 'done' } }, ['piece'])).toEqual({ part: 'main' })
    expect(targetOf({ do: 'done' }, [{ do: 'done' }], none, [])).toEqual({ verb: 'done' })
  })
  it('points at the first thing that will do where any will', () => {
    expect(targetOf({ do: 'move' }, [move], none, ['piece', 'place'])).toEqual({ of: 'piece', id: 1 })
    const cards: Offer = { do: 'move', arg: 'to', given: { unit: 1 }, widget: { kind: 'one', of: 'place', options: [7, 8] } }
    expect(targetOf({ do: 'move' }, [move], { ...none, current: cards }, ['piece', 'place'])).toEqual({ of: 'place', id: 7 })
  })
  it('points at what is missing from a choice, then at what is too much', () => {
    const units: Offer = { do: 'declare', arg: 'units', widget: { kind: 'some', of: 'piece', options: [1, 2, 3] } }
    const next = (...chosen: number[]) => targetOf({ do: 'declare', units: [2, 3] }, [], { ...none, current: units, chosen }, ['piece'])
    expect([next(1, 2), next(1, 2, 3), next(2, 3)]).toEqual([{ of: 'piece', id: 3 }, { of: 'piece', id: 1 }, { part: 'main' }])
  })
  it('stands beside the target and inside the room', () => {
    const room = { left: 0, top: 100, right: 1000, bottom: 700 }
    const size = { width: 300, height: 150 }
    expect(spotBeside({ left: 400, top: 300, right: 450, bottom: 350 }, size, room, []).side).toBe('right')
    const spot = spotBeside({ left: 900, top: 20, right: 980, bottom: 60 }, size, room, [])
    expect([spot.side, spot.left, spot.top]).toEqual(['below', 700, 100])
    expect(spotBeside({ left: 300, top: 800, right: 400, bottom: 850 }, size, room, []).side).toBe('above')
    const panel = { left: 640, top: 100, right: 1000, bottom: 600 }
    expect(spotBeside({ left: 900, top: 20, right: 980, bottom: 60 }, size, room, [], [panel]).left).toBe(326)
    const kept = [{ left: 460, top: 100, right: 1000, bottom: 700 }]
    expect(spotBeside({ left: 400, top: 300, right: 450, bottom: 350 }, size, room, kept).side).toBe('left')
  })
})
