/** What was last seen at a table, for days without a line: its positions, and what was asked about them. Kept by this browser alone. */
import type { Position } from '../api/types'

const SEEN = 'sandtable-seen'
const MOST_TABLES = 12
const MOST_ANSWERS = 200
/** Answers are written once nobody has asked for so many milliseconds: a hand that picks unit after unit must not wait for the disk. */
const QUIET = 1200
let unwritten = new Map<string, unknown>()
let writing: ReturnType<typeof setTimeout> | undefined

const store = (): CacheStorage | null => (typeof caches === 'undefined' ? null : caches)
const positionsAt = (table: string): string => `/kept/${table}/positions`
/** Every question has an address of its own, however its parameters are ordered. */
export function answerAt(table: string, seat: string, name: string, params: Record<string, unknown>): string {
  const ordered = JSON.stringify(params, (_, value: unknown) =>
    value && typeof value === 'object' && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value)
  return `/kept/${table}/answers?${new URLSearchParams({ seat, name, params: ordered })}`
}

async function put(values: Iterable<readonly [path: string, value: unknown]>): Promise<void> {
  const cache = await store()?.open(SEEN)
  if (!cache) return
  for (const [path, value] of values) {
    await cache.delete(path) // the newest stands last
    await cache.put(path, new Response(JSON.stringify(value), { headers: { 'content-type': 'application/json' } }))
  }
  const paths = (await cache.keys()).map((request) => new URL(request.url).pathname + new URL(request.url).search)
  for (const old of surplus(paths)) await cache.delete(old)
}
/** What is let go of: of tables not seen for longest, and of answers beyond so many. */
export function surplus(paths: readonly string[]): string[] {
  const tables = paths.filter((path) => path.endsWith('/positions')).map((path) => path.split('/')[2]!)
  const gone = new Set(tables.slice(0, Math.max(0, tables.length - MOST_TABLES)))
  const answers = paths.filter((path) => path.includes('/answers?'))
  return paths.filter((path) => gone.has(path.split('/')[2]!) || answers.slice(0, Math.max(0, answers.length - MOST_ANSWERS)).includes(path))
}
async function take<V>(path: string): Promise<V | null> {
  const found = await store()?.match(path, { cacheName: SEEN })
  return found ? ((await found.json()) as V) : null
}

const quietly = async <V>(work: Promise<V>): Promise<V | null> => work.catch(() => null) // a full disk must not end a game

export const keepPositions = (table: string, positions: Record<string, Position>): Promise<unknown> => quietly(put([[positionsAt(table), positions]]))
export const keptPositions = (table: string): Promise<Record<string, Position> | null> => quietly(take(positionsAt(table)))
export function keepAnswer(table: string, seat: string, name: string, params: Record<string, unknown>, answer: unknown): void {
  const path = answerAt(table, seat, name, params)
  unwritten.delete(path) // the newest stands last here as well
  unwritten.set(path, answer)
  clearTimeout(writing)
  writing = setTimeout(writeNow, QUIET)
}
function writeNow(): void {
  clearTimeout(writing)
  if (unwritten.size) void quietly(put(taken()))
}
if (typeof document !== 'undefined') document.addEventListener('visibilitychange', () => document.hidden && writeNow()) // a phone that is put away stops the clock
export async function keptAnswer<V>(table: string, seat: string, name: string, params: Record<string, unknown>): Promise<V | null> {
  const path = answerAt(table, seat, name, params)
  return unwritten.has(path) ? (unwritten.get(path) as V) : quietly(take<V>(path))
}
function taken(): Map<string, unknown> {
  const all = unwritten
  unwritten = new Map()
  return all
}

/** Whoever comes or goes leaves nothing behind for the next. */
export function forgetSeen(): Promise<unknown> {
  clearTimeout(writing)
  unwritten = new Map()
  return quietly(Promise.all(['sandtable-api', SEEN].map((name) => store()?.delete(name))))
}
