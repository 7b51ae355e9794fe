import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Board } from '../api/types'
import { axisalliesView } from '../games/axisallies'
import { Catalogue } from '../texts/catalogue'
import { layAreaNames, namedAt, type Rect } from './areapaint'
import { isInside } from './picking'
import type { AreaDrawing } from './scene'

const data = (name: string): never => JSON.parse(readFileSync(new URL(`../../../src/sandtable/games/axisallies/data/${name}.json`, import.meta.url), 'utf8')) as never
const { places } = data('places') as { places: object[] }
const board: Board = { game: 'axisallies', scenario: 'rulebook', options: {}, seats: [], names: {}, tables: {}, board: { kind: 'area', map: data('map'), places } }
const map = axisalliesView(board, new Catalogue('en', {})).drawing as AreaDrawing
/** A pen whose letters are all alike. */
class Pen {
  font = ''
  measureText(text: string): { width: number } {
    return { width: (text.length * parseFloat(/([\d.]+)px/.exec(this.font)![1]!)) / 2 }
  }
}
const pen = new Pen() as unknown as CanvasRenderingContext2D

for (const k of [1, 1.6])
  it(`names of areas stand on their own ground or at sea, never on a neighbour, at zoom ${k}`, () => {
    const chips = new Map<string, Rect>([...map.areas.values()].filter((area) => !area.sea).map((area) => [area.id, [area.far[0] * k - 25, area.far[1] * k - 8, area.far[0] * k + 25, area.far[1] * k + 8]]))
    for (const covered of [new Map<string, Rect>(), chips]) {
      const names = layAreaNames(pen, map, k, covered, false)
      expect(names.length).toBeGreaterThan(120)
      const lands = [...map.areas.values()].filter((area) => !area.sea)
      const wrong = names.filter(({ area, x, y }) => !area.sea && !isInside(area.rings, x / k, y / k) && lands.some((one) => isInside(one.rings, x / k, y / k)))
      expect(wrong.map(({ area }) => area.name)).toEqual([])
    }
  })

it('a name belongs to its area, whatever it hangs over', () => {
  const names = layAreaNames(pen, map, 1, new Map(), false)
  for (const { area, rect } of names.filter((one) => !one.area.sea))
    for (const share of [0.05, 0.5, 0.95]) expect(namedAt(names, rect[0] + (rect[2] - rect[0]) * share, (rect[1] + rect[3]) / 2)).toBe(area.id)
  expect(namedAt(names, -50, -50)).toBe('')
})
