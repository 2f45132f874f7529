import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLiveClock } from './live-clock.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function written(live: boolean) {
  const parts: string[] = []
  const write = (text: string) => void parts.push(text)
  return { parts, clock: createLiveClock({ color: false, live, write, clock: Date.now }, (text) => text) }
}

it('shows the time on a line of its own, makes room for others, and leaves nothing behind', () => {
  const { parts, clock } = written(true)
  clock.start()
  vi.advanceTimersByTime(1500)
  clock.clear()
  vi.advanceTimersByTime(1000)
  clock.stop()
  vi.advanceTimersByTime(5000)
  expect(parts).toEqual(['\r\u001b[J  1s', '\r\u001b[J', '\r\u001b[J  2s', '\r\u001b[J'])
})

it('begins anew with every step', () => {
  const { parts, clock } = written(true)
  clock.start()
  vi.advanceTimersByTime(2000)
  clock.start()
  vi.advanceTimersByTime(1000)
  clock.stop()
  expect(parts.filter((part) => part.includes('s'))).toEqual(['\r\u001b[J  1s', '\r\u001b[J  2s', '\r\u001b[J  1s'])
})

it('says nothing where nobody looks', () => {
  const { parts, clock } = written(false)
  clock.start()
  vi.advanceTimersByTime(5000)
  clock.stop()
  expect(parts).toEqual([])
})
