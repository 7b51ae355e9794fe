/** What the signs on a terrain card mean, in the words of the game. */
import type { CardFace, FireLine } from '../board/scene'
import type { Catalogue } from '../texts/catalogue'

export interface Mark {
  sign: string
  text: string
  tone: 'bad' | 'good' | ''
}

type Words = Pick<Catalogue, 'text' | 'list'>

/** Each thing that lies on a card, the worst first: fire, contact, cover, ground. */
export function marksOn(card: CardFace, place: string, fires: readonly FireLine[], words: Words): Mark[] {
  const found: Mark[] = []
  const put = (sign: string, key: string, params: Record<string, string | number> = {}, tone: Mark['tone'] = ''): void => void found.push({ sign, text: words.text(`meaning.${key}`, params), tone })
  for (const burst of card.bursts ?? []) {
    const tone = burst.side === 'company' ? 'good' : 'bad'
    put(burst.letter, `fire.${burst.side}`, { letter: burst.letter, value: burst.value || '0' }, tone)
  }
  const names = (ids: string[]): string => words.list([...new Set(ids)].map((id) => ({ of: 'place', id })))
  const [come, go] = [fires.filter((line) => line.to === place), fires.filter((line) => line.from === place)]
  if (come.length) put('\u2198', 'from', { places: names(come.map((line) => line.from)) }, come.some((line) => line.side !== 'company') ? 'bad' : 'good')
  if (go.length) put('\u2197', 'to', { places: names(go.map((line) => line.to)) }, go.some((line) => line.side !== 'company') ? 'bad' : 'good')
  for (const tag of card.tags) {
    if (tag.as === 'contact') put(tag.text, /^[A-C]$/.test(tag.text) ? 'contact' : 'unknown', {}, 'bad')
    else if (tag.as === 'cover' && tag.text.startsWith('\u2302')) put(tag.text, 'buildings', { value: tag.text.replace(/[^\d\u00B7]/g, '').replaceAll('\u00B7', ', ') })
    else if (tag.as === 'cover' || tag.as === 'potential' || tag.as === 'burst' || tag.as === 'level') put(tag.text, tag.as, { value: tag.text.replace(/[^\d+\u2212-]/g, '') })
    else if (tag.as) found.push({ sign: tag.text, text: tag.title, tone: '' })
  }
  for (const cover of card.covers ?? []) put(cover.value, 'marker', { value: cover.value })
  if (card.shut?.length) put('\u25AE', 'edge', { count: card.shut.length })
  if (card.down) put('?', 'down')
  return found
}
