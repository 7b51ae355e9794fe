import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import en from './en.json'

const root = new URL('..', import.meta.url).pathname
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(svelte|ts)$/.test(name) && !name.endsWith('.test.ts'))
  .map((name) => readFileSync(join(root, name), 'utf8'))
  .join('\n')

it('every word that is asked for is in the catalogue', () => {
  const asked = [...sources.matchAll(/session\.(?:t|parts)\('([a-z_.]+)'/g)].map((match) => `ui.${match[1]}`)
  expect([...new Set(asked)].filter((key) => !(key in en))).toEqual([])
})

it('every word of the catalogue is used', () => {
  const made = [...sources.matchAll(/`([a-z_.]*)\$\{/g)].map((match) => match[1]!).filter((start) => /[._]$/.test(start))
  const unused = Object.keys(en)
    .filter((key) => key.startsWith('ui.'))
    .map((key) => key.slice(3))
    .filter((key) => !sources.includes(`'${key}'`) && !sources.includes(`'ui.${key}'`) && !made.some((start) => key.startsWith(start)))
  expect(unused).toEqual([])
})
