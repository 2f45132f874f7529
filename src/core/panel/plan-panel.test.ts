import { createTwoFilesPatch } from 'diff'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedFile, changeOf } from '../../../test/support/change.ts'
import type { ChangedFile } from '../../types.ts'
import { noCriticGates } from '../change/critic-gates.ts'
import { partitionChange } from '../change/partition.ts'
import { routeReview } from '../change/route.ts'
import { findGaps } from './coverage.ts'
import { type FilePatch, parseFilePatch, renderFilePatch } from './patch.ts'
import { type PanelInput, planPanel } from './plan-panel.ts'
import { renderSlices } from './slices.ts'
import { estimateTokens } from './tokens.ts'

interface Made {
  readonly file: ChangedFile
  readonly patch: FilePatch
}

function made(path: string, before: string, after: string): Made {
  const patch = createTwoFilesPatch(`a/${path}`, `b/${path}`, before, after, '', '', { context: 3 })
  return { file: changeOf(path, before, after), patch: parseFilePatch(patch.replace(/^=+\n/, '')) }
}

function inputOf(all: readonly Made[], changes: Partial<PanelInput> = {}): PanelInput {
  const files = all.map(({ file }) => file)
  const route = routeReview({ files, gates: noCriticGates, intent: 'feature', fastPathLines: 200 })
  return {
    files,
    patches: new Map(all.map(({ file, patch }) => [file.path, patch])),
    route,
    partitions: partitionChange(files, { maxPartitions: route.max_bha_agents }).partitions,
    passes: 1,
    callTokens: 60_000,
    maxParts: 40,
    hasWords: false,
    ...changes,
  }
}

const lines = (count: number, mark = 'line') =>
  Array.from({ length: count }, (_, index) => `${mark} ${index}\n`).join('')
const names = (input: PanelInput) => planPanel(input).assignments.map(({ name, tier }) => `${name} ${tier}`)

describe('who is asked', () => {
  it('one reviewer for a small change', () => {
    expect(names(inputOf([made('a.ts', '', lines(200))]))).toEqual(['reviewer standard'])
  })

  it('a second one for what its author says, who is shown the same by the same model', () => {
    const all = ['a', 'b', 'c'].map((name) => made(`src/${name}.ts`, '', lines(9, name)))
    const { assignments } = planPanel(inputOf(all, { hasWords: true }))
    expect(assignments.map(({ name, tier }) => `${name} ${tier}`)).toEqual(['reviewer standard', 'premise standard'])
    expect(new Set(assignments.map(({ slices }) => renderSlices(slices))).size).toBe(1)
  })

  it('a panel for a larger one, tests by a lesser model', () => {
    expect(names(inputOf([made('src/a.ts', '', lines(300)), made('test/a.test.ts', '', lines(60))]))).toEqual([
      'bug-hunter/p1 strong',
      'bug-hunter/p2 standard',
      'auditor standard',
      'premise standard',
    ])
  })

  it('shows all of them the same, in the same order, where there is one part', () => {
    const all = ['a', 'b', 'c'].map((name, index) => made(`src/${name}.ts`, '', lines(80 + 40 * index, name)))
    const { assignments } = planPanel(inputOf(all))
    expect(assignments.map(({ name }) => name)).toEqual(['bug-hunter/p1', 'auditor', 'premise'])
    expect(new Set(assignments.map(({ slices }) => renderSlices(slices))).size).toBe(1)
  })

  it('nobody about what is only named, although the partitions have it', () => {
    const all = [made('src/a.ts', '', lines(300)), made('dist/b.js', '', lines(90, 'generated'))]
    const input = inputOf(all)
    const { assignments } = planPanel({ ...input, files: input.files.slice(0, 1) })
    expect(new Set(assignments.flatMap(({ slices }) => slices.map(({ path }) => path)))).toEqual(new Set(['src/a.ts']))
  })

  it('the critic of the domain, if there is one', () => {
    const all = [made('src/auth/a.ts', '', lines(300))]
    const gates = { ...noCriticGates, moduleCritics: [{ patterns: ['auth'], critics: ['security'] }] }
    const route = routeReview({ files: all.map(({ file }) => file), gates, intent: 'fix' })
    expect(names(inputOf(all, { route }))).toEqual([
      'bug-hunter/p1 strong',
      'auditor standard',
      'premise strong',
      'critic/security standard',
    ])
    const small = [made('src/auth/a.ts', '', lines(3))]
    const fast = routeReview({ files: small.map(({ file }) => file), gates, intent: 'fix' })
    expect(planPanel(inputOf(small, { route: fast })).assignments).toMatchObject([
      { name: 'reviewer', critics: ['security'] },
    ])
  })

  it('bug hunters as often as there are passes, each in another order', () => {
    const all = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => made(`src/${name}.ts`, '', lines(60, name)))
    const { assignments } = planPanel(inputOf(all, { passes: 3 }))
    const hunters = assignments.filter(({ role }) => role === 'bug-hunter')
    expect(hunters.map(({ name }) => name)).toEqual(['bug-hunter/p1', 'bug-hunter/p1/pass-2', 'bug-hunter/p1/pass-3'])
    const orders = hunters.map(({ slices }) => slices.map(({ path }) => path).join(' '))
    expect(new Set(orders).size).toBe(3)
    expect(orders.map((order) => order.split(' ').sort().join(' '))).toEqual(
      Array(3).fill(all.map(({ file }) => file.path).join(' ')),
    )
    expect(planPanel(inputOf(all, { passes: 3 }))).toEqual({ assignments, unreviewed: [] })
  })
})

