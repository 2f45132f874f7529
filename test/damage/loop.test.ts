import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SessionFact } from '../../src/core/loop/types.ts'
import { LoopError } from '../../src/errors.ts'
import { loopJournal } from '../../src/io/loop-journal.ts'
import { journalLine, parseJournal } from '../../src/io/session-lines.ts'
import { damageCases, damageRuns } from './damage.ts'
import {
  type Damage,
  isBroken,
  type Played,
  type PlayedLine,
  play,
  resume,
  sessionId,
  type World,
} from './loop-play.ts'
import { anyLoss, mended, type Opinion, opinions } from './loop-world.ts'

// A loop: damage to what its reviewers, fixers and commands say, and to its journal.

const said: fc.Arbitrary<Opinion> = fc.oneof(
  { weight: 4, arbitrary: fc.constant('says' as const) },
  fc.constantFrom(...opinions),
)

const anyLine: fc.Arbitrary<PlayedLine> = fc.record({
  severity: fc.constantFrom('P3', 'P2', 'P1', 'P0'),
  blocking: fc.boolean(),
  said: fc.array(said, { maxLength: 4 }),
  fixer: fc.constantFrom('mends', 'tries', 'leaves', 'unable'),
  breaks: fc.oneof(
    { weight: 4, arbitrary: fc.constant('never' as const) },
    fc.constantFrom('as written', 'when changed'),
  ),
})

/** Something that blocks is said of it in every review, until it is mended. */
const firmLine: fc.Arbitrary<PlayedLine> = fc.record({
  severity: fc.constantFrom('P2', 'P1', 'P0'),
  blocking: fc.constant(true),
  said: fc.constant([]),
  fixer: fc.constantFrom('mends', 'mends', 'mends', 'tries', 'leaves', 'unable'),
  breaks: fc.oneof(
    { weight: 4, arbitrary: fc.constant('never' as const) },
    fc.constantFrom('as written', 'when changed'),
  ),
})

/** A command fails because of it, and nobody touches it. */
const brokenLine: fc.Arbitrary<PlayedLine> = fc.record({
  severity: fc.constant('P3'),
  blocking: fc.constant(false),
  said: fc.array(said, { maxLength: 4 }),
  fixer: fc.constantFrom('leaves', 'unable'),
  breaks: fc.constant('as written'),
})

const goesOn = fc.constantFrom('a' as const, 'c' as const)
const anyWorld: fc.Arbitrary<World> = fc.record({
  lines: fc.array(anyLine, { minLength: 1, maxLength: 3 }),
  policy: fc.record({
    maxRounds: fc.integer({ min: 1, max: 5 }),
    onLimit: fc.constantFrom('ask', 'block', 'accept', 'continue'),
    commit: fc.boolean(),
    validate: fc.constantFrom([], ['npm test']),
    baseline: fc.constantFrom('block', 'allow'),
  }),
  person: fc.record(
    {
      limit: fc.constantFrom('a', 'b', 'c'),
      stuck: goesOn,
      oscillation: goesOn,
      unverified: fc.constantFrom('a', 'c', 'accept'),
      fix_failed: goesOn,
      unable: goesOn,
      validation: goesOn,
      user_changed: goesOn,
      checks_changed: goesOn,
    },
    { requiredKeys: [] },
  ),
})

/** Worlds in which some code must not be approved, whichever way the loop takes. */
const firmWorld: fc.Arbitrary<World> = fc.oneof(
  fc.record({ world: anyWorld, line: firmLine }).map(({ world, line }) => withLine(world, line)),
  fc.record({ world: anyWorld, line: brokenLine }).map(({ world, line }) => {
    const policy = { ...world.policy, validate: ['npm test'], baseline: 'block' as const }
    return withLine({ ...world, policy }, line)
  }),
)

/**
 * What must not be approved in these files, by what everybody says of them when nothing is damaged. Damage may lead a loop another
 * way, and to other files: so its end is held against the files, and not against the end of the loop without damage.
 */
