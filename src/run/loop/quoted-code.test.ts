import { describe, expect, it } from 'vitest'
import { changeOf, finding } from '../../../test/support/change.ts'
import { fixMade, reviewed, started, stateOf } from '../../../test/support/loop-journal.ts'
import { chance } from '../../../test/support/staged-world.ts'
import { nameFindings } from '../../core/findings/identity.ts'
import { isStuck, isWorse } from '../../core/loop/convergence.ts'
import { isActive } from '../../core/loop/entry-status.ts'
import { foldEvent } from '../../core/loop/fold.ts'
import type { LoopState } from '../../core/loop/state.ts'
import type { LedgerEntry } from '../../core/loop/types.ts'
import type { Finding } from '../../types.ts'
import { quotedCode } from './quoted-code.ts'

// The same bug in sibling functions, said in the same words each time: only the code and its place tell them apart.

type Chance = ReturnType<typeof chance>

interface Sibling {
  readonly name: string
  readonly quote: string
  readonly isFixed: boolean
  /** Lines above it that came in since. */
  readonly above: number
}

interface World {
  readonly file: string
  readonly siblings: readonly Sibling[]
}

const bugs = ({ siblings }: World): readonly Sibling[] => siblings.filter(({ isFixed }) => !isFixed)

function textOf({ siblings }: World): string {
  return siblings
    .flatMap(({ name, quote, isFixed, above }) => [
      ...Array.from({ length: above }, (_, index) => `// note ${index} of ${name}`),
      `export function ${name}(list, index) {`,
      isFixed ? `  if (index in list) return list[index].${name}` : quote,
      '}',
      '',
    ])
    .join('\n')
}

/** Names as a review gives them, from the top of the file down. */
function findingsOn(world: World, named: readonly Sibling[]): readonly Finding[] {
  const lines = textOf(world).split('\n')
  const said = named.map(({ name, quote }) => {
    const line = lines.findIndex((text) => text.startsWith(`export function ${name}(`)) + 2
    const words = { title: 'The index is not checked', problem: 'An index beyond the end of the list crashes.' }
    return finding({
      file: world.file,
      line,
      endLine: line,
      evidence: quote.trim(),
      severity: 'P1',
      blocking: true,
      ...words,
    })
  })
  const [names = []] = nameFindings(said.map((each) => ({ ...each, discriminator: null })))
  return said.map((each, index) => ({ ...each, ...names[index] }))
}

/** A loop over worlds: each review sees the next one. */
function player(state: LoopState = stateOf(started())) {
  const trees = new Map<string, World>()
  const said: { readonly round: number; readonly name: string; readonly id: string }[] = []
  const review = async (world: World, named: readonly Sibling[]): Promise<void> => {
    const round = state.rounds.length + 1
    const name = String.fromCharCode(96 + round)
    const tree = `tree ${name}`
    trees.set(tree, world)
    const findings = findingsOn(world, named)
    const code = await quotedCode(findings, state.ledger, tree, {
      changes: async (before, after) => changesBetween(trees.get(before)!, trees.get(after)!),
      texts: async () => new Map([[world.file, textOf(world)]]),
    })
    state = foldEvent(state, reviewed(round, name, findings, { code, changed: [world.file] }))
    for (const [index, each] of named.entries()) {
      const { line } = findings[index]!
      const isIt = ({ finding: one }: LedgerEntry) => one.file === world.file && one.line === line
      const entries = state.ledger.filter((entry) => isActive(entry) && isRaisedIn(entry, round) && isIt(entry))
      said.push({ round, name: each.name, id: entries.map(({ id }) => id).join() })
    }
    state = foldEvent(state, fixMade(round, String.fromCharCode(97 + round), { changedFiles: [world.file] }))
  }
  return { review, state: () => state, said }
}

const isRaisedIn = ({ history }: LedgerEntry, round: number) =>
  history.at(-1)?.round === round && !history.at(-1)?.why.includes('does not raise')

function changesBetween(before: World, after: World) {
  const change = changeOf(after.file, textOf(before), textOf(after))
  if (before.file === after.file) return change.hunks.length === 0 ? [] : [change]
  return [{ ...change, status: 'renamed' as const, oldPath: before.file }]
}

function randomWorld(random: Chance): World {
  const isSameText = random.is(0.5)
  const siblings = Array.from({ length: 2 + random.below(5) }, (_, index) => ({
    name: `take${index}`,
    quote: isSameText ? '  return list[index].value' : `  return list[index].value${index}`,
    isFixed: false,
    above: random.below(3) === 0 ? 25 : random.below(3),
  }))
  return { file: 'src/take.js', siblings }
}

/** Some bugs are fixed, lines come in above, and the file may get another name. */
function nextWorld(world: World, random: Chance): World {
  const siblings = world.siblings.map((each) => ({
    ...each,
    isFixed: each.isFixed || random.is(0.4),
    above: each.above + (random.is(0.3) ? 1 + random.below(30) : 0),
  }))
  return { file: random.is(0.2) ? `src/take${random.below(1000)}.js` : world.file, siblings }
}

const shuffled = <T>(all: readonly T[], random: Chance): readonly T[] =>
  all
    .map((each) => [random.below(1_000_000), each] as const)
    .sort(([one], [other]) => one - other)
    .map(([, each]) => each)

describe('the same words about sibling functions', () => {
  it('are one finding for each function, under one id, whatever is fixed, moved or renamed', async () => {
    for (let seed = 1; seed <= 400; seed += 1) {
      const random = chance(seed)
      const played = player()
      let world = randomWorld(random)
      for (let round = 1; round <= 4; round += 1) {
        const named = shuffled(bugs(world), random).filter(() => random.is(0.8))
        await played.review(world, named)
        world = nextWorld(world, random)
      }
      const count = (of: (each: (typeof played.said)[number]) => string) => new Set(played.said.map(of)).size
      const [names, ids] = [count(({ name }) => name), count(({ id }) => id)]
      const both = count(({ name, id }) => `${name} ${id}`)
      const entries = played.state().ledger.length
      expect({ ids, both, entries }, `seed ${seed}`).toEqual({ ids: names, both: names, entries: names })
      const history = played.state().ledger.flatMap((entry) => entry.history.map(({ status }) => status))
      expect(history, `seed ${seed}`).not.toContain('regressed')
    }
  })

  const names = ['first', 'second', 'third']
  const world: World = {
    file: 'src/take.js',
    siblings: names.map((name) => ({ name, quote: `  return list[index].${name}`, isFixed: false, above: 0 })),
  }
  const fixed = (count: number): World => ({
    ...world,
    siblings: world.siblings.map((each, index) => ({ ...each, isFixed: index < count })),
  })

  it.each([
    ['all are named at once', (one: World) => bugs(one)],
    ['each is named when the one before it is fixed', (one: World) => bugs(one).slice(0, 1)],
  ])('are progress while one is fixed in each round: %s', async (_, named) => {
    const played = player()
    for (const count of [0, 1, 2]) await played.review(fixed(count), named(fixed(count)))
    const { rounds } = played.state()
    expect(isStuck(played.state())).toBe(false)
    expect(rounds.slice(1).some((round, index) => isWorse(rounds[index]!, round))).toBe(false)
  })

  it('are no progress while nothing is fixed', async () => {
    const played = player()
    for (const shift of [0, 1, 2]) {
      const same = { ...world, siblings: world.siblings.map((each) => ({ ...each, above: each.above + shift })) }
      await played.review(same, bugs(same))
    }
    expect(isStuck(played.state())).toBe(true)
  })
})
