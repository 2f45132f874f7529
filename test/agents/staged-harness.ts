import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunResult } from '../../src/core/staged/run-result.ts'
import type { AgentName } from '../kit/agents.ts'
import type { ModelRequest } from '../kit/model-server/providers/provider.ts'
import type { Scenario, Step } from '../kit/model-server/scenario.ts'
import type { ModelServer } from '../kit/model-server/server.ts'
import { type ProgramResult, reviewLoop } from '../support/program.ts'
import type { Files, TestRepository } from '../support/repository.ts'
import { runRepository, stagesOnly } from '../support/scripted-run.ts'
import { approvalReply, doneReply, noopReply, planReply } from '../support/staged-replies.ts'
import { configured } from './harness.ts'

// A staged run by claude and codex, with a scripted model behind each that plays whatever part it is asked to play.

type Part = 'planner' | 'executor' | 'simplify' | 'docs' | 'reviewer'
export type Parts = Readonly<Record<Part, (root: string, request: ModelRequest) => readonly Step[]>>

/** By the first words of the prompt, which nothing else in it may imitate. */
const openings: readonly (readonly [string, Part])[] = [
  ['You plan a piece of work', 'planner'],
  ['You carry out a piece of work', 'executor'],
  ['Make the code of this change simpler', 'simplify'],
  ['Make what is written about the code agree', 'docs'],
  ['How you review:', 'reviewer'],
]

export const added = 'export const add = (a, b) => a + b'
const itsTest = `import assert from 'node:assert'\nimport { add } from './calc.js'\nassert.equal(add(1, 2), 3)\n`

/** What the parts do unless a test says otherwise: they read, write and approve, and all goes well. */
export const usual: Parts = {
  planner: (root) => [{ read: `${root}/calc.js` }, { text: planReply() }],
  executor: (root) => [
    { read: `${root}/calc.js` },
    {
      edit: { path: `${root}/calc.js`, old: 'export const zero = 0', new: `export const zero = 0\n${added}` },
    },
    { write: { path: `${root}/calc.test.js`, content: itsTest } },
    { text: doneReply(['calc.js', 'calc.test.js']) },
  ],
  simplify: () => [{ text: noopReply }],
  docs: (root) => [
    { read: `${root}/README.md` },
    { edit: { path: `${root}/README.md`, old: 'It has zero.', new: 'It has zero and add.' } },
    { text: doneReply(['README.md']) },
  ],
  reviewer: () => [{ read: 'calc.js' }, { text: approvalReply }],
}

export interface StagedStory {
  /** For `.review-loop/config.md`. */
  readonly flat?: string
  readonly files?: Files
  readonly parts?: Partial<Parts>
  /** Is told of every request while the program that made it waits. */
  readonly onRequest?: (part: Part, request: ModelRequest, test: TestRepository) => void
}

export interface Staged {
  readonly test: TestRepository
  readonly run: (...words: string[]) => Promise<ProgramResult & { readonly result: RunResult }>
  /** The parts that the model behind a program was asked to play, one for each call. */
  readonly asked: (name: AgentName) => readonly Part[]
}

let stories = 0

export function stagedStory(server: ModelServer, { flat = '', files, parts, onRequest }: StagedStory = {}): Staged {
  stories += 1
  const asked: Record<string, Part[]> = { claude: [], codex: [] }
  const agents = (['claude', 'codex'] as const).map((name) => {
    const scenario = `staged-${stories}-${name}`
    server.add(scenario, (request): Scenario => {
      const part = partIn(request)
      if (request.callsMade === 0) asked[name]?.push(part)
      onRequest?.(part, request, test)
      return { steps: { ...usual, ...parts }[part](test.path, request) }
    })
    return configured(name, scenario)
  })
  const config = { agents: Object.fromEntries(agents.map(({ settings }) => [settings.kind, settings])) }
  const test = runRepository({
    'README.md': '# Calc\n\nIt has zero.\n',
    '.review-loop/config.md': flat,
    '.review-loop/config.yaml': JSON.stringify(config),
    ...files,
  })
  const env = Object.assign({}, ...agents.map((agent) => agent.env))
  return {
    test,
    asked: (name) => asked[name] ?? [],
    run: async (...words) => {
      const ended = await reviewLoop(test.path, [...stagesOnly(words), '--format', 'json'], { env })
      if (!ended.stdout.startsWith('{')) throw new Error(`no result (exit ${ended.code}): ${ended.stderr}`)
      return { ...ended, result: JSON.parse(ended.stdout) }
    },
  }
}

function partIn({ prompt }: ModelRequest): Part {
  const [, part] = openings.find(([words]) => prompt.includes(words)) ?? []
  if (part === undefined) throw new Error(`no part for this prompt: ${prompt.slice(0, 500)}`)
  return part
}

/** What the programs printed in the calls of a run, by the name of the call. */
export function transcripts({ path }: TestRepository, session: string): ReadonlyMap<string, string> {
  const folder = join(path, '.review-loop/sessions', session, 'transcripts')
  return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
}
