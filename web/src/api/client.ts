/** REST: every call is typed, and every failure is an `ApiError` with the server's problem. */
import type * as T from './types'

export class ApiError extends Error {
  constructor(readonly status: number, readonly problem: T.Problem) {
    super(problem.text)
  }
  get code(): string {
    return this.problem.code
  }
}

const offline: T.Problem = { code: 'offline', text: 'The server did not answer.', refusal: null, seq: null }

async function call<R>(method: string, path: string, body?: unknown): Promise<R> {
  const init: RequestInit = { method, headers: { Accept: 'application/json' } }
  if (body instanceof Blob) init.body = body
  else if (body !== undefined) {
    init.headers = { ...init.headers, 'Content-Type': 'application/json' }
    init.body = JSON.stringify(body)
  }
  let answer: Response
  try {
    answer = await fetch('/api' + path, init)
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
  return data as R
}

const get = <R>(path: string) => call<R>('GET', path)
const post = <R>(path: string, body: unknown = {}) => call<R>('POST', path, body)
const q = encodeURIComponent

/** Answers that never change while a server runs are asked for once. */
const kept = new Map<string, Promise<unknown>>()
function once<R>(path: string): Promise<R> {
  let found = kept.get(path) as Promise<R> | undefined
  if (!found) {
    found = get<R>(path)
    kept.set(path, found)
    found.catch(() => kept.delete(path))
  }
  return found
}

export const api = {
  me: () => get<T.Me>('/me'),
  patchMe: (body: T.Preferences) => call<T.Me>('PATCH', '/me', body),
  signUp: (body: { name: string; password: string; email?: string; language?: string }) => post<T.Me>('/accounts', body),
  logIn: (body: { name: string; password: string }) => post<T.Me>('/session', body),
  logOut: () => call<object>('DELETE', '/session'),
  forgot: (email: string) => post<object>('/password/forgot', { email }),
  resetPassword: (token: string, password: string) => post<object>('/password/reset', { token, password }),
  sessions: () => get<T.SessionInfo[]>('/sessions'),
  newToken: (label: string) => post<{ token: string }>('/sessions', { label }),
  revoke: (session: string) => call<object>('DELETE', `/sessions/${q(session)}`),
  games: () => once<T.GameInfo[]>('/games'),
  game: (id: string) => once<T.GameDetail>(`/games/${q(id)}`),
  gameBoard: (id: string, scenario: string) => once<T.BoardData>(`/games/${q(id)}/board?scenario=${q(scenario)}`),
  sheets: (game: string, scenario: string) => once<{ sheets: T.Sheet[] }>(`/games/${q(game)}/sheets?scenario=${q(scenario)}`),
  rules: (game: string, search = '', after = '', limit = 50) =>
    get<{ total: number; rules: T.RuleEntry[] }>(`/games/${q(game)}/rules?search=${q(search)}&after=${q(after)}&limit=${limit}`),
  rule: (game: string, rule: string) => once<T.RuleEntry>(`/games/${q(game)}/rules/${q(rule)}`),
  locale: (lang: string, game = '') => once<{ lang: string; messages: Record<string, string> }>(`/locale/${q(lang)}${game ? `?game=${q(game)}` : ''}`),
  tables: (which: 'mine' | 'open' | 'watch') => get<T.TableInfo[]>(`/tables?which=${which}`),
  newTable: (body: T.NewTable) => post<T.TableInfo>('/tables', body),
  table: (id: string) => get<T.TableInfo>(`/tables/${q(id)}`),
  deleteTable: (id: string) => call<object>('DELETE', `/tables/${q(id)}`),
  join: (id: string, seat: string, invitation = '') =>
    post<T.TableInfo>(`/tables/${q(id)}/join`, invitation ? { seat, invitation } : { seat }),
  leave: (id: string, seat: string) => post<T.TableInfo>(`/tables/${q(id)}/leave`, { seat }),
  seat: (id: string, seat: string, body: { who: 'open' | 'bot'; bot?: string }) => post<T.TableInfo>(`/tables/${q(id)}/seats/${q(seat)}`, body),
  start: (id: string) => post<T.TableInfo>(`/tables/${q(id)}/start`),
  invite: (id: string, seat = '') => post<T.Invitation>(`/tables/${q(id)}/invitations`, seat ? { seat } : {}),
  invitation: (token: string) => get<{ table: T.TableInfo; seat: string }>(`/invitations/${q(token)}`),
  board: (id: string) => once<T.BoardData>(`/tables/${q(id)}/board`),
  rematch: (id: string) => post<T.TableInfo>(`/tables/${q(id)}/rematch`, {}),
  view: (id: string, seat: string) => get<T.Position>(`/tables/${q(id)}/view?seat=${q(seat)}`),
  resign: (id: string, seat: string) => post<T.TableInfo>(`/tables/${q(id)}/resign`, { seat }),
  propose: (id: string, seat: string, kind: 'draw' | 'rewind', to?: number) =>
    post<T.TableInfo>(`/tables/${q(id)}/proposals`, to === undefined ? { seat, kind } : { seat, kind, to }),
  reply: (id: string, seat: string, agree: boolean) => post<T.TableInfo>(`/tables/${q(id)}/proposals/reply`, { seat, agree }),
  log: (id: string, seat: string, before = 0, limit = 200) =>
    get<T.LogPage>(`/tables/${q(id)}/log?seat=${q(seat)}${before ? `&before=${before}` : ''}&limit=${limit}`),
  timeline: (id: string, seat: string) => get<{ seq: number; steps: T.TimelineStep[] }>(`/tables/${q(id)}/timeline?seat=${q(seat)}`),
  history: (id: string, seat: string, seq: number) => get<T.Position>(`/tables/${q(id)}/history?seat=${q(seat)}&seq=${seq}`),
  statistics: (id: string, seat: string) => get<T.Statistics>(`/tables/${q(id)}/statistics?seat=${q(seat)}`),
  query: <R>(id: string, seat: string, name: string, params: object = {}) =>
    post<{ seq: number; answer: R }>(`/tables/${q(id)}/query`, { seat, name, params }),
  note: (id: string) => get<{ text: string }>(`/tables/${q(id)}/note`),
  saveNote: (id: string, text: string) => call<{ text: string }>('PUT', `/tables/${q(id)}/note`, { text }),
  importGame: (file: Blob) => call<T.TableInfo>('POST', '/imports', file),
  exportUrl: (id: string) => `/api/tables/${q(id)}/export`,
}
