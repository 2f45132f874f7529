import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { RunEvent } from '../../src/core/staged/machine/facts.ts'
import type { RunResult } from '../../src/core/staged/run-result.ts'
import { runInside } from './inside.ts'
import { jsonEndOf, type ProgramOptions, type ProgramResult, startProgram, withJson } from './program.ts'
import { createRepository, type Files, type TestRepository } from './repository.ts'
import { type ScriptedAgent, scriptedAgent } from './scripted-agent.ts'

// A repository, agents that play planner, executor and reviewer, and a staged run over both.

/** Nothing is tracked that should not be, and nothing is missing in the ignore file. */
const ignored = `${['*.pem', '*.key', '*.p12', '*.pfx', '*.jks', '*.keystore', '*.ppk', '.env', '.env.*', '*credentials*.json', '*secrets*.json', 'id_rsa', 'id_dsa', 'id_ecdsa', 'id_ed25519', 'service-account*.json', '.aws/', '.gcloud/', '*.sqlite', '*.sqlite3', '*.db', '*.dump', '*.sql.gz', '*.tfstate', '*.tfstate.*', '*.tfvars', '.terraform/', '*.map', '*.log', 'logs/'].join('\n')}\n`

/** Without the polish stage, which takes most of the calls: `whole` has it. */
const quick = 'skip_quality_polish: true\n'
export const whole: Files = { '.review-loop/config.md': '' }

export function runRepository(files: Files = {}): TestRepository {
  const base = { 'calc.js': 'export const zero = 0\n', '.gitignore': ignored, '.review-loop/config.md': quick }
  return createRepository({ ...base, ...files })
}

/** What the roles do unless a test says otherwise: everything goes well. */
const usual = {
  plan: `plan()`,
  exec: `writeFileSync('calc.js', 'export const zero = 0\\nexport const add = (a, b) => a + b\\n')\ndone('calc.js')`,
  later: `noop()`,
  review: `approve()`,
}

export type Roles = Partial<typeof usual>

/** `name` is the pass; `count` how often it was asked for it, from 1. */
export function runAgent(roles: Roles = {}, before = ''): ScriptedAgent {
  const { plan, exec, later, review } = { ...usual, ...roles }
  return scriptedAgent(`
const say = (lines) => console.log(lines.join('\\n'))
let count = 1
while (!once(role + '-' + name + '-' + count)) count += 1
const plan = (questions = '- None.') => say(['## Solution Plan: Add add', '', '### Problem Analysis', 'There is no add.', '', '### Proposed Approach', 'Write it.', '', '### Implementation Steps', '1. Add add to calc.js', '', '### Files to Modify / Create', '- \`calc.js\` - add', '', '### Risks & Assumptions', '- None known', '', '### Open Questions', questions])
const done = (...files) => say(['## Implementation Complete: Add add', '', '### Changes Made', 'Added add.', '', '### Files Modified / Created / Deleted', ...files.map((file) => '- \`' + file + '\` - add'), '', '### Deviations from Plan', 'None', '', '### Notes for Reviewer', 'Look at it.'])
const noop = () => say(['## Implementation Complete: Add add', '', '### Changes Made', 'No code changes were required for this round.', '', '### Files Modified / Created / Deleted', 'None', '', '### Deviations from Plan', 'None', '', '### Notes for Reviewer', 'No-op round. The approved plan and current code already satisfy this step.'])
const approve = (...issues) => say(['### VERDICT: APPROVE', '', '### Issues', ...(issues.length ? issues : ['- None.']), '', '### Strengths', 'It is small.'])
const refuse = (text = 'There is no test') => say(['### VERDICT: REQUEST_CHANGES', '', '### Issues', '- [CRITICAL] ' + text, '  File: \`calc.js\`, around line 1', '', '### Strengths', 'It is small.'])
${before}
if (role === 'planner') { ${plan} }
else if (role === 'reviewer') { ${review} }
else if (name === 'exec') { ${exec} }
else { ${later} }
`)
}

export interface StagedRun extends ProgramResult {
  /** Null where none was printed. */
  readonly result: RunResult
}

/** Without the loop that reviews what was delivered: `reviewedRun` has it. */
export async function staged(test: TestRepository, agent: ScriptedAgent, ...words: string[]): Promise<StagedRun> {
  return reviewedRun(test, agent, ...stagesOnly(words))
}

export async function reviewedRun(test: TestRepository, agent: ScriptedAgent, ...words: string[]): Promise<StagedRun> {
  return withJson(await runInside(test.path, stagedWords(agent, words)))
}

export function startStaged(test: TestRepository, agent: ScriptedAgent, ...words: string[]) {
  return startReviewedRun(test, agent, ...stagesOnly(words))
}

export function startReviewedRun(test: TestRepository, agent: ScriptedAgent, ...words: string[]) {
  return startRun(test, stagedWords(agent, words))
}

/** A plan delivers nothing. */
export function stagesOnly(words: readonly string[]): readonly string[] {
  return words[0] === 'plan' ? words : [...words, '--no-post-review']
}

const stagedWords = (agent: ScriptedAgent, words: readonly string[]) => [
  ...words,
  ...['--agent', agent.word, '--format', 'json'],
]

/** The built program while it runs. */
export function startRun(test: TestRepository, words: readonly string[], env: ProgramOptions['env'] = {}) {
  const child = startProgram(test.path, words, { env })
  return { child, ended: jsonEndOf<RunResult>(child) }
}

const folder = (test: TestRepository) => join(test.path, '.review-loop', 'sessions')

/** The session file. There has to be one. */
export function sessionFile(test: TestRepository): string {
  const [name = ''] = readdirSync(folder(test)).filter((file) => file.endsWith('.md'))
  return join(folder(test), name)
}

export const sessionId = (test: TestRepository): string => basename(sessionFile(test), '.md')

export const sessionText = (test: TestRepository): string => readFileSync(sessionFile(test), 'utf8')

/** Without what only the file has: the number of each line, and the version of the format. */
export function runEvents(test: TestRepository): readonly RunEvent[] {
  const lines = readFileSync(join(folder(test), `${sessionId(test)}.jsonl`), 'utf8')
    .trim()
    .split('\n')
  return lines.map((text) => {
    const { line: _line, version: _version, ...event } = JSON.parse(text)
    return event
  })
}
