import { afterEach, expect, it, vi } from 'vitest'
import { answerAt, forgetSeen, keepAnswer, keptAnswer, surplus } from './keeping'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('writes answers together once nobody asks any more, and knows them before', async () => {
  vi.useFakeTimers()
  const done: string[] = []
  const cache = { delete: async (path: string) => done.push(`delete ${path}`), put: async (path: string) => done.push(`put ${path}`), keys: async () => (done.push('keys'), []) }
  vi.stubGlobal('caches', { open: async () => cache, match: async () => undefined, delete: async () => true })
  for (const n of [1, 2, 1]) keepAnswer('t', 'blue', 'odds', { n }, { n })
  expect(await keptAnswer('t', 'blue', 'odds', { n: 2 })).toEqual({ n: 2 })
  await vi.advanceTimersByTimeAsync(600)
  expect(done).toEqual([])
  await vi.advanceTimersByTimeAsync(900)
  expect(done.map((one) => one.split(' ')[0])).toEqual(['delete', 'put', 'delete', 'put', 'keys'])
  keepAnswer('t', 'blue', 'odds', { n: 3 }, null)
  await forgetSeen()
  expect(await keptAnswer('t', 'blue', 'odds', { n: 3 })).toBeNull()
})

it('a question has one address, however its parameters are ordered', () => {
  expect(answerAt('t', 'blue', 'odds', { a: 1, b: { d: 2, c: [3] } })).toBe(answerAt('t', 'blue', 'odds', { b: { c: [3], d: 2 }, a: 1 }))
  expect(answerAt('t', 'blue', 'odds', { a: 1 })).not.toBe(answerAt('t', 'red', 'odds', { a: 1 }))
})

it('tables that were not seen for longest go with their answers', () => {
  const tables = Array.from({ length: 13 }, (_, i) => `/kept/t${i}/positions`)
  expect(surplus([...tables, '/kept/t0/answers?x', '/kept/t5/answers?x'])).toEqual(['/kept/t0/positions', '/kept/t0/answers?x'])
  const answers = Array.from({ length: 202 }, (_, i) => `/kept/t/answers?${i}`)
  expect(surplus(answers)).toEqual(answers.slice(0, 2))
})

it('writes at once when the page is put away, for then the clock may stop', async () => {
  vi.useFakeTimers()
  const put: string[] = []
  let hide = (): unknown => undefined
  vi.stubGlobal('caches', { open: async () => ({ delete: async () => true, put: async (path: string) => put.push(path), keys: async () => [] }) })
  vi.stubGlobal('document', { hidden: true, addEventListener: (what: string, then: () => unknown) => what === 'visibilitychange' && (hide = then) })
  vi.resetModules()
  const fresh = await import('./keeping')
  fresh.keepAnswer('t', 'blue', 'odds', { n: 1 }, null)
  hide()
  await vi.advanceTimersByTimeAsync(0)
  expect(put).toEqual([answerAt('t', 'blue', 'odds', { n: 1 })])
  await vi.advanceTimersByTimeAsync(5000)
  expect(put).toHaveLength(1)
})
