/**
 * The shapes of the API. Written by `python -m tools.webtypes` from what the server sends and reads; not to be edited.
 * Fields that messages of the kernel leave out hold their default value.
 */

export type Id = number | string

export type Param = number | string | Ref[] | Ref

export type Params = Record<string, Param>

export type Change = ['set', string, unknown] | ['put', string, unknown, unknown] | ['edit', string, unknown, Record<string, unknown>] | ['drop', string, unknown]

export type Cell = number | string | Phrase

/** A person, as that person sees it. */
export interface Account {
  id: number
  name: string
  email: string
  webhook: string
  notify: boolean
  language: string
}

/** It is done and on disk. */
export interface Ack { id: string; seq: number }

/** An answer. `id` is the client's own: the same id sent twice is done once. */
export interface Act { id: string; seat: string; seq: number; action: Action }

/** Take back, or do again, as seen at `seq`. */
export interface Again { id: string; seat: string; seq: number }

/** What the game says. */
export interface Answer {
  seq: number
  answer: Overlay | Odds | Menu | Suggestion | BattleBoard | Plan | Display | null
}

/** Asks what the computer would do on a seat, or next for a task that is handed over to it. */
export interface AskHint { seat: string; task?: string }

/** Asks how a verb goes on after some arguments: `{"do": "move", "unit": 57}`. */
export interface AskOffers { seat: string; partial?: Partial; picked?: (number | string)[] }

/** Asks whether an action is legal now, without doing it. */
export interface AskWhy { seat: string; action: Action }

/** A battle with dice by unit, both sides face to face. The view of it knows no rule. */
export interface BattleBoard { place: Id; round: number; attack: Force; defence: Force }

/** What never changes in a game: drawing data (if the game has any) and the names of things by domain and id. */
export interface Board {
  game: string
  scenario: string
  options: Record<string, unknown>
  seats: string[]
  names: Record<string, Record<string, string>>
  tables: Record<string, TableShape>
  board: unknown
}

/** What is wrong with a case file, and in which line; nothing where it can be played. */
export interface CaseCheck {
  text: string
  problems: string[]
  game: string
  scenario: string
  asked: string[]
  state: State | null
}

/** A case file and what is changed about its position: rows by table and key, null takes one off; tracks by name. */
export interface CaseEdit {
  text: string
  tables?: Record<string, Record<string, unknown>>
  tracks?: Record<string, unknown>
}

/** A position as a case file. */
export interface CaseFile { text: string }

/** A case file; `bot` plays the seats that are not ours when it is opened, empty for oneself. */
export interface CaseText { text: string; bot?: string; seat?: string }

/** Who shall sit on a seat when a table is made. */
export interface Chair { who?: 'bot' | 'me' | 'open'; bot?: string }

/** One thing that can come of a fight. `tone` is `good`, `bad` or `even` for the attacker. */
export interface Chance { key: string; params?: Params; share: number; tone?: string }

/** Something that was said. Lines of the server have no name and a `key` with parameters instead of text. */
export interface ChatLine {
  id: number
  at: number
  name: string
  text: string
  seats: string[]
  key: string
  params: Params
}

/** Chat lines in order. */
export interface ChatPage { lines: ChatLine[] }

/** How time is kept: not at all, minutes for the game plus seconds per answer, or days for each answer. */
export interface ClockRule {
  kind?: 'correspondence' | 'live' | 'none'
  minutes?: number
  increment?: number
  days?: number
}

/** A contest of two wings: who faces whom, who faces nobody, and what will come of it. */
export interface Contest { title: Phrase; rule?: string; duels?: Duel[]; left?: Id[]; right?: Id[]; scale?: Chance[] }

/** A display beside the map: stock, contest, missions and tracks. The view of it knows no rule.

    `of` is the domain of its tiles; `asked` whether the question at hand is about them. `against` says of the
    unit in hand how often each opponent is out, and how often it is out itself. */
export interface Display {
  of: string
  stocks: Stock[]
  contest?: Contest | null
  tasks?: Task[]
  gauges?: Gauge[]
  against?: Record<string, [number, number]>
  asked?: boolean
}

/** Cards drawn for one purpose, in the order in which they came. */
export interface Draw { why: string; cards: number[]; of?: string; reshuffled?: boolean }

/** Units that face each other, and how often either side is out of it: the right one, then the left one. */
export interface Duel { left: Id[]; right: Id[]; out?: [number, number] | null }

/** Nothing more to say. */
export type Empty = Record<string, never>

/** Comes in by the link of a shared table; guests say how they want to be called. */
export interface Enter { token: string; name?: string; language?: string }

