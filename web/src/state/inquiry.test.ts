import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Inquiry } from './inquiry'

type Reply = { seq: number; answer: string }
let sent: { params: Record<string, unknown>; resolve: (reply: Reply) => void; reject: () => void }[]
let heard: (string | null)[]
let seq: number
let inquiry: Inquiry<string>
const settle = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  heard = []
  seq = 5
  inquiry = new Inquiry<string>(
    (params) => new Promise((resolve, reject) => sent.push({ params, resolve, reject: () => reject(new Error('gone')) })),
    () => seq,
    (answer) => heard.push(answer),
  )
})
afterEach(() => vi.useRealTimers())

it('asks once for what is changed quickly', async () => {
  inquiry.ask({ n: 1 }, 100)
  await vi.advanceTimersByTimeAsync(60)
  inquiry.ask({ n: 2 }, 100)
  await vi.advanceTimersByTimeAsync(100)
  expect(sent.map((one) => one.params)).toEqual([{ n: 2 }])
})

it('hears only the newest answer, whichever comes last', async () => {
  inquiry.ask({ n: 1 })
  await settle()
  inquiry.ask({ n: 2 })
  await settle()
  sent[1]!.resolve({ seq: 5, answer: 'new' })
  sent[0]!.resolve({ seq: 5, answer: 'old' })
  await settle()
  expect(heard).toEqual(['new'])
})

it('drops an answer about a position that is gone', async () => {
  inquiry.ask({})
  await settle()
  seq = 6
  sent[0]!.resolve({ seq: 5, answer: 'old' })
  await settle()
  expect(heard).toEqual([])
})

it('hears that there is no answer', async () => {
  inquiry.ask({})
  await settle()
  sent[0]!.reject()
  await settle()
  expect(heard).toEqual([null])
})

it('hears nothing of what is not wanted any more', async () => {
  inquiry.ask({})
  await settle()
  inquiry.drop()
  sent[0]!.resolve({ seq: 5, answer: 'late' })
  await settle()
  expect(heard).toEqual([])
})
