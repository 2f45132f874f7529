import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { withDeliveryNotice } from './delivery-notice.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it.each([
  ['during a delivery that goes on', 'during', 5000, 1],
  ['during a delivery that ends at once', 'during', 10, 0],
  ['after the delivery', 'after', 5000, 0],
] as const)(
  'says what is waited for when it is interrupted %s, where that takes time',
  async (_, when, took, count) => {
    const interrupt = new AbortController()
    const notices: string[] = []
    const delivered = await withDeliveryNotice(
      interrupt.signal,
      (notice) => void notices.push(notice),
      async () => {
        if (when === 'during') interrupt.abort()
        await vi.advanceTimersByTimeAsync(took)
        return 'done'
      },
    )
    interrupt.abort()
    await vi.advanceTimersByTimeAsync(5000)
    expect(delivered).toBe('done')
    expect(notices).toEqual(Array(count).fill(expect.stringContaining('a hook of it, has ended')))
  },
)
