import type { ChangedFile, Tier } from '../../types.ts'
import type { Partition } from '../change/partition.ts'
import type { Route } from '../change/route.ts'
import { shuffleSlices } from './shuffle.ts'
import { type Patches, packSlices, type Slice, slicesOf } from './slices.ts'
import { whyUnreadable } from './unreadable.ts'

/** `reviewer` does everything in one call, for small changes; what their author says is judged by `premise` in a second one. */
export type PanelRole = 'reviewer' | 'bug-hunter' | 'auditor' | 'premise' | 'critic'

/** One reviewer of the panel: who it is and what it looks at. */
export interface Assignment {
  /** Unique in the review: 'bug-hunter/p2', 'auditor', 'critic/security', 'reviewer/pass-2'. */
  readonly name: string
  readonly role: PanelRole
  readonly tier: Tier
  /** From 1; later passes look at the same in another order. */
  readonly pass: number
  readonly slices: readonly Slice[]
  /** Domains it speaks for. */
  readonly critics: readonly string[]
}

export interface PanelInput {
  /** What is to be looked at line by line. */
  readonly files: readonly ChangedFile[]
  readonly patches: Patches
  readonly route: Route
  readonly partitions: readonly Partition[]
  readonly passes: number
  /** For the patch of one call. */
  readonly callTokens: number
  /** Bug hunters of one pass at most. */
  readonly maxParts: number
  /** The author says something about the change, in it or beside it. */
  readonly hasWords: boolean
}

export interface Panel {
  readonly assignments: readonly Assignment[]
  /** Whose changes no call can take or no patch shows, or not all of them. */
  readonly unreviewed: readonly { readonly path: string; readonly reason: string }[]
}

/** Who looks at what. Every changed line is given to a bug hunter, or named among what is not reviewed. */
export function planPanel(input: PanelInput): Panel {
  const unread = input.files.filter(({ path }) => !input.patches.has(path)).map(({ path }) => path)
  const whole = packSlices(wholeFiles(input), input.callTokens)
  const parts = input.route.fast_path && whole.chunks.length <= 1 ? null : partsOf(input)
  const assignments =
    parts === null
      ? reviewSmall(whole.chunks[0] ?? [], input)
      : [...huntersFor(parts.kept, input), ...companions(whole.chunks.slice(0, input.maxParts), input)]
  return {
    assignments,
    unreviewed: [
      ...unread.map((path) => ({ path, reason: 'its patch is too long to be read.' })),
      ...input.files.flatMap((file) => {
        const reason = input.patches.has(file.path) ? whyUnreadable(file) : undefined
        return reason === undefined ? [] : [{ path: file.path, reason }]
      }),
      ...whole.tooLong.map((path) => ({ path, reason: 'a line of it is longer than one call can take.' })),
      ...(parts === null ? [] : beyondLimit(parts.left, input.maxParts)),
    ],
  }
}

function wholeFiles({ files, patches }: PanelInput): readonly Slice[] {
  return files.flatMap(({ path }): Slice[] => {
    const patch = patches.get(path)
    return patch === undefined ? [] : [{ path, range: null, patch }]
  })
}

/**
 * One call is enough for small changes, and a second one for what their author says: it is on the same model and begins with the same
 * letters, so that providers find it in their caches. Nobody is asked about nothing.
 */
function reviewSmall(slices: readonly Slice[], { route, passes, hasWords }: PanelInput): readonly Assignment[] {
  if (slices.length === 0) return []
  const tier = route.models.fast_path_reviewer
  const reviewers = passNumbers(passes).map(
    (pass): Assignment => ({
      name: passName('reviewer', pass),
      role: 'reviewer',
      tier,
      pass,
      slices: shuffleSlices(slices, pass),
      critics: route.domain_critics,
    }),
  )
  const premise: Assignment = { name: 'premise', role: 'premise', tier, pass: 1, slices, critics: [] }
  return hasWords ? [...reviewers, premise] : reviewers
}

interface Part {
  readonly tests: boolean
  readonly slices: readonly Slice[]
}

function partsOf(input: PanelInput): { kept: readonly Part[]; left: readonly Part[] } {
  const position = new Map(input.files.map(({ path }, index) => [path, index]))
  // In the order of the change: where there is one part, all reviewers then begin with the same words.
  const ordered = (slices: readonly Slice[]) =>
    slices
      // What turned out to be only named to reviewers is still in the partitions.
      .filter(({ path }) => position.has(path))
      .sort((one, other) => (position.get(one.path) ?? 0) - (position.get(other.path) ?? 0))
  const parts = input.partitions.flatMap((partition) =>
    packSlices(ordered(slicesOf(partition, input.patches)), input.callTokens).chunks.map((slices) => ({
      tests: partition.is_test_only,
      slices,
    })),
  )
  return { kept: parts.slice(0, input.maxParts), left: parts.slice(input.maxParts) }
}

function huntersFor(parts: readonly Part[], { route, passes }: PanelInput): readonly Assignment[] {
  const { bug_hunter_a: tiers } = route.models
  return passNumbers(passes).flatMap((pass) =>
    parts.map(
      ({ tests, slices }, index): Assignment => ({
        name: passName(`bug-hunter/p${index + 1}`, pass),
        role: 'bug-hunter',
        tier: tests ? tiers.test_only : tiers.default,
        pass,
        slices: shuffleSlices(slices, pass),
        critics: [],
      }),
    ),
  )
}

/** Those who look at the change as a whole; where it is too long for a call, at one part after the other. */
function companions(chunks: readonly (readonly Slice[])[], { route }: PanelInput): readonly Assignment[] {
  const { unified_auditor: auditor, premise_reviewer: premise } = route.models
  const whole = (name: string, role: PanelRole, tier: Tier, critics: readonly string[] = []): readonly Assignment[] =>
    chunks.map((slices, index) => ({
      name: chunks.length === 1 ? name : `${name}/${index + 1}`,
      role,
      tier,
      pass: 1,
      slices,
      critics,
    }))
  return [
    ...whole('auditor', 'auditor', auditor),
    ...whole('premise', 'premise', premise),
    ...route.domain_critics.flatMap((critic) => whole(`critic/${critic}`, 'critic', auditor, [critic])),
  ]
}

function passNumbers(passes: number): readonly number[] {
  return Array.from({ length: Math.max(1, passes) }, (_, index) => index + 1)
}

function passName(name: string, pass: number): string {
  return pass === 1 ? name : `${name}/pass-${pass}`
}

function beyondLimit(left: readonly Part[], limit: number): Panel['unreviewed'] {
  const paths = [...new Set(left.flatMap(({ slices }) => slices.map(({ path }) => path)))]
  const reason = `beyond the ${limit} parts that one review may have (panel.max_parts).`
  return paths.map((path) => ({ path, reason }))
}
