import fc from 'fast-check'
import { listEntries, readAgentReply } from '../../src/commands/tool/agent-reply.ts'
import { type Input, readJson } from '../../src/commands/tool/input.ts'
import type { World } from '../../src/commands/tool/step.ts'
import { validate } from '../../src/commands/tool/validate.ts'
import { verdict } from '../../src/commands/tool/verdict.ts'
import { toDiffData } from '../../src/core/change/diff-data.ts'
import { LoopError } from '../../src/errors.ts'
import { jsonText } from '../../src/report/json-text.ts'
import type { LineRange } from '../../src/types.ts'
import { anyChange, type FileChange } from './change.ts'
import { anyClaim, type Claim, claimedPlace, wordsOf } from './claims.ts'

// Steps for scripts: agent files, one list of findings, what validate makes of it, the verdict. Each hands a text to the next one.

interface AgentFile {
  readonly claims: readonly Claim[]
  readonly wording: '002' | 'own'
  readonly form: 'list' | 'object' | 'summary'
  /** Its category and priority say that the change should not be merged at all. */
  readonly isPremise: boolean
}

export interface ToolCase {
  readonly change: readonly FileChange[]
  readonly agents: readonly AgentFile[]
  /** Other programs do not write all that we do. */
  readonly data: 'own' | 'without hunks' | 'without lines'
  readonly output: 'own' | 'without effect' | 'only reasons'
}

const agentFile: fc.Arbitrary<AgentFile> = fc.record({
  claims: fc.array(anyClaim, { maxLength: 3 }),
  wording: fc.constantFrom('002', 'own'),
  form: fc.constantFrom('list', 'object', 'summary'),
  isPremise: fc.constantFrom(false, false, false, true),
})

export const anyToolCase: fc.Arbitrary<ToolCase> = fc.record({
  change: fc.oneof({ weight: 12, arbitrary: anyChange }, fc.constant([])),
  agents: fc.array(agentFile, { maxLength: 2 }),
  data: fc.constantFrom('own', 'own', 'without hunks', 'without lines'),
  output: fc.constantFrom('own', 'without effect', 'only reasons'),
})

/** The texts on the way, each as the step before writes it. */
export const stages = ['agent', 'findings', 'data', 'output'] as const
export type Stage = (typeof stages)[number]
export type Edit = (stage: Stage, text: string, nth: number) => string

export async function verdictAfter(drawn: ToolCase, edit: Edit = (_, text) => text): Promise<unknown> {
  const { change, agents, data } = drawn
  const all = agents.flatMap(({ claims }) => claims)
  const replies = agents.map((agent, nth) => {
    const text = edit('agent', agentText(agent, all, change), nth)
    return readAgentReply(`agent_a${nth}.json`, text)
  })
  const findings = edit('findings', `${JSON.stringify(listEntries(replies), null, 2)}\n`, 0)
  const texts = { findings, 'diff-data': edit('data', jsonText(diffData(change, data)), 0) }
  const output = await validated(texts)
  const given = output === null ? {} : { 'validate-output': edit('output', asOthersWrite(output, drawn.output), 0) }
  return Object(await verdict.run(inputOf('tool verdict', given), world)).verdict
}

/** Null: it refused what it was given, and wrote nothing. */
async function validated(texts: Readonly<Record<string, string>>): Promise<string | null> {
  try {
    return jsonText(await validate.run(inputOf('tool validate', texts), world))
  } catch (error) {
    if (error instanceof LoopError) return null
    throw error
  }
}

function asOthersWrite(text: string, form: ToolCase['output']): string {
  if (form === 'own') return text
  const output = JSON.parse(text)
  const discarded = output.discarded.map(({ effect: _, ...rest }: { effect: string; code: string }) => {
    const { code: __, ...others } = rest
    return form === 'only reasons' ? others : rest
  })
  return jsonText({ ...output, discarded })
}

function agentText(
  { claims, wording, form, isPremise }: AgentFile,
  all: readonly Claim[],
  change: readonly FileChange[],
) {
  const findings =
    change.length === 0 ? [] : claims.map((claim) => entryOf(claim, all.indexOf(claim), change, wording, isPremise))
  const value = { list: findings, object: { findings }, summary: { summary: 'Looked at all of it.', findings } }[form]
  return `${JSON.stringify(value, null, 2)}\n`
}

function entryOf(
  claim: Claim,
  index: number,
  change: readonly FileChange[],
  wording: '002' | 'own',
  isPremise: boolean,
) {
  const { severity, blocking, confidence, discard } = claim
  const { title, problem } = wordsOf(index)
  const { file, line, evidence } = claimedPlace(claim, change)
  const impact = blocking ? 'Every order is wrong.' : null
  const both = { file, line, severity, category: 'Bug', confidence, discard, blocking, impact }
  const premise = isPremise ? { category: 'Premise', priority: 0 } : {}
  if (wording === 'own') return { ...both, title, problem, evidence, ...premise }
  const words = { issue: `[P1] ${title}`, explanation: problem, recommendation: 'Count them.', priority: 1 }
  return { ...both, ...words, code_snippet: evidence ?? '', ...premise }
}

function diffData(change: readonly FileChange[], form: ToolCase['data']): object {
  const files = change.map(({ file }) => file)
  const patchLines = Object.fromEntries(
    change.map(({ file, contents }) => [
      file.path,
      { added_lines: numbered(contents.new, file.added), removed_lines: numbered(contents.old, file.removed) },
    ]),
  )
  const { hunks: _hunks, renamed_from: _renamed, binary_files: _binary, ...plain } = toDiffData(files, patchLines)
  const { patch_lines: _lines, ...places } = plain
  return { own: toDiffData(files, patchLines), 'without hunks': plain, 'without lines': places }[form]
}

function numbered(text: string | null, ranges: readonly LineRange[]): Record<string, string> {
  const lines = text?.split('\n') ?? []
  const isIn = (line: number) => ranges.some(({ start, end }) => start <= line && line <= end)
  return Object.fromEntries(lines.flatMap((content, index) => (isIn(index + 1) ? [[index + 1, content]] : [])))
}

function inputOf(step: string, texts: Readonly<Record<string, string>>): Input {
  const given: Pick<Input, 'json' | 'requiredJson' | 'text'> = {
    text: () => undefined,
    json: (name, schema) => {
      const text = texts[name]
      return text === undefined ? undefined : readJson({ name, text }, schema, step)
    },
    requiredJson: (name, schema) => readJson({ name, text: texts[name] ?? '' }, schema, step),
  }
  return { ...given, step, words: [] } as unknown as Input
}

const world = {
  context: { environment: { ci: false, variables: {} }, now: () => new Date('2026-01-01') },
  cwd: '/nowhere',
  repository: async () => {
    throw new LoopError('not_repository', { path: '/nowhere' })
  },
} as unknown as World