/** One line of the log. `readers` are the seats that may read it; `None` means everybody. */
export interface Entry {
  key: string
  rule?: string
  seat?: string
  params?: Params
  rolls?: Roll[]
  modifiers?: Modifier[]
  points?: Ref[]
  readers?: string[] | null
  draws?: Draw[]
}

/** How often a seat's dice of one size showed each face. */
export interface Faces { seat: string; sides: number; counts: Record<string, number> }

/** A strength as a player wants to see it: the number, and every reason for it. */
export interface Figure { total: string; modifiers?: Modifier[] }

/** One side of a battle: who, with what, and what it is worth. */
export interface Force { seats: string[]; plates: Plate[]; worth?: number }

/** Asks for a link to a new password. */
export interface Forgot { email: string }

/** Asks for a private table that goes on from step `at`; `bot` plays the other seats, empty for oneself. */
export interface Fork { seat: string; at: number; bot?: string }

/** One level of the sequence of play: where we are, what it is about, who still has to answer. */
export interface Frame { at: string; ref?: unknown; waiting?: string[]; stage?: number }

/** A game with everything that is chosen before it is played. */
export interface GameDetail {
  info: GameInfo
  scenarios: ScenarioShape[]
  options: Record<string, unknown>
  bots: string[]
  sequence: PhaseInfo[]
  queries: string[]
  hides: boolean
  tasks: string[]
}

/** A game on the shelf. */
export interface GameInfo {
  id: string
  playable: boolean
  title: Record<string, string>
  subtitle: Record<string, string>
  players: [number, number]
  seats: SeatInfo[]
  rules: string
  credits: string
  notice: Record<string, string>
}

/** A track: where it stands, how far it goes, and what is about to be taken away from it. */
export interface Gauge { title: Phrase; seat: string; value: number; most: number; due?: number }

/** What the computer would do, and how good it takes that to be. */
export interface Hint { seq: number; bot: string; action: Action | null; aims: Phrase[] }

/** A link for a friend. */
export interface Invitation { id: number; token: string; path: string; seat: string; expires: number }

/** What an invitation is for. */
export interface Invited { table: TableInfo; seat: string }

/** Sit down. A seat with a bot on it is taken over. */
export interface Join { seat: string; invitation?: string; entropy?: string }

/** A case file to keep as a scenario of one's own; one of the same game and name is replaced. */
export interface KeepScenario { name: string; text: string }

/** The ladder of a game, those who are surely strongest first. */
export interface Ladder { game: string; rows: LadderRow[]; results: RatedGame[] }

/** Somebody on the ladder of a game. */
export interface LadderRow {
  name: string
  is_bot: boolean
  is_me: boolean
  side: string
  rating: number
  deviation: number
  is_sure: boolean
  won: number
  drawn: number
  lost: number
  at: number
}

/** Stand up; in a running game a bot takes the seat. */
export interface Leave { seat: string; bot?: string }

/** One row of a chart; `source` only where it differs from the sheet's. */
export interface Line { head: Cell; cells: Cell[]; rule?: string; source?: string }

/** The messages of one language: the product's and, if a game was named, its own. */
export interface Locale { lang: string; messages: Record<string, string> }

/** Name and password. */
export interface LogIn { name: string; password: string }

/** A line of the log with its step and time. */
export interface LogLine { seq: number; at: number; entry: Entry }

/** Lines in order; `more` says whether earlier ones were left out. */
export interface LogPage { seq: number; lines: LogLine[]; more: boolean }

/** Who is asking, and what this server is. */
export interface Me {
  mode: 'club' | 'local'
  registration: boolean
  account: Account | null
  languages: string[]
  version: string
  mail: boolean
}

/** All that one piece can be ordered to do now, and what threatens it where it stands. */
export interface Menu { piece: Id; orders: Order[]; stays?: Odds | null }

/** One reason for a number: `amount / per` is added, multiplied in, or bounds what came before it. */
export interface Modifier {
  rule: string
  key: string
  amount: number
  per?: number
  op?: 'add' | 'least' | 'most' | 'times'
  params?: Params
  points?: Ref[]
}

/** Asks for a link that lets whoever has it sit down, once; without a seat, on any open one. */
export interface NewInvitation { seat?: string; days?: number }

/** A new password, by the token of a link. */
export interface NewPassword { token: string; password: string }

/** Asks for a table. Seats that are not named stay open; in local mode they are ours. */
export interface NewTable {
  game: string
  scenario: string
  options?: Record<string, unknown>
  seats?: Record<string, Chair>
  settings?: Settings
  start?: boolean
  entropy?: string
}

