import { expect, it } from 'vitest'
import { afterFailure, isDue, type Retries } from './retry-later.ts'

it('waits longer after every failure, up to a quarter of an hour, and only with that request', () => {
  let retries: Retries = new Map()
  let now = 0
  const pauses: number[] = []
  for (let failure = 1; failure <= 8; failure++) {
    retries = afterFailure(retries, 'a', now)
    const until = retries.get('a')?.notBefore ?? 0
    pauses.push((until - now) / 1000)
    expect([isDue(retries, 'a', until - 1), isDue(retries, 'a', until), isDue(retries, 'b', now)]).toEqual([
      false,
      true,
      true,
    ])
    now = until
  }
  expect(pauses).toEqual([30, 60, 120, 240, 480, 900, 900, 900])
})
