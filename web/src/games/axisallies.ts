/** Global 1940: areas in the tint of their holder, units by kind, complexes and bases, treasuries. */
import type { Board, State } from '../api/types'
import { DOMAIN, KINDS_IN_ORDER } from '../board/symbols'
import { emptyScene, stacked, type Area, type AreaDrawing, type Piece, type Scene } from '../board/scene'
import type { Catalogue } from '../texts/catalogue'
import { isTable, type GameView } from './generic'

type Point = [number, number]
interface MapFile {
  width: number
  height: number
  unit: number
  near_zoom?: [number, number]
  places: Record<string, { label: [number, number, number, number]; chip?: { far: Point; near: Point }; site?: Point; rings: number[][] }>
  ice?: number[][]
  scenery?: number[][]
  passages?: { id: string; at: Point }[]
  connectors?: { lines: number[][] }[]
  closed?: { lines: number[][] }[]
}
interface Space {
  id: number
  name: Record<string, string>
  kind: 'land' | 'sea'
  owner?: string
  ipc?: number
  impassable?: boolean
  capital_of?: string
  victory_city?: string
  half?: string
  army?: number
}
interface Hints { kind: 'area'; map: MapFile; places: Space[]; kinds?: { id: string; name: Record<string, string> }[]; powers?: { id: string; alliance?: string; economies: string[] }[] }

const CODES: Record<string, string> = { germany: 'GE', ussr: 'SU', japan: 'JP', usa: 'US', china: 'CN', uk: 'UK', italy: 'IT', anzac: 'AZ', france: 'FR' }

function drawingOf(hints: Hints, lang: string): AreaDrawing {
  const { map } = hints
  const k = 1 / map.unit
  const scaled = (line: number[]): number[] => line.map((v) => v * k)
  const point = (p: Point): Point => [p[0] * k, p[1] * k]
  const areas = new Map<string, Area>()
  for (const space of hints.places) {
    const drawn = map.places[String(space.id)]
    if (!drawn) continue
    const rings = drawn.rings.map(scaled)
    const box: Area['box'] = [Infinity, Infinity, -Infinity, -Infinity]
    for (const ring of rings)
      for (let i = 0; i < ring.length; i += 2) {
        box[0] = Math.min(box[0], ring[i]!)
        box[1] = Math.min(box[1], ring[i + 1]!)
        box[2] = Math.max(box[2], ring[i]!)
        box[3] = Math.max(box[3], ring[i + 1]!)
      }
    const anchor = point([drawn.label[0], drawn.label[1]])
    areas.set(String(space.id), {
      id: String(space.id),
      name: space.name[lang] ?? space.name.en ?? String(space.id),
      sea: space.kind === 'sea',
      impassable: space.impassable ?? false,
      value: space.ipc ?? 0,
      owner: space.owner ?? '',
      capital: Boolean(space.capital_of),
      city: space.victory_city ?? '',
      rings, box,
      label: [anchor[0], anchor[1], drawn.label[2], drawn.label[3] * k],
      far: drawn.chip ? point(drawn.chip.far) : anchor,
      near: drawn.chip ? point(drawn.chip.near) : anchor,
      site: drawn.site ? point(drawn.site) : null,
    })
  }
  return {
    kind: 'area', width: map.width, height: map.height, nearZoom: map.near_zoom ? map.near_zoom[0] / map.near_zoom[1] : 2.45, areas,
    ice: (map.ice ?? []).map(scaled),
    scenery: (map.scenery ?? []).map(scaled),
    passages: (map.passages ?? []).map((p) => ({ id: p.id, x: p.at[0] * k, y: p.at[1] * k })),
    connectors: (map.connectors ?? []).flatMap((c) => c.lines).map(scaled),
    closed: (map.closed ?? []).flatMap((c) => c.lines).map(scaled),
  }
}

