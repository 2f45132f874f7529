import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { damageCases, damageRuns, damageTimeout } from './damage.ts'
import { anyCase, anyHarm, gateAfter } from './review-case.ts'

/** What is tried with one review: its gate without damage is needed only once for all of them. */
const attempts = fc.array(fc.array(anyHarm, { minLength: 1, maxLength: 2 }), {
  minLength: 5,
  maxLength: 9,
  size: 'max',
})

describe('a review', () => {
  it('does not pass because of damage to what agents and other programs say', { timeout: damageTimeout }, async () => {
    let tried = 0
    let passed = 0
    await fc.assert(
      fc.asyncProperty(anyCase, attempts, async (drawn, damages) => {
        const before = await gateAfter(drawn)
        if (before === 'pass') passed += 1
        fc.pre(before !== 'pass')
        for (const harms of damages) expect(await gateAfter(drawn, harms)).not.toBe('pass')
        tried += damages.length
      }),
      { ...damageRuns(), numRuns: Math.ceil(damageCases() / 6) },
    )
    expect(tried).toBeGreaterThan(damageCases())
    expect(passed).toBeGreaterThan(0)
  })
})
