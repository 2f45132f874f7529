import { expect, it } from 'vitest'
import { patiently } from './patient-delivery.ts'

it.each([
  ['during', 1],
  ['after', 0],
] as const)('says what is waited for when it is interrupted %s the delivery', async (when, count) => {
  const interrupt = new AbortController()
  const notices: string[] = []
  const delivered = await patiently(
    interrupt.signal,
    (notice) => void notices.push(notice),
    async () => {
      if (when === 'during') interrupt.abort()
      return 'done'
    },
  )
  interrupt.abort()
  expect(delivered).toBe('done')
  expect(notices).toEqual(Array(count).fill(expect.stringContaining('a hook of it, has ended')))
})