export function axisalliesView(board: Board, words: Catalogue): GameView {
  const hints = board.board as Hints
  const drawing = drawingOf(hints, words.lang)
  const order = new Map(KINDS_IN_ORDER.map((kind, i) => [kind, i]))

  function scene(state: State): Scene {
    const found = emptyScene()
    for (const [id, row] of Object.entries(isTable(state.units) ? state.units : {})) {
      const kind = String(row.kind)
      found.pieces.push({
        key: `piece:${id}`, ref: { of: 'piece', id }, place: String(row.at), side: String(row.owner), seat: String(row.owner),
        face: { kind, damaged: row.damaged === true, spent: row.moved === true || row.fought === true, size: DOMAIN[kind] ?? '' },
        label: `${words.name('kind', kind)}, ${words.name('seat', String(row.owner))}`, row,
      })
    }
    found.pieces.sort((a, b) => (order.get(a.face.kind ?? '') ?? 99) - (order.get(b.face.kind ?? '') ?? 99))
    found.stacks = stacked(found.pieces)
    const territories = isTable(state.territories) ? state.territories : {}
    found.pieces.push(...armies(territories))
    found.stacks = stacked(found.pieces)
    for (const area of drawing.areas.values()) {
      const row = territories[area.id]
      found.holders.set(area.id, row ? String(row.holder ?? '') : area.owner)
      const sites = [String(row?.works ?? ''), row?.air_base ? 'air_base' : '', row?.naval_base ? 'naval_base' : ''].filter(Boolean)
      if (sites.length) found.sites.set(area.id, sites)
    }
    const purse = (state.treasury ?? {}) as Record<string, number>
    const active = (state.flow?.[0]?.at ?? '').split('.')[1] ?? ''
    for (const seat of board.seats) {
      const economies = hints.powers?.find((power) => power.id === seat)?.economies ?? [seat]
      const total = economies.reduce((sum, one) => sum + (purse[one] ?? 0), 0)
      found.purse.push({ label: CODES[seat] ?? seat.slice(0, 2).toUpperCase(), value: String(total), side: seat, now: seat === active })
    }
    const round = Number(state.round ?? 1)
    found.track = { cells: Array.from({ length: 4 }, (_, i) => Math.max(1, round - 1) + i).map((one) => ({ top: words.name('track', 'round'), text: String(one), now: one === round })) }
    found.facts = cities(found)
    found.boxes = [...ordered(state), ...kept(state)]
    for (const place of Object.keys(isTable(state.battles) ? state.battles : {})) found.marks.push({ kind: 'battle', place })
    return found
  }

  /** What a neutral raises when somebody attacks it: it is no piece yet, but whoever plans has to see it. */
  function armies(territories: Record<string, Record<string, unknown>>): Piece[] {
    return hints.places.flatMap((space) => {
      const row = territories[String(space.id)]
      if (!space.army || !row?.stance || row.roused) return []
      const [id, side] = [String(space.id), 'neutral']
      return Array.from({ length: space.army }, (_, i): Piece => ({ key: `army:${id}.${i}`, ref: { of: 'army', id: `${id}.${i}` }, place: id, side, seat: side, face: { kind: 'infantry', size: DOMAIN.infantry }, label: words.name('kind', 'infantry'), row: {} }))
    })
  }

  /** How many victory cities the Axis holds on each half of the map. */
  function cities(now: Scene): Scene['facts'] {
    const axis = new Set(hints.powers?.filter((power) => power.alliance === 'axis').map((power) => power.id))
    return ['europe', 'pacific'].map((half) => {
      const there = hints.places.filter((space) => space.victory_city && (space.half === 'europe') === (half === 'europe'))
      const held = there.filter((space) => axis.has(now.holders.get(String(space.id)) ?? ''))
      return { label: words.name('track', `cities_${half}`), value: `${held.length} / ${there.length}` }
    })
  }

  /** What was bought and waits to be placed, by treasury. */
  function ordered(state: State): Scene['boxes'] {
    const boxes = new Map<string, Piece[]>()
    for (const [order, count] of Object.entries((state.orders ?? {}) as Record<string, number>)) {
      const [economy = '', kind = ''] = order.split('.')
      const owner = hints.powers?.find((power) => power.economies.includes(economy))?.id ?? economy
      for (let i = 0; i < count; i++)
        boxes.set(economy, [...(boxes.get(economy) ?? []), {
          key: `order:${order}.${i}`, ref: { of: 'kind', id: kind }, place: '0', side: owner, seat: owner,
          face: { kind, size: DOMAIN[kind] ?? '' }, label: words.name('kind', kind), row: {},
        }])
    }
    return [...boxes].map(([economy, pieces]) => ({ title: `${words.name('box', 'bought')}: ${words.name('economy', economy)}`, pieces }))
  }

  /** What powers keep from turn to turn: wars, technologies, tokens. */
  function kept(state: State): Scene['boxes'] {
    const wars = Object.entries((state.wars ?? {}) as Record<string, number>).map(([pair, since]) => ({
      label: pair.split('-').map((power) => words.name('seat', power)).join(' – '), value: since ? `${words.name('field', 'round')} ${since}` : words.name('box', 'from_start'),
    }))
    const powers = Object.entries(isTable(state.powers) ? state.powers : {})
    const research = powers.flatMap(([power, row]) => ((row.technologies as string[] | undefined) ?? []).map((name) => ({ label: words.name('seat', power), value: words.name('technology', name) })))
    const tokens = powers.filter(([, row]) => Number(row.kamikazes ?? 0) > 0).map(([power, row]) => ({ label: words.name('seat', power), value: String(row.kamikazes) }))
    return [['wars', wars], ['research', research], ['kamikazes', tokens]]
      .filter(([, facts]) => facts!.length)
      .map(([name, facts]) => ({ title: words.name('box', name as string), pieces: [], facts: facts as Scene['facts'] }))
  }

  return { drawing, scene }
}
