import { expect, it } from 'vitest'
import { address } from './client'

it('fills a route in: what is in the path there, the rest behind it, what is not given nowhere', () => {
  expect(address('GET /api/games/{game}/rules', { game: 'a b', search: 'zone & control', after: '', limit: 50 })).toBe('/api/games/a%20b/rules?search=zone+%26+control&limit=50')
  expect(address('GET /api/tables/{table}/log', { table: 't', before: undefined, after: null })).toBe('/api/tables/t/log')
  expect(address('GET /api/me', {})).toBe('/api/me')
})
