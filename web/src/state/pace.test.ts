import { expect, it } from 'vitest'
import { Pace } from './pace.svelte'

const soon = (): Promise<void> => new Promise((done) => setTimeout(done, 5))
function answer(): { work: Promise<void>; come: () => void; fail: () => void } {
  let [come, fail] = [() => {}, () => {}]
  const work = new Promise<void>((done, no) => ([come, fail] = [done, () => no(new Error('the line is down'))]))
  return { work, come: () => come(), fail: () => fail() }
}

it('does what is meant while an answer is under way after it, in order', async () => {
  const [pace, first, done] = [new Pace(() => false), answer(), [] as string[]]
  const held = pace.hold(() => first.work)
  expect(pace.later(() => done.push('unit'))).toBe(true)
  expect(pace.later(() => done.push('place'))).toBe(true)
  await soon()
  expect(done).toEqual([])
  first.come()
  await held
  await soon()
  expect(done).toEqual(['unit', 'place'])
  expect(pace.later(() => done.push('never'))).toBe(false)
})

it('waits for each answer before it goes on with the next', async () => {
  const [pace, first, second, done] = [new Pace(() => false), answer(), answer(), [] as string[]]
  void pace.hold(() => first.work)
  pace.later(() => pace.hold(() => second.work))
  pace.later(() => done.push('after the second'))
  first.come()
  await soon()
  expect(done).toEqual([])
  expect(pace.busy).toBe(true)
  second.come()
  await soon()
  expect(done).toEqual(['after the second'])
  expect(pace.busy).toBe(false)
})

it('goes on where an answer never came', async () => {
  const [pace, first, done] = [new Pace(() => false), answer(), [] as string[]]
  const held = pace.hold(() => first.work).catch(() => 'failed')
  pace.later(() => done.push('next'))
  first.fail()
  expect(await held).toBe('failed')
  await soon()
  expect(pace.busy).toBe(false)
  expect(done).toEqual(['next'])
})

it('is busy until the outermost of nested things is over', async () => {
  const [pace, inner, outer] = [new Pace(() => false), answer(), answer()]
  const held = pace.hold(async () => {
    await pace.hold(() => inner.work)
    await outer.work
  })
  inner.come()
  await soon()
  expect(pace.busy).toBe(true)
  outer.come()
  await held
  expect(pace.busy).toBe(false)
})

it('forgets what was meant before something came up that has to be seen', async () => {
  let isStopped = false
  const [pace, first, done] = [new Pace(() => isStopped), answer(), [] as string[]]
  const held = pace.hold(() => first.work)
  pace.later(() => done.push('meant before'))
  isStopped = true
  first.come()
  await held
  await soon()
  isStopped = false
  expect(pace.later(() => done.push('not kept back'))).toBe(false)
  expect(done).toEqual([])
})

it('lets only those wait for what is looked up who have to know it', async () => {
  const [pace, ahead, done] = [new Pace(() => false), answer(), [] as string[]]
  const looked = pace.look(ahead.work)
  expect(pace.busy).toBe(false)
  expect(pace.later(() => done.push('does not care'))).toBe(false)
  expect(pace.later(() => done.push('has to know'), true)).toBe(true)
  await soon()
  expect(done).toEqual([])
  ahead.come()
  await looked
  await soon()
  expect(done).toEqual(['has to know'])
})

it('takes back what waits, and says whether anything did', async () => {
  const [pace, first, done] = [new Pace(() => false), answer(), [] as string[]]
  const held = pace.hold(() => first.work)
  pace.later(() => done.push('taken back'))
  expect(pace.clear()).toBe(true)
  expect(pace.clear()).toBe(false)
  first.come()
  await held
  await soon()
  expect(done).toEqual([])
})
