/** The shapes of the API, as docs/api.md writes them. Fields with their default value may be missing from kernel messages. */
export type Id = number | string
export interface Ref { of: string; id: Id }
export type Param = number | string | Ref | Ref[]
export type Params = Record<string, Param>
export type Words = Record<string, string>

export interface Refusal {
  rule: string
  key: string
  params?: Params
  points?: Ref[]
  /** It only says that nothing could follow: what is asked next knows the reason. */
  is_dead_end?: boolean
}
export interface Prompt { seat: string; at: string; key: string; rule?: string; params?: Params; verbs?: string[] }
export interface Widget {
  kind: 'one' | 'some' | 'path' | 'amounts' | 'number'
  of?: string
  options?: Id[]
  costs?: Record<string, number>
  least?: number | null
  most?: number | null
  limits?: Record<string, number>
  weights?: Record<string, number>
  so_far?: Id[]
  may_stop?: boolean
  default?: unknown
}
export interface Offer {
  do: string
  rule?: string
  ends?: boolean
  rolls?: boolean
  given?: Record<string, unknown>
  arg?: string
  widget?: Widget | null
}
export interface Roll { why: string; faces: number[]; sides?: number; need?: number | null }
export interface Modifier {
  rule: string
  key: string
  amount: number
  per?: number
  op?: 'add' | 'times' | 'least' | 'most'
  params?: Params
  points?: Ref[]
}
export interface Entry {
  key: string
  rule?: string
  seat?: string
  params?: Params
  rolls?: Roll[]
  modifiers?: Modifier[]
  points?: Ref[]
  readers?: string[] | null
}
export interface Outcome { winners: string[]; key: string; rule?: string; params?: Params; scores?: Record<string, number> }
export type Change =
  | ['set', string, unknown]
  | ['put', string, Id, unknown]
  | ['edit', string, Id, Record<string, unknown>]
  | ['drop', string, Id]

export interface Frame { at: string; ref?: number; waiting?: string[]; stage?: number }
export type Row = Record<string, unknown>
export interface State { flow?: Frame[]; [field: string]: unknown }

export interface Problem { code: string; text: string; refusal: Refusal | null; seq: number | null }
export interface Account { id: number; name: string; email: string; webhook: string; notify: boolean; language: string }
export interface Me {
  mode: 'local' | 'club'
  registration: boolean
  account: Account | null
  languages: string[]
  version: string
  /** Whether a forgotten password can be asked for by mail. */
  mail: boolean
}
export interface SessionInfo { id: string; kind: 'browser' | 'token'; label: string; created: number; seen: number; is_this: boolean }
export interface Preferences { email?: string; webhook?: string; notify?: boolean; language?: string; old_password?: string; new_password?: string }

export interface GameInfo {
  id: string
  playable: boolean
  title: Words
  subtitle: Words
  players: [number, number]
  seats: { id: string; title: Words }[]
  rules: string
  credits: string
  notice: Words
}
export interface ScenarioInfo { name: string; seats: string[]; minutes: number }
export interface Phase { at: string; name: string; rule: string; phases: Phase[] }
export interface OptionSchema { type?: string; enum?: unknown[]; default?: unknown; description?: string; minimum?: number; maximum?: number }
export interface GameDetail {
  info: GameInfo
  scenarios: ScenarioInfo[]
  options: { properties?: Record<string, OptionSchema>; $defs?: Record<string, { properties?: Record<string, OptionSchema> }>; $ref?: string }
  bots: string[]
  sequence: Phase[]
  queries: string[]
  /** Whether seats know different things. */
  hides: boolean
}
export interface TableHint { of?: string; fields?: Record<string, string> }
export interface BoardData {
  game: string
  scenario: string
  options: Record<string, unknown>
  seats: string[]
  names: Record<string, Record<string, string>>
  tables?: Record<string, TableHint>
  board: unknown
}
/** Words to be said in the reader's language. */
export interface Phrase { key: string; params?: Params }
export type SheetCell = number | string | Phrase
export type Source = 'printed' | 'public' | 'reconstructed' | 'ruling'
export interface SheetLine { head: SheetCell; cells: SheetCell[]; rule?: string; source?: Source }
/** A chart of the game as players read it. */
export interface Sheet {
  id: string
  title: Phrase
  group?: string
  columns?: SheetCell[]
  corner?: SheetCell
  rows: SheetLine[]
  notes?: Phrase[]
  rules?: string[]
  source?: Source
}
export interface RuleEntry { id: string; title: string; text: string; kind: string }

