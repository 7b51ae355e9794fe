import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Position } from '../api/types'
import { MOST, Playback, type Frame } from './playback.svelte'

const at = (seq: number): Position => ({ seat: 'a', seq, state: {}, prompts: [], outcome: null, offers: [], undo: null, redo: false })
const step = (seq: number, pace = 300): Frame => ({ position: at(seq), by: 'b', pace, moves: [{ key: `piece:${seq}`, side: 'b', kind: '', from: '1', to: '2' }] })
let playback: Playback
const seq = () => playback.frame?.position.seq

beforeEach(() => {
  vi.useFakeTimers()
  playback = new Playback(() => Date.now())
})
afterEach(() => vi.useRealTimers())

describe('moves of others', () => {
  it('are shown one after the other', () => {
    playback.push([step(1), step(2)])
    expect(seq()).toBe(1)
    vi.advanceTimersByTime(300)
    expect(seq()).toBe(2)
    vi.advanceTimersByTime(300)
    expect(playback.on).toBe(false)
  })
  it('are hurried so that a batch fits into four seconds', () => {
    playback.push(Array.from({ length: 40 }, (_, i) => step(i, 600)))
    let shown = 0
    const start = Date.now()
    while (playback.on && Date.now() - start < 20_000) {
      shown++
      vi.advanceTimersByTime(playback.pace)
    }
    expect(Date.now() - start).toBeLessThanOrEqual(MOST)
    expect(shown).toBe(40)
  })
  it('that keep coming are cut off after four seconds and begin anew', () => {
    const start = Date.now()
    playback.push([step(1)])
    for (let i = 2; i < 80 && playback.on; i++) {
      playback.push([step(i, 300)])
      vi.advanceTimersByTime(250)
    }
    expect(playback.on).toBe(false)
    expect(Date.now() - start).toBeLessThanOrEqual(MOST + 250)
    playback.push([step(50)])
    expect(seq()).toBe(50)
  })
  it('wait at the old position until they are fetched', () => {
    playback.hold(at(0))
    vi.advanceTimersByTime(500)
    expect(seq()).toBe(0)
    playback.push([step(1)])
    expect(seq()).toBe(1)
  })
  it('that are never fetched do not hold the board for ever', () => {
    playback.hold(at(0))
    vi.advanceTimersByTime(MOST)
    expect(playback.on).toBe(false)
  })
  it('are ended by hand, and what is still being fetched is not wanted', () => {
    playback.hold(at(0))
    const { round } = playback
    playback.end()
    expect(playback.on).toBe(false)
    expect(playback.round).not.toBe(round)
  })
})

describe('trails', () => {
  it('grow with what is shown and stay until the next move of our own', () => {
    playback.push([step(1), step(2)])
    expect(playback.shownTrails).toEqual([])
    vi.advanceTimersByTime(300)
    expect(playback.shownTrails.map((move) => move.key)).toEqual(['piece:1'])
    vi.advanceTimersByTime(300)
    expect(playback.trails.map((move) => move.key)).toEqual(['piece:1', 'piece:2'])
    playback.settle()
    expect(playback.trails).toEqual([])
    expect(playback.shownTrails).toEqual([])
  })
})