/** Asks for a token for programs: to read, to play as well, or for the account, too. */
export interface NewToken { label?: string; scope?: 'all' | 'play' | 'read' }

/** Asks for a tournament. */
export interface NewTournament {
  name: string
  game: string
  scenario: string
  options?: Record<string, unknown>
  plan?: TournamentPlan
}

/** Ask for the next game of a campaign: one of the scenarios that the outcome leads to. */
export interface NextGame { scenario: string }

/** A private note on a game. */
export interface Note { text: string }

/** The private note. */
export interface NoteText { text: string }

/** The chances of a fight: both strengths, the column where there is a chart, and what comes how often.

    `outcomes` come worst for the defender first and their shares add up to `WHOLE`, up to rounding; where both
    sides have outcomes of their own (`odds.defender.*`, then `odds.attacker.*`), those of each side do. `notes`
    are further sentences (mean losses, rounds). `error` is the error of a sampled share, `0` where it is exact. */
export interface Odds {
  title: Phrase
  attack: Figure
  defence: Figure
  columns?: string[]
  column?: string
  shifts?: Modifier[]
  outcomes?: Chance[]
  notes?: Phrase[]
  options?: WhatIf[]
  error?: number
}

/** One verb, opened as far as its arguments are given. `widget` asks for the next one; without it, it is whole. */
export interface Offer {
  do: string
  rule?: string
  ends?: boolean
  given?: Record<string, unknown>
  arg?: string
  widget?: Widget | null
  more?: boolean
}

/** The legal answers as far as asked, or why not. */
export interface OfferList {
  seq: number
  offers: Offer[]
  refusal: Refusal | null
  joinable: Id[] | null
  barrier: '' | 'asked' | 'dice' | 'shown'
}

/** One order of a menu: what it costs, how likely it comes off, or why it cannot be given now.

    `share` is left out where nothing is drawn or rolled: it always comes off. `draws` is how many cards or dice. */
export interface Order {
  do: string
  rule?: string
  group?: string
  cost?: number
  share?: number | null
  draws?: number
  refusal?: Refusal | null
}

/** The end of a game: who won, by which rule, and the scores that decided. */
export interface Outcome {
  winners: string[]
  key: string
  rule?: string
  params?: Params
  scores?: Record<string, number>
  carried?: unknown
  leads_to?: string[]
}

/** Something to lay over the map: a number or word on places, lines between them, and where it springs from. */
export interface Overlay { places: Record<string, Id>; lines?: [string, string][]; sources?: string[]; rule?: string }

/** A scenario of somebody's own as the case file that it is. */
export interface OwnCase { name: string; game: string; scenario: string; text: string }

/** A scenario of one's own; `link` is the path by which others see it, empty where nobody does. */
export interface OwnScenario {
  id: number
  name: string
  game: string
  scenario: string
  letters: number
  changed: number
  link: string
}

/** Those of one account, the newest first, and how many it may keep. */
export interface OwnScenarios { scenarios: OwnScenario[]; most: number }

/** Pass whatever can be passed, until a question of one of these steps comes, or so many were passed. */
export interface Passing { until?: string[]; left?: number }

/** A phase of the sequence of play; its name is the catalogue key `step.<name>`. */
export interface PhaseInfo { at: string; name: string; rule: string; phases: PhaseInfo[] }

/** Words to be said in the reader's language. */
export interface Phrase { key: string; params?: Params }

/** What comes of the moves of a phase that stand before any dice: the battles, and what pieces have left to fly. */
export interface Plan { battles?: PlannedBattle[]; left?: Record<string, number> }

/** A step that could still be changed, with the answer that made it. */
export interface PlanStep { seq: number; action: Action }

/** The steps of this phase that a seat could still change, in order. */
export interface PlanSteps { seq: number; since: number; steps: PlanStep[] }

/** A battle that the moves made so far will bring: where, with what chances; none where nobody defends. */
export interface PlannedBattle { place: Id; odds?: Odds | null }

/** Pieces of one kind that hit on one value; `out` are those of them that are hit and have still to fire. */
export interface Plate { kind: string; value: number; pieces: Id[]; out?: Id[]; hurt?: number }

/** What one seat knows at one moment, and what it may answer. */
export interface Position {
  seat: string
  seq: number
  prompts: Prompt[]
  outcome: Outcome | null
  offers: Offer[]
  undo: Refusal | null
  redo: boolean
  state: State
}

/** What may be changed about an account; what is left out stays. */
export interface Preferences {
  email?: string
  webhook?: string
  notify?: boolean
  language?: string
  old_password?: string
  new_password?: string
}

