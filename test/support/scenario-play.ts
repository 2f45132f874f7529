import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { abandonedMarks } from '../../src/io/agent-mark.ts'
import { reviewLoop, root, withJson } from './program.ts'
import type { TestRepository } from './repository.ts'
import type { Scenario, ScenarioStep } from './scenario.ts'
import { type ScenarioAgent, scenarioAgent } from './scenario-agent.ts'
import { textOf } from './scripted-loop.ts'
import {
  runRepository,
  type StagedRun,
  sessionFile,
  sessionId,
  sessionText,
  stagesOnly,
  startRun,
} from './scripted-run.ts'

export interface PlayedScenario {
  readonly test: TestRepository
  readonly agent: ScenarioAgent
}

type Words<Kind extends string> = Extract<ScenarioStep, { readonly [key in Kind]: unknown }>

/** Plays the steps, on the built program where it is interrupted or killed. `onShow` looks at the session file where the scenario says so. */
export async function playScenario(
  { files, uncommitted, answers, steps }: Scenario,
  onShow: (name: string, played: PlayedScenario) => Promise<void>,
): Promise<PlayedScenario> {
  const test = runRepository(files)
  test.write(uncommitted)
  const played = { test, agent: scenarioAgent(test.path, answers) }
  for (const [index, step] of steps.entries()) {
    if ('run' in step) expectEnd(step, await run(step, played), `step ${index + 1}`)
    else if ('edit' in step) test.write(step.edit)
    else if ('git' in step) test.git(...step.git)
    else if ('session' in step) placeSession(step, test)
    else if ('rewrite' in step) rewrite(step.rewrite, test)
    else if ('looked' in step) removeMarks(test)
    else await onShow(step.shows, played)
  }
  return played
}

async function run(step: Words<'run'>, { test, agent }: PlayedScenario): Promise<StagedRun> {
  const { killedAt, killedAfter, interruptedAt } = step
  const env = killedAfter === undefined ? {} : dyingAfter(killedAfter)
  const part = killedAt ?? interruptedAt
  const held = part === undefined ? null : agent.hold(part)
  if (part === 'commit') holdCommit(test, agent)
  const words = wordsOf(step.run, { test, agent })
  const variables = { PATH: `${agent.programs}:${process.env.PATH}`, ...env }
  if (held === null && killedAfter === undefined)
    return withJson(await reviewLoop(test.path, words, { env: variables }))
  const { child, ended } = startRun(test, words, variables)
  if (held !== null) {
    await Promise.race([held.reached(), ended])
    child.kill(killedAt === undefined ? 'SIGINT' : 'SIGKILL')
    await ended
    held.release()
  }
  return ended
}

function wordsOf(said: readonly string[], { test, agent }: PlayedScenario): readonly string[] {
  const words = said.map((word) => word.replace('{agent}', agent.word).replace('{session}', () => sessionId(test)))
  const isRun = ['run', 'plan', 'execute'].includes(words[0] ?? '')
  const isNamed = words.includes('--resume') || words.includes('--agent')
  const more = isRun ? [...(isNamed ? [] : ['--agent', agent.word]), '--format', 'json'] : []
  return [...(isRun ? stagesOnly(words) : words), ...more]
}

function expectEnd({ exit, ends, says = [] }: Words<'run'>, { code, stdout, stderr, result }: StagedRun, step: string) {
  const end = { step, code, outcome: result?.outcome, printed: stdout + stderr }
  const outcome = ends === undefined ? {} : { outcome: ends }
  const printed = expect.stringMatching(says.map((pattern) => `(?=[^]*${pattern})`).join(''))
  expect(end).toEqual({ ...end, step, code: exit, ...outcome, printed })
}