export interface ClockRule { kind?: 'none' | 'live' | 'correspondence'; minutes?: number; increment?: number; days?: number }
export interface Settings {
  title?: string
  listed?: boolean
  spectators?: boolean
  delay?: number
  clock?: ClockRule
  think?: number
}
export interface Chair { who?: 'me' | 'open' | 'bot'; bot?: string }
export interface NewTable {
  game: string
  scenario: string
  options?: Record<string, unknown>
  seats?: Record<string, Chair>
  settings?: Settings
  start?: boolean
}
export interface SeatState {
  seat: string
  kind: 'open' | 'person' | 'bot' | 'reserved'
  name: string
  bot: string
  mine: boolean
  present: boolean
  resigned: boolean
  asked: boolean
  clock: number | null
  trouble: string
}
export interface Proposal { kind: 'draw' | 'rewind'; by: string; to: number | null; agreed: string[]; waiting: string[] }
export interface TableInfo {
  id: string
  game: string
  rules: string
  scenario: string
  options: Record<string, unknown>
  status: 'open' | 'playing' | 'over'
  settings: Settings
  owner: string
  is_owner: boolean
  seats: SeatState[]
  seq: number
  revision: number
  created: number
  changed: number
  now: number
  proposal: Proposal | null
  outcome: Outcome | null
  rematch: string
  commitment: string
  seed: string | null
}
export interface Invitation { id: number; token: string; path: string; seat: string; expires: number }
export interface Position {
  seat: string
  seq: number
  state: State
  prompts: Prompt[]
  outcome: Outcome | null
  offers: Offer[]
  undo: Refusal | null
  redo: boolean
}
export interface LogLine { seq: number; at: number; entry: Entry }
export interface LogPage { seq: number; lines: LogLine[]; more: boolean }
export interface TimelineStep { seq: number; seat: string; at: number }
export interface Statistics {
  seqs: number[]
  series: { name: string; seat: string; values: (number | null)[] }[]
  dice: { seat: string; sides: number; counts: Record<string, number> }[]
}
export interface ChatLine { id: number; at: number; name: string; text: string; seats: string[]; key: string; params: Params }
export interface Offered { seq: number; offers: Offer[]; refusal: Refusal | null }

export type Action = { do: string } & Record<string, unknown>
export type Partial = { do?: string } & Record<string, unknown>

export type ClientMessage =
  | { is: 'hello'; seats?: string[]; seq?: number }
  | { is: 'act'; id: string; seat: string; seq: number; action: Action }
  | { is: 'undo' | 'redo'; id: string; seat: string; seq: number }
  | { is: 'offers'; id: string; seat: string; partial?: Partial }
  | { is: 'why'; id: string; seat: string; action: Action }
  | { is: 'chat'; id: string; text: string }
  | { is: 'ping'; id?: string }

export type ServerMessage =
  | { is: 'welcome'; table: TableInfo; seats: string[]; chat: ChatLine[]; version: string }
  | ({ is: 'view' } & Position)
  | ({ is: 'step'; since: number; by: string[]; back: boolean; changes: Change[]; lines: LogLine[] } & Omit<Position, 'state'>)
  | { is: 'same'; seat: string; seq: number }
  | { is: 'ack'; id: string; seq: number }
  | { is: 'refused'; id: string; seq: number; refusal: Refusal }
  | { is: 'stale'; id: string; seq: number }
  | { is: 'offered'; id: string; seat: string; seq: number; offers: Offer[]; refusal: Refusal | null }
  | { is: 'because'; id: string; seat: string; seq: number; refusal: Refusal | null }
  | { is: 'table'; table: TableInfo }
  | { is: 'said'; line: ChatLine }
  | { is: 'pong'; id: string; now: number }
  | { is: 'error'; id: string; code: string; text: string }