/** Why a request failed. `code` is for programs, `text` is English for people who write clients. */
export interface Problem { code: string; text: string; refusal: Refusal | null; seq: number | null }

/** A question to one seat. `at` is the place in the sequence of play, `verbs` what may be answered. */
export interface Prompt {
  seat: string
  at: string
  key: string
  rule?: string
  params?: Params
  verbs?: string[]
  about?: Ref[]
}

/** Something that needs the consent of all. */
export interface Proposal {
  kind: 'draw' | 'rewind'
  by: string
  to: number | null
  agreed: string[]
  waiting: string[]
  id: number
}

/** Propose a draw, or to go back to the position after step `to`. */
export interface Propose { seat: string; kind: 'draw' | 'rewind'; to?: number | null }

/** A browser that is not to be told any more; without an address, none of mine. */
export interface PushOff { endpoint?: string }

/** A browser that wants to be told: the address of its service, its public key and its secret. */
export interface PushOn { endpoint: string; key: string; secret: string }

/** The key that browsers subscribe with, and how many of mine are told. */
export interface Pushes { key: string; count: number }

/** Asks a question of the game that changes nothing: an overlay, odds. */
export interface Query { seat: string; name: string; params?: Record<string, unknown> }

/** A game that counted; its table may be gone. */
export interface RatedGame { table: string; at: number; how: string; first: RatedSide; second: RatedSide }

/** One side of a rated game: 1, 0.5 or 0 points, and the rating before and after. */
export interface RatedSide {
  side: string
  name: string
  is_bot: boolean
  points: number
  before: number
  after: number
}

/** A link to a thing of the game, such as piece 57 or place 3606. */
export interface Ref { of: string; id: Id }

/** Why something may not be done: the rule, a message key with its parameters, and what to point at. */
export interface Refusal { rule: string; key: string; params?: Params; points?: Ref[]; is_dead_end?: boolean }

/** Ask for the same again; `rotate` moves everyone on by one seat. */
export interface Rematch { rotate?: boolean }

/** Agree to a proposal, or not; whoever proposed withdraws with `false`. */
export interface Reply { seat: string; proposal: number; agree: boolean }

/** Give up a seat. */
export interface Resign { seat: string }

/** Change steps of a plan, as seen at `seq`; the others are given again after it. */
export interface Revise { id: string; seat: string; seq: number; steps: StepChange[] }

/** It is done and on disk; `fallen` says why other steps of the plan could not be kept. */
export interface Revised { id: string; seq: number; fallen: Refusal[] }

/** Faces drawn for one purpose; `need` is what a face had to reach or stay under, where there is such a number. */
export interface Roll { why: string; faces: number[]; sides?: number; need?: number | null }

/** One paragraph of a rulebook, in our words. */
export interface RuleEntry { id: string; title: string; text: string; kind: string }

/** Rule entries that were looked for; `total` counts all that fit. */
export interface RuleList { total: number; rules: RuleEntry[] }

/** Something to say to the table. */
export interface Say { text: string }

/** A scenario; its title is the catalogue key `scenario.<name>`. */
export interface ScenarioShape { name: string; seats: string[]; minutes: number }

/** Put a bot on a seat, or free it (owner, or whoever sits there). */
export interface SeatChange { who: 'bot' | 'open'; bot?: string }

/** A seat of a game with its title per language. */
export interface SeatInfo { id: string; title: Record<string, string>; side: string }

/** A seat at a table and who sits there. */
export interface SeatState {
  seat: string
  kind: 'bot' | 'open' | 'person' | 'reserved'
  name: string
  bot: string
  mine: boolean
  present: boolean
  resigned: boolean
  asked: boolean
  clock: number | null
  trouble: string
}

/** One quantity over the steps: `values[i]` belongs to `Statistics.seqs[i]`. */
export interface Series { name: string; seat: string; values: (number | null)[] }

/** One log-in, so that its owner can end it. */
export interface SessionInfo {
  id: string
  kind: 'browser' | 'token'
  label: string
  created: number
  seen: number
  is_this: boolean
  scope: 'all' | 'play' | 'read'
}

/** What the owner of a table decides about it. */
export interface Settings {
  title?: string
  listed?: boolean
  spectators?: boolean
  delay?: number
  clock?: ClockRule
  think?: number
  rated?: boolean
  origin?: string
}

/** New settings of a table that has not begun; while it runs only title, listed, spectators, delay and think. */
export interface SettingsChange { settings: Settings }

