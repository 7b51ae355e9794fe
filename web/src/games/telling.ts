/** What the umpire did in one step of Fields of Fire, told line by line: the map as it stood after each. Pure. */
import type { Entry, Id, LogLine, Ref, State } from '../api/types'
import type { Row } from '../api/fold'
import { isTable } from './generic'

export interface Told {
  entry: Entry
  /** Pieces that it is about, as keys of the scene, and cards. */
  keys: string[]
  places: string[]
  state: State
}

/** Lines that end what the player himself did: from the first of them on the umpire plays. */
const TURNS_OVER = /^log\.(enemy_|contact|no_event|event|combat|cleanup|turn|package|fire_falls|recovered|retreat)/
/** Lines that tell nothing to see. */
const SILENT = new Set(['log.drawn', 'log.cleanup'])
/** A piece that is named in these stands on the card that is named. */
const ARRIVES = /^log\.(enemy_placed|enemy_moved|moved|enemy_withdrew|fell_back|arrived|appeared|infiltrated)/
/** So many lines make a show; fewer are read in the log. */
const LEAST = 3

const isRef = (value: unknown): value is Ref => typeof value === 'object' && value !== null && 'of' in value
export function refsOf(entry: Entry): Ref[] {
  const all = [...(entry.points ?? []), ...Object.values(entry.params ?? {}).flat()].filter(isRef)
  return [...new Map(all.map((ref) => [`${ref.of}:${ref.id}`, ref])).values()]
}
const table = (state: State, name: string): Record<string, Row> => (isTable(state[name]) ? (state[name] as Record<string, Row>) : {})

/** The part of a step that is worth a show: what follows on the player's own doing. */
export function umpiresPart(lines: readonly LogLine[]): Entry[] {
  const from = lines.findIndex(({ entry }) => !entry.seat && TURNS_OVER.test(entry.key))
  if (from < 0) return []
  const part = lines.slice(from).map(({ entry }) => entry).filter((entry) => !SILENT.has(entry.key))
  // A turn without an enemy on the map has nothing to show but its number.
  return part.some((entry) => /^log\.(enemy_|contact|combat|package|hit|fire_falls)/.test(entry.key)) && part.length >= LEAST ? part : []
}

/** Line by line: who is named for the last time stands as he stands at the end, others by what the line says of them. */
export function told(from: State, to: State, entries: readonly Entry[]): Told[] {
  const last = new Map<string, number>()
  entries.forEach((entry, i) => refsOf(entry).forEach((ref) => last.set(`${ref.of}:${ref.id}`, i)))
  const [units, cards, fires, covers, markers] = ['units', 'cards', 'fires', 'covers', 'markers'].map((name) => ({ ...table(from, name) })) as [Record<string, Row>, Record<string, Row>, Record<string, Row>, Record<string, Row>, Record<string, Row>]
  const end = { units: table(to, 'units'), cards: table(to, 'cards'), fires: table(to, 'fires'), covers: table(to, 'covers'), markers: table(to, 'markers') }
  let turn = from.turn
  const settle = (now: Record<string, Row>, then: Record<string, Row>, id: string): void => {
    if (then[id]) now[id] = then[id]
    else delete now[id]
  }
  return entries.map((entry, i) => {
    if (entry.key === 'log.turn') turn = Number(entry.params?.turn ?? turn)
    const refs = refsOf(entry)
    const card = refs.find((ref) => ref.of === 'place')
    for (const { of, id } of refs) {
      const name = String(id)
      const isLast = last.get(`${of}:${id}`) === i
      if (of === 'unit') {
        const row = units[name] ?? end.units[name]
        if (isLast) settle(units, end.units, name)
        else if (row) units[name] = { ...row, ...said(entry, card?.id) }
        if (isLast || entry.key === 'log.fire_opened') settle(fires, end.fires, name)
      } else if (of === 'place' && (isLast || entry.key === 'log.cover_placed')) {
        settle(cards, end.cards, name)
        for (const [now, then] of [[covers, end.covers], [markers, end.markers]] as const)
          for (const key of new Set([...Object.keys(now), ...Object.keys(then)])) if (String((then[key] ?? now[key])?.at) === name) settle(now, then, key)
      }
    }
    const keys = refs.filter((ref) => ref.of === 'unit').map((ref) => `unit:${ref.id}`)
    const at = refs.filter((ref) => ref.of === 'unit').map((ref) => String(units[String(ref.id)]?.at ?? '')).filter((place) => place && place !== '0')
    const places = [...new Set([...refs.filter((ref) => ref.of === 'place').map((ref) => String(ref.id)), ...at])]
    const state = { ...from, turn, units: { ...units }, cards: { ...cards }, fires: { ...fires }, covers: { ...covers }, markers: { ...markers } } as State
    return { entry, keys, places, state }
  })
}

/** What a line says about a piece before its last line comes. */
function said(entry: Entry, card: Id | undefined): Row {
  const now: Row = {}
  if (card !== undefined && ARRIVES.test(entry.key)) now.at = Number(card)
  if (entry.key === 'log.combat' && entry.params?.result === 'PIN') now.pinned = true
  return now
}
