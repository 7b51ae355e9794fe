import { describe, expect, it } from 'vitest'
import en from '../locale/en.json'
import it_ from '../locale/it.json'
import { Catalogue, firstSentence, sentences } from './catalogue'

const words = (messages: Record<string, string>, lang = 'en') => new Catalogue(lang, messages, (of, id) => (of === 'piece' && id === 57 ? '73 Inf Div' : undefined))

describe('Catalogue', () => {
  it('turns things into links with their names', () => {
    const parts = words({ 'log.moved': '{unit} moves to {to}.' }).parts('log.moved', { unit: { of: 'piece', id: 57 }, to: { of: 'place', id: 3606 } })
    expect(parts).toEqual([{ text: '73 Inf Div', ref: { of: 'piece', id: 57 } }, { text: ' moves to ' }, { text: 'Place 3606', ref: { of: 'place', id: 3606 } }, { text: '.' }])
  })
  it('joins lists in the language of the reader and keeps each link', () => {
    const refs = [1, 2, 3].map((id) => ({ of: 'seat', id: `s${id}` }))
    const parts = words({ a: '{who} win.' }, 'it').parts('a', { who: refs })
    expect(parts.map((part) => part.text).join('')).toBe('S1, S2 e S3 win.')
    expect(parts.filter((part) => part.ref)).toHaveLength(3)
  })
  it('counts things that have the same name', () => {
    const same = [1, 2, 3].map((id) => ({ of: 'piece', id }))
    const catalogue = new Catalogue('en', { a: '{who} move.' }, (_, id) => (id === 3 ? 'Tank' : 'Infantry'))
    expect(catalogue.text('a', { who: same })).toBe('2 × Infantry and Tank move.')
  })
  it('selects by the id of a thing and counts numbers, also those written as text', () => {
    const catalogue = words({ s: '{side, select, axis {Axis} other {Others}} {n, plural, one {# hit} other {# hits}}' })
    expect(catalogue.text('s', { side: { of: 'seat', id: 'axis' }, n: '1' })).toBe('Axis 1 hit')
  })
  it('leaves labels that begin with a zero as they are', () => {
    expect(words({ a: '{hex} {n, number}' }).text('a', { hex: '0103', n: '1200' })).toBe('0103 1,200')
  })
  it('writes halves of movement points as people do, and leaves results of combat alone', () => {
    const said = new Catalogue('en', { 'log.moved': '{spent} MP', 'log.result': '{result}' })
    expect([said.text('log.moved', { spent: '7/2' }), said.text('log.moved', { spent: '1/2' }), said.text('log.moved', { spent: '3' })]).toEqual(['3½ MP', '½ MP', '3 MP'])
    expect([said.text('log.moved', { spent: '6 1/3' }), said.text('log.moved', { spent: '5/6' })]).toEqual(['6⅓ MP', '⅚ MP'])
    expect(said.text('log.result', { result: '1/2' })).toBe('1/2')
  })
  it('shows the name of a parameter that was not given', () => {
    expect(words({ a: 'Go to {place}.' }).text('a')).toBe('Go to ⟨place⟩.')
  })
  it('makes something readable of a key without a message, with its links', () => {
    const parts = words({}).parts('log.took_over', { unit: { of: 'piece', id: 57 } })
    expect(parts.map((part) => part.text).join('')).toBe('Took over 73 Inf Div')
    expect(parts.at(-1)?.ref?.id).toBe(57)
  })
  it('prefers its own word for a thing to the name of the scenario', () => {
    expect(words({ 'piece.57': 'The 73rd' }).name('piece', 57)).toBe('The 73rd')
  })
})

describe('sentences', () => {
  it('leads with a whole one, never with what stands before a list', () => {
    const said = firstSentence([{ text: 'Japan comes with 1 unit: ' }, { text: 'Fighter', ref: { of: 'kind', id: 'fighter' } }, { text: '. Up to 4 may rise.' }])
    expect(said.map((part) => part.text).join('')).toBe('Japan comes with 1 unit: Fighter.')
  })


  it('splits after the first sentence and never inside a link', () => {
    const [first, rest] = sentences([{ text: 'Move ' }, { text: 'St. Pauli', ref: { of: 'place', id: 1 } }, { text: '. Or pass.' }])
    expect(first.map((part) => part.text).join('')).toBe('Move St. Pauli.')
    expect(rest.map((part) => part.text).join('')).toBe('Or pass.')
  })
})

describe('the catalogues of the client', () => {
  it('have the same keys', () => {
    expect(Object.keys(it_)).toEqual(Object.keys(en))
  })
  it('use the same parameters', () => {
    const names = (message: string) => [...new Set(message.match(/\{[a-z_]+[,}]/g) ?? [])].sort()
    for (const key of Object.keys(en) as (keyof typeof en)[]) expect([key, names(it_[key])]).toEqual([key, names(en[key])])
  })
  it('can all be read, and Italian is not English left over', () => {
    const same = ['field.round', 'track.round', 'ui.account', 'ui.account.kind_browser', 'ui.account.kind_token', 'ui.account.webhook', 'ui.computer', 'ui.email_short', 'ui.menu', 'ui.password', 'ui.tab.chat', 'ui.scenario', 'ui.who.bot', 'ui.zoom']
    for (const [lang, messages] of [['en', en], ['it', it_]] as const) {
      const catalogue = new Catalogue(lang, messages)
      for (const key of Object.keys(messages)) expect(catalogue.text(key)).not.toBe('')
    }
    const equal = Object.keys(en).filter((key) => en[key as keyof typeof en] === it_[key as keyof typeof en])
    expect(equal.filter((key) => !same.includes(key))).toEqual([])
  })
})

it('kinds of questions are told apart without what fills them in', () => {
  const words = new Catalogue('en', { 'prompt.fire': 'Fire at {place}?', 'prompt.retreat': 'Retreat {count, plural, one {# unit} other {# units}}.', 'log.x': 'no' })
  expect(words.gists('prompt.')).toEqual([{ id: 'fire', text: 'Fire at …?' }, { id: 'retreat', text: 'Retreat ….' }])
})

it('names what is asked for as the game does, with its article, else by its bare name', () => {
  const words = new Catalogue('en', { 'arg.ship': 'Ship', 'asked.ship': 'a ship', 'arg.order': 'Order' })
  expect(words.asked('ship')).toBe('a ship')
  expect(words.asked('order')).toBe('order')
})