/** One chart of a game's play aids. */
export interface Sheet {
  id: string
  title: Phrase
  rows: Line[]
  columns?: Cell[]
  corner?: Cell
  group?: string
  notes?: Phrase[]
  rules?: string[]
  source?: string
}

/** The charts of a game as players read them; words are catalogue keys, figures stand as printed. */
export interface SheetList { sheets: Sheet[] }

/** A new account. */
export interface SignUp { name: string; password: string; email?: string; language?: string }

/** An account by its name. */
export interface Somebody { name: string }

/** All standing answers of a seat, and whether it passes. */
export interface Standing { seat: string; answers: StandingAnswer[]; passing?: Passing | null }

/** What a seat answers at a step of the sequence, at one place or, with an empty one, anywhere.

    Always or never, or a prepared answer; only if all conditions hold; so many times, or (0) until it is taken back. */
export interface StandingAnswer {
  step: string
  answer: 'always' | 'do' | 'never'
  place?: string
  when?: StandingCondition[]
  action?: Action | null
  times?: number
}

/** What a seat has said once for all; only whoever sits there reads it. */
export interface StandingAnswers { answers: StandingAnswer[]; passing: Passing | null }

/** Looks at one parameter of a question (or `about`): a number, how many things there are, whether this is one. */
export interface StandingCondition { param: string; at_least?: number | null; at_most?: number | null; names?: string }

/** What a game counted, as far as the seat may know it. */
export interface Statistics { seqs: number[]; series: Series[]; dice: Faces[] }

/** Another answer at a step of a plan; null leaves the step out. */
export interface StepChange { seq: number; action?: Action | null }

/** Units of one base. */
export interface Stock { title: Phrase; tiles: Tile[]; note?: Phrase | null }

/** Answers that the umpire proposes, in their order, each legal after the one before it.

    A hand takes all of them at once, or gives others. `lines` show on the map what would go where. */
export interface Suggestion { title: Phrase; actions: Record<string, unknown>[]; lines?: [string, string][] }

/** A table as a list shows it; `revision` grows with every change that is not a step. */
export interface TableInfo {
  id: string
  game: string
  rules: string
  scenario: string
  options: Record<string, unknown>
  status: 'open' | 'over' | 'playing'
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
  tournament: string
  follows: string
  commitment: string
  seed: string | null
  entropy: Record<string, string>
}

/** A table of the state: what its keys name, and which fields of its rows name something. */
export interface TableShape { of: string; fields: Record<string, string> }

/** A mission that is under way, or one that could be sent: `partial` is how its answer begins. */
export interface Task {
  id: string
  title: Phrase
  seat: string
  units?: Id[]
  outcomes?: Chance[]
  notes?: Phrase[]
  rule?: string
  place?: Id
  partial?: Record<string, unknown> | null
}

/** A unit on a display: what it is called, what it is worth now, and what it does. */
export interface Tile {
  id: Id
  seat: string
  name: string
  values: string
  side?: string
  note?: string
  state?: string
  task?: string
  role?: string
  hurt?: boolean
}

/** The steps that stand, in order; each `seq` can be looked at with `history`. */
export interface Timeline { seq: number; steps: TimelineStep[] }

/** A step that stands. */
export interface TimelineStep { seq: number; seat: string; at: number }

/** A token; shown this once. */
export interface Token { token: string }

/** A tournament with everything that is known about it, and what whoever asks may do. */
export interface Tournament {
  info: TournamentInfo
  sides: string[]
  standings: TournamentRow[]
  rounds: TournamentRound[]
  is_organiser: boolean
  may_enter: boolean
  may_leave: boolean
}

/** A pairing. Without a second player it is a bye, without points it is being played. */
export interface TournamentGame {
  first: string
  second: string
  table: string
  points: number | null
  against: number | null
  how: string
}

/** A tournament as a list shows it. */
export interface TournamentInfo {
  id: string
  name: string
  game: string
  scenario: string
  plan: TournamentPlan
  status: 'cancelled' | 'open' | 'over' | 'running'
  round: number
  rounds: number
  deadline: number
  organiser: string
  created: number
  entrants: number
  now: number
}

/** Tournaments, the newest first, and whether whoever asks may organise one. */
export interface TournamentList { tournaments: TournamentInfo[]; may_organise: boolean }

/** How a tournament is played: its system, how many may enter, how long a round lasts, the clock of every game. */
export interface TournamentPlan {
  system?: 'round_robin' | 'swiss'
  rounds?: number
  days?: number
  places?: number
  clock?: ClockRule
  rated?: boolean
}

/** The pairings of a round. */
export interface TournamentRound { number: number; games: TournamentGame[] }

