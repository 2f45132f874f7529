import { structuredPatch } from 'diff'
import { readPrompts } from '../../src/commands/prompts.ts'
import { loadConfig } from '../../src/config/load.ts'
import type { Patches } from '../../src/core/panel/slices.ts'
import { hashText } from '../../src/core/values/hash.ts'
import type { Earlier } from '../../src/core/verdict/incremental.ts'
import { openIn } from '../../src/core/verdict/open-in.ts'
import type { AgentPlan } from '../../src/run/panel/agent-plan.ts'
import type { PaidReply, ReplyCache, ReviewPorts } from '../../src/run/ports.ts'
import { reviewRound } from '../../src/run/review-round.ts'
import type { RoundRequest } from '../../src/run/round-request.ts'
import type { AgentTask, ChangedFile, ReviewResult } from '../../src/types.ts'
import { changeOf } from './change.ts'
import { type Asked, agentPlan, quietPorts, roundRequest, scope, spokenAgent } from './round.ts'

// A review of files in memory: all decisions of a round, without git, processes or a folder.

/** Texts by path. One with a NUL is what git takes for binary. */
export type Tree = Readonly<Record<string, string>>

export interface MemoryAgent {
  readonly name: string
  /** An object is its answer; undefined: it crashes. */
  readonly answer: (task: AgentTask, asked: Asked) => object | undefined
  /** Every call so far. */
  readonly calls: AgentTask[]
}

export function memoryAgent(answer: MemoryAgent['answer'], name = 'anna'): MemoryAgent {
  return { name, answer, calls: [] }
}

export const clean = { summary: 'Looked.', findings: [] }

/** An answer with a P1 for each of these changes to one. */
export function found(...changes: readonly object[]) {
  const wrong = { line: 1, severity: 'P1', title: 'Wrong', problem: 'It is wrong.', impact: 'Bad.', confidence: 0.8 }
  return { summary: 'Looked.', findings: changes.map((each) => ({ ...wrong, evidence: '', ...each })) }
}

/** The same verdict on everything that the verifier is asked about. */
export function verified({ findings }: AgentTask, verdict: 'confirmed' | 'refuted', quote: string) {
  return { findings: findings.map((id) => ({ id, verdict, quote, reason: 'seen' })) }
}

interface MemoryOptions extends Partial<Pick<RoundRequest, 'decisions' | 'gates'>>, Partial<Pick<AgentPlan, 'guides'>> {
  readonly base?: Tree
  /** The texts of config.yaml and waivers.yaml. */
  readonly config?: string
  readonly waivers?: string
  /** None: the change says nothing about itself, and one reviewer is enough for a small one. */
  readonly commits?: readonly string[]
  readonly noVerify?: boolean
  readonly cache?: ReplyCache
  /** The files as they are staged. */
  readonly staged?: Tree
  /** An earlier review, and the files as they were. */
  readonly last?: { readonly result: ReviewResult; readonly files: Tree; readonly look: Earlier['look'] }
}

/** The first agent also verifies. None: a review by the built-in checks alone. */
export async function reviewFiles(
  files: Tree,
  agents: MemoryAgent | readonly MemoryAgent[],
  options: MemoryOptions = {},
): Promise<ReviewResult> {
  const { base = {}, staged = files, last, decisions = [], gates } = options
  const { config, errors } = await loadConfig({
    config: sourceOf('config.yaml', options.config),
    waivers: sourceOf('waivers.yaml', options.waivers),
  })
  if (errors.length > 0) throw new Error(errors.join('\n'))
  const trees = new Map([
    [scope.baseTree, base],
    [scope.headTree, files],
    [lastTree, last?.files ?? {}],
    [stagedTree, staged],
  ])
  const request = roundRequest({
    config,
    decisions,
    agents: planOf([agents].flat(), options),
    ...(gates === undefined ? {} : { gates }),
    earlier: last === undefined ? null : earlierOf(last),
    staged: staged === files ? null : stagedVersion(changeBetween(files, staged)),
  })
  const commits = options.commits ?? []
  const intent = { source: 'commits', title: '', body: '', commits } as const
  const { result } = await reviewRound(request, { ...portsFor(trees), readIntent: async () => intent })
  return result
}

const lastTree = 'c'.repeat(40)
const stagedTree = 'd'.repeat(40)
const sourceOf = (file: string, text: string | undefined) => (text === undefined ? undefined : { name: file, text })

function stagedVersion(files: readonly ChangedFile[]): RoundRequest['staged'] {
  return { scope: { ...scope, kind: 'staged', headTree: stagedTree }, paths: files.map(({ path }) => path) }
}

function earlierOf({ result, look }: NonNullable<MemoryOptions['last']>): Earlier {
  return { look, tree: lastTree, findings: openIn(result), discarded: result.discarded }
}

