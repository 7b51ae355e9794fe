import { expect, it } from 'vitest'
import { answerAt, surplus } from './keeping'

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