/** Makes the program kill itself as soon as such an event is written, and before it can do anything else. */
function dyingAfter(event: string): Readonly<Record<string, string>> {
  const [type = '', ...words] = event.split(' ').map((word) => JSON.stringify(word))
  const parts = [`"type":${type}`, ...words]
  const script = `import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const { writeSync } = fs
fs.writeSync = (...given) => {
  const written = writeSync(...given)
  const line = String(given[1])
  if (${JSON.stringify(parts)}.every((part) => line.includes(part))) process.kill(process.pid, 'SIGKILL')
  return written
}
syncBuiltinESMExports()`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}` }
}

function holdCommit(test: TestRepository, agent: ScenarioAgent): void {
  const hook = join(test.path, '.git/hooks/post-commit')
  mkdirSync(dirname(hook), { recursive: true })
  writeFileSync(hook, `#!/bin/sh\n${agent.waitIn('commit')}\n`, { mode: 0o755 })
}

function placeSession({ session }: Words<'session'>, test: TestRepository): void {
  const text = readFileSync(join(root, 'test', 'sessions', session), 'utf8')
  test.write({ '.review-loop/sessions/aaaaaaaa-0000-4000-8000-000000000000.md': text })
}

function rewrite({ from, to }: Words<'rewrite'>['rewrite'], test: TestRepository): void {
  const text = sessionText(test)
  if (!text.includes(from)) throw new Error(`the session file does not contain ${from}`)
  writeFileSync(sessionFile(test), text.replace(from, to))
}

function removeMarks(test: TestRepository): void {
  const marks = abandonedMarks({ root: test.path, common: join(test.path, '.git') })
  for (const { files } of marks) for (const file of files) rmSync(file, { force: true })
}

/** What is true at the end of every story, and what the scenario says of the files, the commits and who was asked. */
export function expectAfter(
  { tells, leaves, keeps, commits, asked, prompts }: Scenario,
  { test, agent }: PlayedScenario,
): void {
  const state = join(test.path, '.review-loop')
  expect(namesIn(join(state, 'sessions')).filter((name) => name.endsWith('.lock'))).toEqual([])
  expect(namesIn(join(state, 'tmp'))).toEqual([])
  for (const pattern of tells) expect(sessionText(test)).toMatch(new RegExp(pattern))
  for (const [path, text] of Object.entries(leaves)) {
    expect({ path, text: existsSync(join(test.path, path)) ? textOf(test, path) : null }).toEqual({ path, text })
  }
  const undone = namesIn(join(state, 'undone')).map((name) => `.review-loop/undone/${name}/before/files`)
  for (const [path, text] of Object.entries(keeps)) {
    const kept = undone.map((folder) => `${folder}/${path}`).filter((file) => existsSync(join(test.path, file)))
    expect({ path, kept: kept.map((file) => textOf(test, file)) }).toEqual({ path, kept: [text] })
  }
  expect(commitsOf(test)).toEqual(commits)
  const calls = agent.calls()
  const callsOf = (part: string) => calls.filter((call) => call.part === part)
  for (const [part, count] of Object.entries(asked))
    expect({ part, count: callsOf(part).length }).toEqual({ part, count })
  for (const [which, texts] of Object.entries(prompts)) {
    const [, part = '', number] = /^(.*) (\d+)$/.exec(which) ?? []
    const { prompt = 'nobody asked' } = callsOf(part)[Number(number) - 1] ?? {}
    for (const text of texts) expect(prompt).toContain(text)
  }
  for (const { prompt, promptFile, flags } of callsOf('reviewer claude')) {
    expect(promptFile).toEqual({ name: expect.stringMatching(/^[0-9a-f-]{36}-reviewer-prompt\.txt$/), text: prompt })
    expect(flags).toEqual(expect.arrayContaining(['-p', '--no-session-persistence', 'stream-json', '--verbose']))
  }
}

function commitsOf(test: TestRepository): readonly string[] {
  const [, ...told] = test.git('log', '--format=%x00%s', '--name-only', '--reverse', 'main..HEAD').split('\0')
  return told.map((text) => {
    const [subject, ...files] = text.split('\n').filter((line) => line !== '')
    return `${subject} [${files.join(', ')}]`
  })
}

const namesIn = (folder: string): readonly string[] => (existsSync(folder) ? readdirSync(folder) : [])
