import { afterEach, expect, it, vi } from 'vitest'
import { api, ApiError } from './client'

/** As much of the browser's caches as is used. */
function caches(): unknown {
  const kept = new Map<string, Response>()
  const at = (path: unknown): string => String(path)
  const cache = {
    delete: async (path: unknown) => kept.delete(at(path)),
    put: async (path: unknown, answer: Response) => void kept.set(at(path), answer),
    keys: async () => [...kept.keys()].map((path) => ({ url: `http://here${path}` })),
  }
  return { open: async () => cache, match: async (path: unknown) => kept.get(at(path))?.clone(), delete: async () => (kept.clear(), true) }
}
afterEach(() => vi.unstubAllGlobals())

it('a question that was asked before is answered without a line, another is not', async () => {
  vi.stubGlobal('caches', caches())
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ seq: 4, answer: { title: 'odds' } })))
  const asked = await api.query('t', 'blue', 'odds', { place: 101 })
  await new Promise((done) => setTimeout(done, 5))
  vi.stubGlobal('fetch', () => Promise.reject(new Error('cut')))
  expect(await api.query('t', 'blue', 'odds', { place: 101 })).toEqual(asked)
  await expect(api.query('t', 'blue', 'odds', { place: 102 })).rejects.toBeInstanceOf(ApiError)
  await expect(api.query('t', 'red', 'odds', { place: 101 })).rejects.toBeInstanceOf(ApiError)
  vi.stubGlobal('fetch', async () => new Response('{}'))
  await api.logOut()
  vi.stubGlobal('fetch', () => Promise.reject(new Error('cut')))
  await expect(api.query('t', 'blue', 'odds', { place: 101 })).rejects.toBeInstanceOf(ApiError)
})