function planOf(
  agents: readonly MemoryAgent[],
  { noVerify, cache = undefined, guides = new Map() }: MemoryOptions,
): AgentPlan | null {
  const [first, ...others] = agents.map(({ name, answer, calls }) =>
    spokenAgent(name, (asked, task) => {
      calls.push(task)
      const said = answer(task, asked)
      return said === undefined ? { status: 'crashed', text: '' } : { status: 'ok', text: JSON.stringify(said) }
    }),
  )
  if (first === undefined) return null
  const verifier = noVerify ? null : first
  return agentPlan([first, ...others], { prompts, verifier, guides, cache: cache ?? null })
}

const prompts = readPrompts([
  'shared',
  'reviewer',
  'bug-hunter',
  'auditor',
  'premise',
  'critic',
  'verifier',
  'verifier-claims',
  'correction',
  'place-claims',
])

/** Keeps every reply, by who gave it and what was asked. */
export function memoryCache(): ReplyCache {
  const kept = new Map<string, PaidReply>()
  const keyOf: (...words: Parameters<ReplyCache['find']>) => string = (agent, { prompt, basis }, insteadOf) =>
    JSON.stringify([agent.identity, prompt, basis, insteadOf?.identity])
  return {
    find: (...asked) => kept.get(keyOf(...asked)),
    keep: (agent, task, reply, insteadOf) => kept.set(keyOf(agent, task, insteadOf), reply),
  }
}

function portsFor(trees: ReadonlyMap<string, Tree>): ReviewPorts {
  const texts = [...trees.values()].flatMap((tree) => Object.values(tree))
  const blobs = new Map(texts.map((text) => [hashText(text), text]))
  const textOf = (blob: string | null): string | null => blobs.get(blob ?? '') ?? null
  const readable = (blob: string | null) => (textOf(blob)?.includes('\0') ? null : textOf(blob))
  return {
    ...quietPorts,
    readChange: async ({ baseTree, headTree }, onAdded = () => {}) => {
      const change = changeBetween(trees.get(baseTree) ?? {}, trees.get(headTree) ?? {})
      for (const { path, newBlob, added } of change) {
        const lines = textOf(newBlob)?.split('\n') ?? []
        for (const { start, end } of added)
          for (let line = start; line <= end; line += 1) onAdded(path, line, lines[line - 1] ?? '')
      }
      return change
    },
    readContents: async (files) =>
      new Map(files.map(({ path, oldBlob, newBlob }) => [path, { old: readable(oldBlob), new: readable(newBlob) }])),
    readUnchanged: async (spellings) => {
      const [base, head] = [trees.get(scope.baseTree), trees.get(scope.headTree)]
      const isUnchanged = (path: string) => head?.[path] !== undefined && head[path] === base?.[path]
      return new Map(spellings.filter(isUnchanged).map((path) => [path, [head?.[path] ?? '']]))
    },
    readSizes: async (files) =>
      new Map(files.flatMap(({ path, newBlob }) => (newBlob === null ? [] : [[path, textOf(newBlob)?.length ?? 0]]))),
    readPatches: async (_trees, files) => patchesOf(files, textOf),
  }
}

function changeBetween(before: Tree, after: Tree): readonly ChangedFile[] {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  const changed = paths.filter((path) => before[path] !== after[path])
  const moved = changed.flatMap((path) => {
    const to = changed.find((other) => before[other] === undefined && after[other] === before[path])
    return after[path] === undefined && to !== undefined ? ([[to, path]] as const) : []
  })
  const oldPaths = new Map(moved)
  const gone = new Set(moved.map(([, from]) => from))
  return changed.filter((path) => !gone.has(path)).map((path) => oneChange(path, oldPaths.get(path)))

  function oneChange(path: string, oldPath: string | undefined): ChangedFile {
    const [old, now] = [before[oldPath ?? path] ?? null, after[path] ?? null]
    const binary = `${old}${now}`.includes('\0')
    return {
      ...changeOf(path, binary && old !== null ? '' : old, binary && now !== null ? '' : now),
      ...(oldPath === undefined ? {} : { oldPath, status: 'renamed' }),
      binary,
      oldBlob: old === null ? null : hashText(old),
      newBlob: now === null ? null : hashText(now),
    }
  }
}

function patchesOf(files: readonly ChangedFile[], textOf: (blob: string | null) => string | null): Patches {
  return new Map(
    files.map(({ path, binary, oldBlob, newBlob }) => {
      const { hunks } = structuredPatch('', '', textOf(oldBlob) ?? '', textOf(newBlob) ?? '')
      const shown = hunks.map(({ oldStart, newStart, lines }) => ({ oldStart, newStart, section: '', lines }))
      return [path, { header: `diff --git a/${path} b/${path}\n`, hunks: binary ? [] : shown }]
    }),
  )
}
