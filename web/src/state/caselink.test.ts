import { expect, it } from 'vitest'
import { packed, unpacked } from './caselink'

const text = 'case: a position\n' + 'units: {hex: 3606, città: sì}\n'.repeat(50)

it('packs a file into a link and gets it back', async () => {
  const part = await packed(text)
  expect(part).toMatch(/^v1\.[\w-]+$/)
  expect(part.length).toBeLessThan(text.length)
  expect(await unpacked(part)).toBe(text)
})

it('knows a link that was cut short or changed', async () => {
  const part = await packed(text)
  for (const wrong of [part.slice(0, -6), part.slice(0, 9), '', 'v1.', `v1.!!${part.slice(5)}`, 'v2' + part.slice(2)]) expect(await unpacked(wrong)).toBeNull()
})