/** Somebody's place in a tournament; before it begins the order in which they entered. */
export interface TournamentRow {
  rank: number
  name: string
  points: number
  buchholz: number
  berger: number
  won: number
  is_out: boolean
  is_me: boolean
}

/** A whole way to a place, without its start, and what it costs. */
export interface Way { path: Id[]; cost: number }

/** Something that could be added or left out; ask again with `params` to see what it would change. */
export interface WhatIf { key: string; words?: Params; params: Record<string, unknown>; active?: boolean }

/** Why not; null when it may be done. */
export interface Why { seq: number; refusal: Refusal | null }

/** A choice as it is sent to people: which control to show and what may be picked. */
export interface Widget {
  kind: 'amounts' | 'number' | 'one' | 'path' | 'some'
  of?: string
  options?: Id[]
  costs?: Record<string, number>
  least?: number | null
  most?: number | null
  limits?: Record<string, number>
  weights?: Record<string, number>
  so_far?: Id[]
  may_stop?: boolean
  reach?: Record<string, Way>
  budget?: number | null
  per?: number
  dangers?: Record<string, string>
  default?: unknown
}

/** The first message. Without `seats`: all of mine, or watching. `seq` is the last position known. */
export interface HelloMessage { is: 'hello'; seats?: string[] | null; seq?: number | null; token?: string }

/** An answer, given in view of position `seq`; `id` makes a repeated one harmless. */
export interface ActMessage { is: 'act'; id: string; seat: string; seq: number; action: Action }

/** Take back the last step. */
export interface UndoMessage { is: 'undo'; id: string; seat: string; seq: number }

/** Do again what was taken back. */
export interface RedoMessage { is: 'redo'; id: string; seat: string; seq: number }

/** Asks how a verb goes on. */
export interface OffersMessage {
  is: 'offers'
  seat: string
  partial?: Partial
  picked?: (number | string)[]
  id: string
}

/** Asks whether this may be done, and if not, why. */
export interface WhyMessage { is: 'why'; seat: string; action: Action; id: string }

/** Something to say. */
export interface ChatMessage { is: 'chat'; text: string; id: string }

/** Asks whether the server is there. */
export interface PingMessage { is: 'ping'; id?: string }

/** The answer to hello: the table, the seats this socket shows, the last chat lines. */
export interface WelcomeMessage { is: 'welcome'; table: TableInfo; seats: string[]; chat: ChatLine[]; version: string }

/** The whole position as a seat knows it; forget what was known before. */
export interface ViewMessage {
  is: 'view'
  seat: string
  seq: number
  prompts: Prompt[]
  outcome: Outcome | null
  offers: Offer[]
  undo: Refusal | null
  redo: boolean
  state: State
}

/** What changed for a seat since position `since`. `by` says who acted, in order. */
export interface StepMessage {
  is: 'step'
  seat: string
  seq: number
  prompts: Prompt[]
  outcome: Outcome | null
  offers: Offer[]
  undo: Refusal | null
  redo: boolean
  since: number
  by: string[]
  back: boolean
  changes: Change[]
  lines: LogLine[]
}

/** Nothing happened since the `seq` of the hello. */
export interface SameMessage { is: 'same'; seat: string; seq: number }

/** It is done and on disk. */
export interface AckMessage { is: 'ack'; id: string; seq: number }

/** The umpire says no; only the sender hears it. */
export interface RefusedMessage { is: 'refused'; id: string; seq: number; refusal: Refusal }

/** The game has moved on; a fresh view of the seat follows at once. */
export interface StaleMessage { is: 'stale'; id: string; seq: number }

/** The answer to `offers`. */
export interface OfferedMessage {
  is: 'offered'
  seq: number
  offers: Offer[]
  refusal: Refusal | null
  joinable: Id[] | null
  barrier: '' | 'asked' | 'dice' | 'shown'
  id: string
  seat: string
}

/** The answer to `why`; no refusal means that it may be done. */
export interface BecauseMessage { is: 'because'; seq: number; refusal: Refusal | null; id: string; seat: string }

/** The table changed: seats, clocks, settings, proposals, who is there. */
export interface TableMessage { is: 'table'; table: TableInfo }

/** Somebody said something. */
export interface HeardMessage { is: 'said'; line: ChatLine }

/** Here. */
export interface PongMessage { is: 'pong'; id: string; now: number }

/** A message that was not understood or not allowed. `id` is empty where it could not be read. */
export interface ErrorMessage { is: 'error'; id: string; code: string; text: string }

export type ClientMessage = HelloMessage | ActMessage | UndoMessage | RedoMessage | OffersMessage | WhyMessage | ChatMessage | PingMessage