describe('long changes', () => {
  it('names a line that no call can take, and everything beyond the limit of parts', () => {
    const all = [made('src/a.ts', '', lines(3000)), made('src/b.ts', '', `${'x'.repeat(50_000)}\n`)]
    const { assignments, unreviewed } = planPanel(inputOf(all, { callTokens: 3000, maxParts: 2 }))
    expect(assignments.filter(({ role }) => role === 'bug-hunter')).toHaveLength(2)
    expect(unreviewed).toEqual([
      { path: 'src/b.ts', reason: 'a line of it is longer than one call can take.' },
      { path: 'src/a.ts', reason: 'beyond the 2 parts that one review may have (panel.max_parts).' },
    ])
  })

  it('names a file whose patch is missing', () => {
    const input = inputOf([made('a.ts', '', lines(3))], { patches: new Map() })
    expect(planPanel(input).unreviewed).toEqual([{ path: 'a.ts', reason: 'its patch is too long to be read.' }])
    expect(findGaps(input.files, planPanel(input).assignments)).toMatchObject([{ path: 'a.ts' }])
  })

  it.each<[string, Partial<ChangedFile>, string | undefined]>([
    [
      'source that shows as binary',
      { path: 'src/a.js', binary: true },
      'git takes it for binary, so its content is not shown.',
    ],
    [
      'a binary file without an ending',
      { path: 'bin/run', binary: true },
      'git takes it for binary, so its content is not shown.',
    ],
    ['a submodule', { path: 'vendor/lib', newMode: '160000' }, 'a submodule, of which only the new commit is shown.'],
    ['a picture', { path: 'logo.png', binary: true }, undefined],
    ['source that is as it was', { path: 'src/a.js', binary: true, oldBlob: 'new' }, undefined],
    ['source that is gone', { path: 'src/a.js', binary: true, newBlob: null, status: 'deleted' }, undefined],
  ])('names what no patch shows: %s', (_, values, reason) => {
    const file = changedFile({ path: '', oldBlob: 'old', newBlob: 'new', ...values })
    const patch = { header: 'Binary files differ\n', hunks: [] }
    const { assignments, unreviewed } = planPanel(inputOf([{ file, patch }]))
    expect(unreviewed).toEqual(reason === undefined ? [] : [{ path: file.path, reason }])
    expect(assignments).toHaveLength(1)
  })

  it('asks nobody where there is nothing to show', () => {
    expect(planPanel(inputOf([]))).toEqual({ assignments: [], unreviewed: [] })
    const long = inputOf([made('a.ts', '', `${'x'.repeat(50_000)}\n`)], { callTokens: 3000 })
    expect(planPanel(long)).toMatchObject({ assignments: [], unreviewed: [{ path: 'a.ts' }] })
  })

  const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'x'.repeat(400)), { maxLength: 60 })
  const changes = fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 6 })
  const join = (parts: readonly string[]) => parts.map((part) => `${part}\n`).join('')

  it('are covered line by line, and no call is longer than allowed', () => {
    fc.assert(
      fc.property(
        changes,
        fc.integer({ min: 300, max: 3000 }),
        fc.integer({ min: 1, max: 60 }),
        (texts, tokens, loc) => {
          const all = texts.map(([before, after], index) => made(`src/${index}.ts`, join(before), join(after)))
          const files = all.map(({ file }) => file)
          const route = { ...routeReview({ files, gates: noCriticGates, intent: 'mixed' }), fast_path: false }
          const { partitions } = partitionChange(files, { locBudget: loc, maxPartitions: 3 })
          const input = inputOf(all, { route, partitions, callTokens: tokens, maxParts: 1000 })
          const { assignments, unreviewed } = planPanel(input)
          expect(unreviewed).toEqual([])
          expect(findGaps(files, assignments)).toEqual([])
          for (const { slices } of assignments) {
            expect(estimateTokens(renderSlices(slices))).toBeLessThanOrEqual(tokens + slices.length)
          }
        },
      ),
    )
  })
})

describe('findGaps', () => {
  const one = made('src/a.ts', lines(20), lines(20).replace('line 3\n', 'new\n').replace('line 15\n', ''))
  const all = inputOf([one]).files

  it('counts only those who had to look at the lines', () => {
    const slices = [{ path: 'src/a.ts', range: null, patch: one.patch }]
    const answered = (role: 'auditor' | 'bug-hunter') => [
      { name: role, role, tier: 'strong' as const, pass: 1, slices, critics: [] },
    ]
    expect(findGaps(all, answered('bug-hunter'))).toEqual([])
    expect(findGaps(all, answered('auditor'))).toEqual([
      {
        path: 'src/a.ts',
        added: [{ start: 4, end: 4 }],
        removed: [
          { start: 4, end: 4 },
          { start: 16, end: 16 },
        ],
      },
    ])
    expect(renderFilePatch(one.patch)).toContain('+new')
  })
})
