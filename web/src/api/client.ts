/** REST: every call is typed by the route it takes, and every failure is an `ApiError` with the server's problem. */
import { forgetSeen, keepAnswer, keptAnswer } from '../state/keeping'
import type * as T from './types'

export class ApiError extends Error {
  constructor(readonly status: number, readonly problem: T.Problem) {
    super(problem.text)
  }
  get code(): string {
    return this.problem.code
  }
}

type Operations = T.Operations
type Route = keyof Operations
type Body<R extends Route> = Operations[R]['body']
type Given<R extends Route> = Operations[R]['body'] extends undefined ? [] : [body: Body<R>]

/** The language of the page, in which the server says what is wrong. */
const spoken = (): string => (typeof document === 'undefined' ? '' : document.documentElement.lang) || 'en'

const offline: T.Problem = { code: 'offline', text: 'The server did not answer.', refusal: null, seq: null }

/** A route with its parameters filled in: those of the path in their place, the others behind it. */
export function address(route: string, params: Readonly<Record<string, unknown>>): string {
  const rest = new URLSearchParams()
  let path = route.slice(route.indexOf(' ') + 1)
  for (const [name, value] of Object.entries(params)) {
    const filled = path.replace(`{${name}}`, encodeURIComponent(String(value)))
    if (filled !== path) path = filled
    else if (value !== undefined && value !== null && value !== '') rest.set(name, String(value))
  }
  return rest.size ? `${path}?${rest}` : path
}

async function call<R extends Route>(route: R, params: Operations[R]['params'], ...[body]: Given<R>): Promise<Operations[R]['answer']> {
  const path = address(route, params)
  const init: RequestInit = { method: route.slice(0, route.indexOf(' ')), headers: { Accept: 'application/json', 'Accept-Language': spoken() } }
  if (body instanceof Blob) init.body = body
  else if (body !== undefined) {
    init.headers = { ...init.headers, 'Content-Type': 'application/json' }
    init.body = JSON.stringify(body)
  }
  let answer: Response
  try {
    answer = await fetch(path, init)
  } catch {
    throw new ApiError(0, offline)
  }
  const text = await answer.text()
  let data: unknown = null
  try {
    data = text ? JSON.parse(text) : null
  } catch {
    data = null
  }
  if (!answer.ok) {
    const problem = (data ?? { ...offline, code: 'internal', text: `${answer.status} ${path}` }) as T.Problem
    throw new ApiError(answer.status, problem)
  }
  return data as Operations[R]['answer']
}

/** Answers that never change while a server runs are asked for once. */
const kept = new Map<string, Promise<unknown>>()
type Plain = { [R in Route]: Body<R> extends undefined ? R : never }[Route]
function once<R extends Plain>(route: R, params: Operations[R]['params']): Promise<Operations[R]['answer']> {
  const path = address(route, params)
  let found = kept.get(path) as Promise<Operations[R]['answer']> | undefined
  if (!found) {
    found = call(route, params, ...([] as unknown as Given<R>))
    kept.set(path, found)
    found.catch(() => kept.delete(path))
  }
  return found
}

