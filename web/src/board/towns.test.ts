import { expect, it } from 'vitest'
import { HEX } from './hexes'
import { layTowns } from './hexpaint'
import type { HexDrawing } from './scene'

/** A pen whose letters are all alike. */
class Pen {
  font = ''
  measureText(text: string): { width: number } {
    return { width: (text.length * parseFloat(/([\d.]+)px/.exec(this.font)![1]!)) / 2 }
  }
}
const pen = new Pen() as unknown as CanvasRenderingContext2D
const cells = new Map(
  Array.from({ length: 20 }, (_, i) => ({ id: String(i), x: (i % 5) * HEX * 0.87, y: Math.floor(i / 5) * HEX + (i % 2) * HEX * 0.5, terrain: 'open', label: String(i) })).map((cell) => [cell.id, cell]),
)
const towns = ['3', '7', '11', '13'].map((hex) => {
  const { x, y } = cells.get(hex)!
  return { name: 'Preobrazhenka', hex, rank: 'town', x, y, lx: x, ly: y + 18, anchor: 'center' as const }
})
const map = { kind: 'hex', cells, towns, grid: { shape: 'flat' } } as unknown as HexDrawing

it('names of towns never lie under a counter, of their own hex or of the next', () => {
  for (const k of [0.8, 1, 1.6])
    for (const busy of [['7'], ['6', '7', '8'], ['2', '3', '6', '7', '8', '11', '12'], [...cells.keys()]]) {
      const half = Math.min(36, HEX * 0.3125 * k)
      const hidden = layTowns(pen, map, k, new Set(busy)).filter(({ rect }) =>
        busy.some((hex) => {
          const [x, y] = [cells.get(hex)!.x * k, cells.get(hex)!.y * k]
          return rect[0] < x + half && rect[2] > x - half && rect[1] < y + half && rect[3] > y - half
        }),
      )
      expect(hidden.map(({ town }) => town.hex)).toEqual([])
    }
})

it('a name stays where the map has it while nothing is in its way', () => {
  for (const { town, x, y } of layTowns(pen, map, 1, new Set())) expect([x, y]).toEqual([town.lx, town.ly])
})
