/** A position being edited: a case file, what it gives, and what is wrong with it. The server reads every change. */
import { api } from '../api/client'
import type { GameDetail, Position, State, TableInfo } from '../api/types'
import type { Row } from '../api/fold'
import { pieceHints, type CounterHint, type PieceHint } from '../games/generic'
import { viewOf } from '../games'
import { session } from './session.svelte'
import { Table } from './table.svelte'

export interface Spare { key: string; name: string; side: string; table: string; row: Row; used: string }
type Tables = Record<string, Record<string, unknown>>

/** The id as the state writes it: numbers stay numbers. */
const plain = (id: string): string | number => (/^\d+$/.test(id) ? Number(id) : id)

export class Editing {
  readonly table = new Table('edit')
  text = $state('')
  problems = $state.raw<string[]>([])
  game = $state('')
  scenario = $state('')
  busy = $state(false)
  /** What the next click puts down. */
  hand = $state.raw<Spare | null>(null)
  place = $state('')
  private state = $state.raw<State | null>(null)
  private before = $state.raw<string[]>([])

  readonly ready = $derived(this.text !== '' && !this.problems.length && !this.busy)
  readonly canUndo = $derived(this.before.length > 0)
  readonly hints = $derived.by<PieceHint[]>(() => (this.table.board && this.state ? pieceHints(this.table.board, this.state) : []))
  readonly counters = $derived.by<Record<string, CounterHint>>(() => (this.table.board?.board as { counters?: Record<string, CounterHint> } | null)?.counters ?? {})
  /** Numbers of the state that are no rows: the turn, the score. */
  readonly tracks = $derived.by<[string, number][]>(() => Object.entries(this.state ?? {}).filter((pair): pair is [string, number] => typeof pair[1] === 'number' && !pair[0].startsWith('next_')))

  /** Begin with a file; false where it cannot be read. */
  async open(text: string): Promise<boolean> {
    const found = await api.checkCase(text)
    this.text = found.text
    this.problems = found.problems
    if (!found.state) return false
    this.game = found.game
    this.scenario = found.scenario
    const [detail, board] = await Promise.all([api.game(found.game), api.gameBoard(found.game, found.scenario, session.lang)])
    await this.seat(detail, found.state, board)
    return true
  }

  private async seat(detail: GameDetail, state: State, board: Table['board'] & object): Promise<void> {
    const { table } = this
    table.info = { game: this.game, scenario: this.scenario, status: 'playing', seats: [], settings: {} } as unknown as TableInfo
    table.detail = detail
    await table.vocabulary.load(board, detail)
    const view = await viewOf(board, table.words)
    table.board = board
    table.view = view
    table.screen.seats = ['']
    this.show(state)
  }

  private show(state: State): void {
    const { table } = this
    this.state = state
    table.vocabulary.note(table.board, '', state)
    const position = { seat: '', seq: (table.positions['']?.seq ?? 0) + 1, state, prompts: [], outcome: null, offers: [], undo: null, redo: false } as unknown as Position
    table.positions = { '': position }
  }

  /** What could be put down: counters by their names, or a unit of any kind. */
  readonly palette = $derived.by<Spare[]>(() => {
    const { state, hints, table } = this
    const [hint] = hints
    if (!state || !hint) return []
    const rows = (state[hint.table] ?? {}) as Record<string, Row>
    const of = hint.of ?? 'piece'
    if (Object.keys(this.counters).length)
      return Object.entries(this.counters).map(([key, counter]) => {
        const at = rows[key]?.[hint.at]
        return { key, name: table.words.name(of, key), side: counter.side ?? '', table: hint.table, row: {}, used: at ? table.words.name('place', String(at)) : '' }
      })
    const kinds = hint.kind ? [...new Set(Object.values(rows).map((row) => String(row[hint.kind!])))] : []
    const owners = hint.side ? [...new Set(Object.values(rows).map((row) => String(row[hint.side!])))] : []
    return owners.flatMap((owner) => kinds.map((kind): Spare => ({ key: '', name: table.words.name('kind', kind), side: owner, table: hint.table, row: { [hint.kind!]: kind, [hint.side!]: owner }, used: '' })))
  })

  /** Put what is in hand on a place. */
  async put(place: string, keep = false): Promise<void> {
    const spare = this.hand
    const hint = this.hints.find((one) => one.table === spare?.table)
    if (!spare || !hint) return
    const rows = (this.state?.[hint.table] ?? {}) as Record<string, Row>
    const key = spare.key || String(Math.max(0, ...Object.keys(rows).map(Number).filter(Number.isFinite)) + 1)
    if (!keep || spare.key) this.hand = null
    await this.change({ [hint.table]: { [key]: { ...spare.row, [hint.at]: plain(place) } } }, spare.key || !('next_unit' in (this.state ?? {})) ? {} : { next_unit: Number(key) + 1 })
    this.place = place
  }

  async change(tables: Tables, tracks: Record<string, unknown> = {}): Promise<void> {
    this.busy = true
    this.before = [...this.before, this.text]
    try {
      const found = await api.checkCase(this.text, tables, tracks)
      this.text = found.text
      this.problems = found.problems
      // What cannot be is shown all the same: it can be mended, or saved.
      this.show(found.state ?? patched(this.state ?? ({} as State), tables, tracks))
    } catch {
      this.before = this.before.slice(0, -1)
      this.table.notice = 'failed'
    } finally {
      this.busy = false
    }
  }

  async undo(): Promise<void> {
    const text = this.before.at(-1)
    if (text === undefined || this.busy) return
    this.busy = true
    const found = await api.checkCase(text).catch(() => null)
    this.busy = false
    if (!found) return
    this.before = this.before.slice(0, -1)
    this.text = found.text
    this.problems = found.problems
    if (found.state) this.show(found.state)
  }

  /** A row of the table that says who holds a place, where a game has one. */
  readonly holder = $derived.by<{ table: string; field: string; value: string } | null>(() => {
    for (const [table, rows] of Object.entries(this.state ?? {})) {
      const row = this.place && typeof rows === 'object' && rows !== null ? (rows as Record<string, Row>)[this.place] : undefined
      const field = row && typeof row === 'object' ? ['holder', 'controller', 'control'].find((name) => name in row) : undefined
      if (row && field) return { table, field, value: String(row[field] ?? '') }
    }
    return null
  })
}

/** A state with rows changed here, for the eye only. */
export function patched(state: State, tables: Tables, tracks: Record<string, unknown>): State {
  const next: Record<string, unknown> = { ...state, ...tracks }
  for (const [name, rows] of Object.entries(tables)) {
    const table = { ...(next[name] as Record<string, unknown>) }
    for (const [key, change] of Object.entries(rows)) {
      if (change === null) delete table[key]
      else table[key] = { ...(table[key] as object), ...(change as object) }
    }
    next[name] = table
  }
  return next as State
}