export type ServerMessage = WelcomeMessage | ViewMessage | StepMessage | SameMessage | AckMessage | RefusedMessage | StaleMessage | OfferedMessage | BecauseMessage | TableMessage | HeardMessage | PongMessage | ErrorMessage

/** What each route takes and answers. */
export interface Operations {
  'GET /api/me': { params: Record<string, never>; body: undefined; answer: Me }
  'PATCH /api/me': { params: Record<string, never>; body: Preferences; answer: Me }
  'POST /api/accounts': { params: Record<string, never>; body: SignUp; answer: Me }
  'POST /api/session': { params: Record<string, never>; body: LogIn; answer: Me }
  'DELETE /api/session': { params: Record<string, never>; body: undefined; answer: Empty }
  'GET /api/sessions': { params: Record<string, never>; body: undefined; answer: SessionInfo[] }
  'POST /api/sessions': { params: Record<string, never>; body: NewToken; answer: Token }
  'DELETE /api/sessions/{session}': { params: { session: string }; body: undefined; answer: Empty }
  'POST /api/password/forgot': { params: Record<string, never>; body: Forgot; answer: Empty }
  'POST /api/password/reset': { params: Record<string, never>; body: NewPassword; answer: Empty }
  'POST /api/enter': { params: Record<string, never>; body: Enter; answer: Me }
  'GET /api/push': { params: Record<string, never>; body: undefined; answer: Pushes }
  'POST /api/push': { params: Record<string, never>; body: PushOn; answer: Pushes }
  'POST /api/push/off': { params: Record<string, never>; body: PushOff; answer: Empty }
  'GET /api/games': { params: Record<string, never>; body: undefined; answer: GameInfo[] }
  'GET /api/games/{game}': { params: { game: string }; body: undefined; answer: GameDetail }
  'GET /api/games/{game}/board': { params: { game: string; scenario?: string; lang?: string }; body: undefined; answer: Board }
  'GET /api/games/{game}/sheets': { params: { game: string; scenario?: string }; body: undefined; answer: SheetList }
  'GET /api/games/{game}/rules': { params: { game: string; search?: string; after?: string; limit?: number }; body: undefined; answer: RuleList }
  'GET /api/games/{game}/rules/{rule}': { params: { game: string; rule: string }; body: undefined; answer: RuleEntry }
  'GET /api/locale/{lang}': { params: { lang: string; game?: string }; body: undefined; answer: Locale }
  'GET /api/tables': { params: { which?: 'mine' | 'open' | 'watch' }; body: undefined; answer: TableInfo[] }
  'POST /api/tables': { params: Record<string, never>; body: NewTable; answer: TableInfo }
  'GET /api/tables/{table}': { params: { table: string }; body: undefined; answer: TableInfo }
  'PATCH /api/tables/{table}': { params: { table: string }; body: SettingsChange; answer: TableInfo }
  'DELETE /api/tables/{table}': { params: { table: string }; body: undefined; answer: Empty }
  'POST /api/tables/{table}/join': { params: { table: string }; body: Join; answer: TableInfo }
  'POST /api/tables/{table}/leave': { params: { table: string }; body: Leave; answer: TableInfo }
  'POST /api/tables/{table}/seats/{seat}': { params: { table: string; seat: string }; body: SeatChange; answer: TableInfo }
  'POST /api/tables/{table}/start': { params: { table: string }; body: undefined; answer: TableInfo }
  'POST /api/tables/{table}/invitations': { params: { table: string }; body: NewInvitation; answer: Invitation }
  'DELETE /api/tables/{table}/invitations/{number}': { params: { table: string; number: number }; body: undefined; answer: Empty }
  'GET /api/invitations/{token}': { params: { token: string }; body: undefined; answer: Invited }
  'GET /api/tables/{table}/board': { params: { table: string; lang?: string }; body: undefined; answer: Board }
  'POST /api/tables/{table}/rematch': { params: { table: string }; body: Rematch; answer: TableInfo }
  'POST /api/tables/{table}/next': { params: { table: string }; body: NextGame; answer: TableInfo }
  'GET /api/tables/{table}/export': { params: { table: string }; body: undefined; answer: Blob }
  'POST /api/imports': { params: Record<string, never>; body: Blob; answer: TableInfo }
  'GET /api/tables/{table}/view': { params: { table: string; seat?: string }; body: undefined; answer: Position }
  'GET /api/tables/{table}/history': { params: { table: string; seq: number; seat?: string }; body: undefined; answer: Position }
  'GET /api/tables/{table}/log': { params: { table: string; seat?: string; after?: number | null; before?: number | null; limit?: number }; body: undefined; answer: LogPage }
  'GET /api/tables/{table}/timeline': { params: { table: string; seat?: string }; body: undefined; answer: Timeline }
  'GET /api/tables/{table}/statistics': { params: { table: string; seat?: string }; body: undefined; answer: Statistics }
  'POST /api/tables/{table}/offers': { params: { table: string }; body: AskOffers; answer: OfferList }
  'POST /api/tables/{table}/why': { params: { table: string }; body: AskWhy; answer: Why }
  'POST /api/tables/{table}/query': { params: { table: string }; body: Query; answer: Answer }
  'POST /api/tables/{table}/actions': { params: { table: string }; body: Act; answer: Ack }
  'POST /api/tables/{table}/undo': { params: { table: string }; body: Again; answer: Ack }
  'POST /api/tables/{table}/redo': { params: { table: string }; body: Again; answer: Ack }
  'GET /api/tables/{table}/plan': { params: { table: string; seat: string }; body: undefined; answer: PlanSteps }
  'POST /api/tables/{table}/plan': { params: { table: string }; body: Revise; answer: Revised }
  'GET /api/tables/{table}/standing': { params: { table: string; seat: string }; body: undefined; answer: StandingAnswers }
  'PUT /api/tables/{table}/standing': { params: { table: string }; body: Standing; answer: StandingAnswers }
  'POST /api/tables/{table}/fork': { params: { table: string }; body: Fork; answer: TableInfo }
  'GET /api/tables/{table}/case': { params: { table: string; seq: number; seat?: string }; body: undefined; answer: CaseFile }
  'POST /api/cases': { params: Record<string, never>; body: CaseText; answer: TableInfo }
  'POST /api/cases/check': { params: Record<string, never>; body: CaseEdit; answer: CaseCheck }
  'POST /api/tables/{table}/hint': { params: { table: string }; body: AskHint; answer: Hint }
  'POST /api/tables/{table}/resign': { params: { table: string }; body: Resign; answer: TableInfo }
  'POST /api/tables/{table}/proposals': { params: { table: string }; body: Propose; answer: TableInfo }
  'POST /api/tables/{table}/proposals/reply': { params: { table: string }; body: Reply; answer: TableInfo }
  'GET /api/tables/{table}/chat': { params: { table: string; after?: number }; body: undefined; answer: ChatPage }
  'POST /api/tables/{table}/chat': { params: { table: string }; body: Say; answer: ChatLine }
  'GET /api/tables/{table}/note': { params: { table: string }; body: undefined; answer: NoteText }
  'PUT /api/tables/{table}/note': { params: { table: string }; body: Note; answer: NoteText }
  'GET /api/scenarios': { params: { game?: string }; body: undefined; answer: OwnScenarios }
  'POST /api/scenarios': { params: Record<string, never>; body: KeepScenario; answer: OwnScenario }
  'GET /api/scenarios/{number}': { params: { number: number }; body: undefined; answer: OwnCase }
  'DELETE /api/scenarios/{number}': { params: { number: number }; body: undefined; answer: Empty }
  'POST /api/scenarios/{number}/link': { params: { number: number }; body: undefined; answer: OwnScenario }
  'DELETE /api/scenarios/{number}/link': { params: { number: number }; body: undefined; answer: OwnScenario }
  'GET /api/shared/{link}': { params: { link: string }; body: undefined; answer: OwnCase }
  'GET /api/ladder/{game}': { params: { game: string; side?: string }; body: undefined; answer: Ladder }
  'GET /api/tournaments': { params: Record<string, never>; body: undefined; answer: TournamentList }
  'POST /api/tournaments': { params: Record<string, never>; body: NewTournament; answer: Tournament }
  'GET /api/tournaments/{tournament}': { params: { tournament: string }; body: undefined; answer: Tournament }
  'POST /api/tournaments/{tournament}/enter': { params: { tournament: string }; body: undefined; answer: Tournament }
  'POST /api/tournaments/{tournament}/leave': { params: { tournament: string }; body: undefined; answer: Tournament }
  'POST /api/tournaments/{tournament}/remove': { params: { tournament: string }; body: Somebody; answer: Tournament }
  'POST /api/tournaments/{tournament}/start': { params: { tournament: string }; body: undefined; answer: Tournament }
  'POST /api/tournaments/{tournament}/cancel': { params: { tournament: string }; body: undefined; answer: Tournament }
}

export interface Action { do: string; [field: string]: unknown }

export interface Partial { do?: string; [field: string]: unknown }

export interface State { flow?: Frame[]; [field: string]: unknown }