function leftIn({ lines, policy }: World, tree: string): readonly string[] {
  const isFirm = ({ said: told, severity, blocking }: PlayedLine) =>
    told.length === 0 && (severity === 'P0' || severity === 'P1' || (severity === 'P2' && blocking))
  const unmended = lines.flatMap((line, index) => (isFirm(line) && tree[index] !== mended ? [`line ${index}`] : []))
  const isChecked = policy.validate.length > 0 && policy.baseline === 'block'
  return [...unmended, ...(isChecked && isBroken(lines, tree) ? policy.validate : [])]
}

function leftAtApproval(world: World, { outcome, trees }: Played): readonly string[] {
  return outcome === 'approved' ? leftIn(world, trees.at(-1) ?? '') : []
}

function withLine(world: World, line: PlayedLine): World {
  return { ...world, lines: world.lines.toSpliced(world.policy.maxRounds % (world.lines.length + 1), 0, line) }
}

const call = fc.nat(3)
const anyDamage: fc.Arbitrary<Damage> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ to: fc.constant('finding' as const), call, line: fc.nat(4), loses: anyLoss }) },
  fc.record({
    to: fc.constant('reviewer' as const),
    call,
    status: fc.constantFrom('failed', 'timed_out', 'budget_exceeded', 'rejected'),
    isLost: fc.boolean(),
  }),
  fc.record({ to: fc.constantFrom('fixer' as const, 'validation' as const), call }),
)
const damages = fc.array(anyDamage, { minLength: 1, maxLength: 3 })

type JournalDamage =
  | { readonly kind: 'torn'; readonly at: number }
  | { readonly kind: 'line lost' | 'line broken'; readonly at: number }

const anyJournalDamage: fc.Arbitrary<JournalDamage> = fc.record({
  kind: fc.constantFrom('torn', 'line lost', 'line broken'),
  at: fc.nat(),
})

function damagedJournal(facts: readonly SessionFact[], { kind, at }: JournalDamage): string {
  const lines = facts.map((fact, index) =>
    journalLine({ at: '2026-01-01T00:00:00.000Z', ...fact }, index + 1, loopJournal),
  )
  if (kind === 'torn') {
    const [whole, last] = [lines.slice(0, -1).join(''), lines.at(-1) ?? '']
    return `${whole}${last.slice(0, at % last.length)}`
  }
  const place = at % lines.length
  if (kind === 'line lost') return lines.toSpliced(place, 1).join('')
  return lines.with(place, `${(lines[place] ?? '').slice(0, at % 40)}\n`).join('')
}

/** Null: it is refused, or nothing is there to be resumed. */
function read(text: string): readonly SessionFact[] | null {
  try {
    const { events } = parseJournal(Buffer.from(text), 'journal', sessionId, loopJournal)
    return events.length === 0 ? null : events
  } catch (error) {
    if (error instanceof LoopError) return null
    throw error
  }
}

describe('a loop', () => {
  it('passes no gate that would not pass if everything were whole', () => {
    const outcomes = new Set<string>()
    fc.assert(
      fc.property(anyWorld, damages, (world, harms) => {
        const { outcome, improved } = play(world, harms)
        outcomes.add(outcome)
        expect(improved).toBeNull()
      }),
      damageRuns(),
    )
    expect([...outcomes].sort()).toEqual(['accepted', 'approved', 'blocked', 'inconclusive'])
  })

  it('approves no files of which something is said that blocks, whatever is damaged on the way', () => {
    let approved = 0
    fc.assert(
      fc.property(firmWorld, damages, (world, harms) => {
        const played = play(world, harms)
        expect(leftAtApproval(world, played)).toEqual([])
        if (played.outcome === 'approved') approved += 1
      }),
      damageRuns(),
    )
    expect(approved).toBeGreaterThan(damageCases() / 100)
  })

  it('is not approved by a journal that lost or broke lines', () => {
    let refused = 0
    fc.assert(
      fc.property(firmWorld, fc.nat(99), anyJournalDamage, (world, length, damage) => {
        const { journal, trees } = play(world)
        const lines = journal.slice(0, 1 + (length % journal.length))
        const text = damagedJournal(lines, damage)
        const facts = read(text)
        if (facts === null) refused += 1
        else expect(leftAtApproval(world, resume(world, facts, trees[lines.length - 1] ?? ''))).toEqual([])
      }),
      damageRuns(),
    )
    expect(refused).toBeGreaterThan(0)
  })
})
