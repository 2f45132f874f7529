import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LoopResult } from '../../src/core/loop/result.ts'
import { runInside } from './inside.ts'
import { jsonEndOf, type ProgramResult, startProgram, withJson } from './program.ts'
import { createRepository, type Files, type TestRepository, temporaryFolder } from './repository.ts'
import { type ScriptedAgent, scriptedAgent } from './scripted-agent.ts'

// A branch with one wrong line in calc.rb, an agent that finds it as long as it is there, and the loop over both.

const start = 'export const zero = 0\n'
export const wrong = `${start}export const add = (a, b) => a - b\n`
export const right = `${start}export const add = (a, b) => a + b\n`

export function wrongBranch(files: Files = {}, base: Files = {}): TestRepository {
  const test = createRepository({ 'calc.rb': start, ...base })
  test.commit('', { 'calc.rb': wrong, ...files })
  return test
}

/** What a fixer answers, with the named files. */
export const claim = (...files: string[]) =>
  `answer({ summary: 'Mended.', addressed: ids.map((id) => ({ id, how: 'plus' })), unable: [], files: ${JSON.stringify(files)} })`

/** The repair that is asked for. */
export const mend = `writeFileSync('calc.rb', code.replace('a - b', 'a + b'))`

/** Finds the wrong sign as long as it is there; the lines run when it fixes, and `before` at every call. */
export function loopAgent(fixing = `${mend}\n${claim('calc.rb')}`, before = ''): ScriptedAgent {
  return scriptedAgent(`
import { chmodSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
const code = existsSync('calc.rb') ? readFileSync('calc.rb', 'utf8') : ''
${before}
if (role === 'reviewer') answer({ summary: 'Looked.', findings: code.includes('a - b') ? [finding({ file: 'calc.rb', line: 2, title: 'Wrong sign', problem: 'It subtracts.', evidence: 'a - b' })] : [] })
else {
${fixing}
}`)
}

export interface LoopRun extends ProgramResult {
  /** Null where none was printed. */
  readonly result: LoopResult
}

export async function loop(test: TestRepository, agent: ScriptedAgent, ...more: string[]): Promise<LoopRun> {
  return withJson(await runInside(test.path, loopWords(agent, more)))
}

const loopWords = (agent: ScriptedAgent, more: readonly string[]) => [
  ...['loop', '--agent', agent.word, '--no-verify', '--format', 'json'],
  ...more,
]

/** The built program while it runs. */
export function startLoop(test: TestRepository, agent: ScriptedAgent, ...more: string[]) {
  const child = startProgram(test.path, loopWords(agent, more))
  return { child, ended: jsonEndOf<LoopResult>(child) }
}

export interface Gate {
  /** For a script: waits here, the first time that somebody comes. */
  readonly wait: string
  /** For a shell: the same. */
  readonly command: string
  /** Resolves when somebody waits. */
  readonly reached: () => Promise<void>
  readonly open: () => void
}

export const textOf = (test: TestRepository, path: string): string => readFileSync(join(test.path, path), 'utf8')

/** Of the commits that came after the work. */
export const subjects = (test: TestRepository): readonly string[] =>
  test.git('log', '--format=%s', 'main..HEAD').split('\n').filter(Boolean)

/** Ends when it is true; the time limit of the test is the other end. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(20)
}

/** A place at which somebody waits once, until the test has done something meanwhile. */
export function gate(): Gate {
  const folder = temporaryFolder()
  const [here, opened] = [join(folder, 'here'), join(folder, 'open')]
  return {
    wait: `if (!existsSync('${here}')) { writeFileSync('${here}', ''); while (!existsSync('${opened}')) await new Promise((resolve) => setTimeout(resolve, 20)) }`,
    command: `[ -e ${here} ] || { touch ${here}; while [ ! -e ${opened} ]; do sleep 0.05; done; }`,
    reached: () => until(() => existsSync(here)),
    open: () => writeFileSync(opened, ''),
  }
}
