import { expect, it } from 'vitest'
import type { CardFace } from '../board/scene'
import { marksOn } from './marks'

const words = {
  text: (key: string, params: object = {}) => [key, ...Object.values(params)].join(' '),
  list: (refs: readonly { id: string | number }[]) => refs.map((ref) => ref.id).join('+'),
} as Parameters<typeof marksOn>[3]
const card = (more: Partial<CardFace>): CardFace => ({ title: 'Farm', ground: 'farm', down: false, tags: [], ...more })

it('explains the fire on a card by side and value, and where it comes from', () => {
  const bursts = [{ letter: 'A', value: '\u22121', side: 'enemy', title: '' }, { letter: 'S', value: '', side: 'company', title: '' }]
  const fires = [{ from: '1', to: '7', side: 'enemy', count: 2 }, { from: '7', to: '9', side: 'company', count: 1 }, { from: '3', to: '4', side: 'enemy', count: 1 }]
  expect(marksOn(card({ bursts }), '7', fires, words)).toEqual([
    { sign: 'A', text: 'meaning.fire.enemy A \u22121', tone: 'bad' },
    { sign: 'S', text: 'meaning.fire.company S 0', tone: 'good' },
    { sign: '\u2198', text: 'meaning.from 1', tone: 'bad' },
    { sign: '\u2197', text: 'meaning.to 9', tone: 'good' },
  ])
})
it('explains what is printed on a card and what lies there', () => {
  const tags: CardFace['tags'] = [
    { text: 'C', title: '', as: 'contact' },
    { text: '+2', title: '', as: 'cover' },
    { text: '\u25B21', title: '', as: 'level' },
    { text: '\u27381', title: '', as: 'burst' },
    { text: 'AP', title: 'Attack position', as: 'control' },
  ]
  const covers = [{ id: '4', value: '+1', title: '', keys: [] }]
  expect(marksOn(card({ tags, covers, shut: ['n', 'e'] }), '7', [], words).map((one) => one.text)).toEqual(['meaning.contact', 'meaning.cover +2', 'meaning.level 1', 'meaning.burst 1', 'Attack position', 'meaning.marker +1', 'meaning.edge 2'])
})
it('says that nobody knows a card that lies face down, nor the letter of a marker', () => {
  const tags: CardFace['tags'] = [{ text: '?', title: '', as: 'contact' }]
  expect(marksOn(card({ tags, down: true }), '7', [], words).map((one) => one.text)).toEqual(['meaning.unknown', 'meaning.down'])
})
it('tells the figure of each building of a town', () => {
  const tags: CardFace['tags'] = [{ text: '\u23022\u00B73\u2032', title: '', as: 'cover' }]
  expect(marksOn(card({ tags }), '7', [], words)[0]!.text).toBe('meaning.buildings 2, 3')
})