/** What this browser mixes into the seed of the dice, so that nobody chose them. */
function entropy(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export const api = {
  me: () => call('GET /api/me', {}),
  patchMe: (body: T.Preferences) => call('PATCH /api/me', {}, body),
  signUp: (body: T.SignUp) => forgetSeen().then(() => call('POST /api/accounts', {}, body)),
  enter: (body: T.Enter) => forgetSeen().then(() => call('POST /api/enter', {}, body)),
  logIn: (body: T.LogIn) => forgetSeen().then(() => call('POST /api/session', {}, body)),
  logOut: () => forgetSeen().then(() => call('DELETE /api/session', {})),
  pushes: () => call('GET /api/push', {}),
  pushOn: (body: T.PushOn) => call('POST /api/push', {}, body),
  pushOff: (endpoint: string) => call('POST /api/push/off', {}, { endpoint }),
  forgot: (email: string) => call('POST /api/password/forgot', {}, { email }),
  resetPassword: (token: string, password: string) => call('POST /api/password/reset', {}, { token, password }),
  sessions: () => call('GET /api/sessions', {}),
  newToken: (label: string, scope: T.NewToken['scope']) => call('POST /api/sessions', {}, { label, scope }),
  revoke: (session: string) => call('DELETE /api/sessions/{session}', { session }),
  games: () => once('GET /api/games', {}),
  game: (game: string) => once('GET /api/games/{game}', { game }),
  gameBoard: (game: string, scenario: string, lang = 'en') => once('GET /api/games/{game}/board', { game, scenario, lang }),
  sheets: (game: string, scenario: string) => once('GET /api/games/{game}/sheets', { game, scenario }),
  rules: (game: string, search = '', after = '', limit = 50) => call('GET /api/games/{game}/rules', { game, search, after, limit }),
  rule: (game: string, rule: string) => once('GET /api/games/{game}/rules/{rule}', { game, rule }),
  locale: (lang: string, game = '') => once('GET /api/locale/{lang}', { lang, game }),
  ladder: (game: string, side = '') => call('GET /api/ladder/{game}', { game, side }),
  tournaments: () => call('GET /api/tournaments', {}),
  tournament: (tournament: string) => call('GET /api/tournaments/{tournament}', { tournament }),
  newTournament: (body: T.NewTournament) => call('POST /api/tournaments', {}, body),
  enterTournament: (tournament: string) => call('POST /api/tournaments/{tournament}/enter', { tournament }),
  leaveTournament: (tournament: string) => call('POST /api/tournaments/{tournament}/leave', { tournament }),
  putOut: (tournament: string, name: string) => call('POST /api/tournaments/{tournament}/remove', { tournament }, { name }),
  startTournament: (tournament: string) => call('POST /api/tournaments/{tournament}/start', { tournament }),
  cancelTournament: (tournament: string) => call('POST /api/tournaments/{tournament}/cancel', { tournament }),
  tables: (which: 'mine' | 'open' | 'watch') => call('GET /api/tables', { which }),
  newTable: (body: T.NewTable) => call('POST /api/tables', {}, { entropy: entropy(), ...body }),
  table: (table: string) => call('GET /api/tables/{table}', { table }),
  deleteTable: (table: string) => call('DELETE /api/tables/{table}', { table }),
  join: (table: string, seat: string, invitation = '') => call('POST /api/tables/{table}/join', { table }, { seat, invitation, entropy: entropy() }),
  leave: (table: string, seat: string) => call('POST /api/tables/{table}/leave', { table }, { seat }),
  seat: (table: string, seat: string, body: T.SeatChange) => call('POST /api/tables/{table}/seats/{seat}', { table, seat }, body),
  start: (table: string) => call('POST /api/tables/{table}/start', { table }),
  invite: (table: string, seat = '') => call('POST /api/tables/{table}/invitations', { table }, { seat }),
  invitation: (token: string) => call('GET /api/invitations/{token}', { token }),
  board: (table: string, lang: string) => once('GET /api/tables/{table}/board', { table, lang }),
  rematch: (table: string) => call('POST /api/tables/{table}/rematch', { table }, {}),
  view: (table: string, seat: string) => call('GET /api/tables/{table}/view', { table, seat }),
  resign: (table: string, seat: string) => call('POST /api/tables/{table}/resign', { table }, { seat }),
  propose: (table: string, seat: string, kind: T.Propose['kind'], to?: number) =>
    call('POST /api/tables/{table}/proposals', { table }, to === undefined ? { seat, kind } : { seat, kind, to }),
  reply: (table: string, seat: string, proposal: number, agree: boolean) =>
    call('POST /api/tables/{table}/proposals/reply', { table }, { seat, proposal, agree }),
  log: (table: string, seat: string, before = 0, limit = 200) =>
    call('GET /api/tables/{table}/log', before ? { table, seat, before, limit } : { table, seat, limit }),
  timeline: (table: string, seat: string) => call('GET /api/tables/{table}/timeline', { table, seat }),
  history: (table: string, seat: string, seq: number) => call('GET /api/tables/{table}/history', { table, seat, seq }),
  statistics: (table: string, seat: string) => call('GET /api/tables/{table}/statistics', { table, seat }),
  /** What the game answers depends on the name of the question: odds to `odds`, an overlay to the others. */
  query: async <R extends NonNullable<T.Answer['answer']>>(table: string, seat: string, name: string, params: Record<string, unknown> = {}): Promise<{ seq: number; answer: R | null }> => {
    for (let tries = 12; ; tries--) {
      try {
        const { seq, answer } = await call('POST /api/tables/{table}/query', { table }, { seat, name, params })
        keepAnswer(table, seat, name, params, { seq, answer })
        return { seq, answer: answer as R | null }
      } catch (problem) {
        // Without a line, what was asked before is still true of the position that was seen.
        const kept = problem instanceof ApiError && problem.code === 'offline' ? await keptAnswer<{ seq: number; answer: R | null }>(table, seat, name, params) : null
        if (kept) return kept
        // Several panels may ask at once: whoever comes too early waits for the others.
        if (!tries || !(problem instanceof ApiError) || problem.code !== 'too_fast') throw problem
        await new Promise((done) => setTimeout(done, 500))
      }
    }
  },
  plan: (table: string, seat: string) => call('GET /api/tables/{table}/plan', { table, seat }),
  revise: (table: string, body: T.Revise) => call('POST /api/tables/{table}/plan', { table }, body),
  standing: (table: string, seat: string) => call('GET /api/tables/{table}/standing', { table, seat }),
  keepStanding: (table: string, body: T.Standing) => call('PUT /api/tables/{table}/standing', { table }, body),
  fork: (table: string, seat: string, at: number, bot: string) => call('POST /api/tables/{table}/fork', { table }, { seat, at, bot }),
  caseFile: (table: string, seat: string, seq: number) => call('GET /api/tables/{table}/case', { table, seat, seq }),
  openCase: (text: string, bot = '') => call('POST /api/cases', {}, { text, bot }),
  checkCase: (text: string, tables: T.CaseEdit['tables'] = {}, tracks: T.CaseEdit['tracks'] = {}) => call('POST /api/cases/check', {}, { text, tables, tracks }),
  ownScenarios: (game = '') => call('GET /api/scenarios', game ? { game } : {}),
  keepScenario: (name: string, text: string) => call('POST /api/scenarios', {}, { name, text }),
  ownScenario: (number: number) => call('GET /api/scenarios/{number}', { number }),
  dropScenario: (number: number) => call('DELETE /api/scenarios/{number}', { number }),
  shareScenario: (number: number) => call('POST /api/scenarios/{number}/link', { number }),
  unshareScenario: (number: number) => call('DELETE /api/scenarios/{number}/link', { number }),
  sharedScenario: (link: string) => call('GET /api/shared/{link}', { link }),
  hint: (table: string, seat: string, task = '') => call('POST /api/tables/{table}/hint', { table }, { seat, task }),
  note: (table: string) => call('GET /api/tables/{table}/note', { table }),
  saveNote: (table: string, text: string) => call('PUT /api/tables/{table}/note', { table }, { text }),
  importGame: (file: Blob) => call('POST /api/imports', {}, file),
  exportUrl: (table: string) => address('GET /api/tables/{table}/export', { table }),
}
