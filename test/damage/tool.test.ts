import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { damageCases, damaged, damageRuns, damageTimeout } from './damage.ts'
import { damageJson, type JsonDamage, type Path } from './json-damage.ts'
import { damagedReply, type ReplyDamage, replyDamage } from './reply-damage.ts'
import { anyToolCase, type Edit, type Stage, stages, type ToolCase, verdictAfter } from './tool-case.ts'

interface Harm {
  readonly to: Stage
  /** Of the agents in turn. */
  readonly nth: number
  readonly damage: ReplyDamage
}

const harm: fc.Arbitrary<Harm> = fc.record({
  to: fc.constantFrom(...stages),
  nth: fc.nat(1),
  damage: replyDamage.filter(({ on }) => on !== 'call'),
})
const attempts = fc.array(fc.array(harm, { minLength: 1, maxLength: 2 }), { minLength: 5, maxLength: 9, size: 'max' })

function editBy(harms: readonly Harm[], { change, agents, data }: ToolCase): Edit {
  return (stage, text, nth) => {
    const damages = harms
      .filter((each) => each.to === stage && (stage !== 'agent' || each.nth % agents.length === nth))
      .map(({ damage }) => damage)
      // Without the changed lines nobody can check a quote.
      .filter(({ on }) => data !== 'without lines' || !['other file', 'identifier', 'field'].includes(on))
    // Two at once may hide each other: what counts the entries, and what loses one.
    if (stage === 'data') return damages.slice(0, 1).reduce(damagedData, text)
    return damagedReply({ status: 'ok', text }, stage === 'output' ? damages.slice(0, 1) : damages, change).text
  }
}

function damagedData(text: string, damage: ReplyDamage): string {
  if (damage.on === 'text') return damaged(text, damage.damage, (line) => /^\s*"\w+":/.test(line))
  return damage.on === 'json' ? (damageJson(text, damage.damage, isDataNoticed) ?? text) : text
}

/** Another number is as good as the first, and what is optional may be missing. */
function isDataNoticed(path: Path, { kind }: JsonDamage): boolean {
  const [key, ...inner] = path
  if (kind === 'replace')
    return typeof path.at(-1) !== 'number' && key !== 'total_loc' && !['added', 'removed'].includes(`${path.at(-1)}`)
  if (inner.length === 0) return required.includes(`${key}`)
  return inner.length === 1 || (key === 'changed_ranges' && inner.length === 3)
}

const required = ['files_to_review', 'file_statuses', 'file_loc', 'changed_ranges']

describe('the steps for scripts', () => {
  it('do not approve because of damage to the files between them', { timeout: damageTimeout }, async () => {
    let tried = 0
    let passed = 0
    await fc.assert(
      fc.asyncProperty(anyToolCase, attempts, async (drawn, damages) => {
        const before = await verdictAfter(drawn)
        if (before === 'approve') passed += 1
        fc.pre(before !== 'approve')
        for (const harms of damages) expect(await verdictAfter(drawn, editBy(harms, drawn))).not.toBe('approve')
        tried += damages.length
      }),
      { ...damageRuns(), numRuns: Math.ceil(damageCases() / 6) },
    )
    expect(tried).toBeGreaterThan(damageCases())
    expect(passed).toBeGreaterThan(0)
  })
})
