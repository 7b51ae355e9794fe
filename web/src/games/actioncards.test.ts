import { describe, expect, it } from 'vitest'
import type { Entry } from '../api/types'
import { decidingOf, partOf, shows, type ActionCard } from './actioncards'

const card = (more: Partial<ActionCard>): ActionCard => ({ helmet: 4, star: 3, word: '', icon: '', hq: false, at: 7, results: 'HPPPPMMMMMM', hits: ['PC', 'LC', 'LC'], random: [1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4], ...more })
const part = (why: string, entry: Partial<Entry> = {}) => partOf({ why: `draw.${why}`, cards: [1] }, { key: 'log.x', ...entry })

describe('a card that was drawn', () => {
  it('is read in the part that the draw is for', () => {
    expect(['combat', 'hit', 'event', 'contact', 'rally', 'seek_cover', 'spot', 'at', 'target', 'activity'].map((why) => part(why))).toEqual(['strip', 'hits', 'hq', 'word', 'word', 'word', 'icon', 'at', 'random', 'random'])
  })
  it('gives commands by the helmet when activated, by the star on initiative', () => {
    expect([part('commands', { rule: 'FF-4.1.1.co' }), part('commands', { rule: 'FF-4.1.1.init' }), part('general_initiative')]).toEqual(['helmet', 'star', 'star'])
  })
  it('stands in front where it shows what was looked for, else the last does', () => {
    const draw = { why: 'draw.contact', cards: [1, 2, 3] }
    const [no, yes] = [card({ word: 'rally' }), card({ word: 'contact' })]
    expect([shows(yes, draw), shows(no, draw)]).toEqual([true, false])
    expect([decidingOf([no, yes, no], draw), decidingOf([no, no, no], draw)]).toEqual([1, 2])
  })
})
