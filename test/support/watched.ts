import type { LoopResult } from '../../src/core/loop/result.ts'
import { bareWith } from '../kit/github-server/remote.ts'
import { type GithubServer, startGithubServer } from '../kit/github-server/server.ts'
import type { PullRequest } from '../kit/github-server/state/entities.ts'
import type { Voice } from '../kit/github-server/voices.ts'
import { type ProgramResult, reviewLoop, startProgram, withJson } from './program.ts'
import type { Files, TestRepository } from './repository.ts'
import { type ScriptedAgent, scriptedAgent } from './scripted-agent.ts'

// A pull request of a branch with several wrong signs, on a GitHub that is played, and the watch over both.

export const fineCode = 'export const zero = 0\n'
export const wrongCode = `${fineCode}export const add = (a, b) => a - b\nexport const more = (a) => a - 1\n`

export interface Watched {
  readonly github: GithubServer
  readonly clone: TestRepository
  readonly pullRequest: PullRequest
  readonly watch: (...more: readonly string[]) => Promise<WatchRun>
  /** The same in words. */
  readonly watchInWords: (...more: readonly string[]) => Promise<ProgramResult>
  /** The built program while it runs. */
  readonly start: (...more: readonly string[]) => ReturnType<typeof startProgram>
}

export interface WatchRun {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  readonly result: LoopResult
}

/** Number 7, from `topic`. Whoever plays a part has to be given before it is opened. */
export async function watchedPullRequest(
  cast: (github: GithubServer) => void,
  { files = {}, base = {} }: { readonly files?: Files; readonly base?: Files } = {},
): Promise<Watched> {
  const { bare, clone } = bareWith({ 'calc.js': fineCode, ...base })
  clone.git('switch', '-qc', 'topic')
  clone.commit('Add add', { 'calc.js': wrongCode, ...files })
  clone.git('push', '-qu', 'origin', 'topic')
  const github = await startGithubServer({
    git: bare,
    collaborators: { maria: 'write', stranger: 'read' },
    now: Date.now(),
  })
  // Where checks run, it is seen when something was pushed.
  const build = { name: 'build', status: 'completed', conclusion: 'success' } as const
  github.play('house-ci[bot]', [{ on: 'push', after: 0, do: (ci) => void ci.check(build) }])
  cast(github)
  const pullRequest = github.openPullRequest({ number: 7, head: 'topic' })
  // Time passes while it is asked.
  github.onRequest = () => github.advance(1)
  const options = { env: { ...github.variables, CI: undefined } }
  const watchInWords = (...more: readonly string[]) =>
    reviewLoop(clone.path, ['watch', '7', '--interval', '1s', ...more], options)
  return {
    github,
    clone,
    pullRequest,
    start: (...more) => startProgram(clone.path, ['watch', ...more], options),
    watchInWords,
    watch: async (...more) => withJson(await watchInWords('--format', 'json', ...more)),
  }
}

/** Mends "Wrong sign in NAME" for each finding that says so; of everything else it says why not. */
export function signFixer(): ScriptedAgent {
  return scriptedAgent(`
import { readFileSync } from 'node:fs'
const lines = readFileSync('calc.js', 'utf8').split('\\n')
const places = ids.map((id) => prompt.indexOf(id)).sort((one, other) => one - other)
const partOf = (id) => prompt.slice(prompt.indexOf(id), places.find((place) => place > prompt.indexOf(id)) ?? prompt.length)
const nameIn = (id) => /sign in (\\w+)/i.exec(partOf(id))?.[1]
const mended = ids.filter((id) => nameIn(id) !== undefined)
const names = mended.map(nameIn)
writeFileSync('calc.js', lines.map((line) => (names.some((name) => line.includes('const ' + name + ' ')) ? line.replace(' - ', ' + ') : line)).join('\\n'))
answer({ summary: 'Mended.', addressed: mended.map((id) => ({ id, how: 'plus instead of minus' })), unable: ids.filter((id) => !mended.includes(id)).map((id) => ({ id, reason: 'it is meant so, @coderabbitai' })), files: mended.length > 0 ? ['calc.js'] : [] })
`)
}

export const rabbit = ['--wait-for', 'coderabbit'] as const

export const raise = (name: string, line: number) => ({
  path: 'calc.js',
  line,
  body: `_⚠️ Potential issue_ | _🔴 Critical_\n\n**Wrong sign in ${name}.**\n\nIt subtracts where it should add, which is a bug.`,
})

export const finds = (bot: Voice, ...comments: ReturnType<typeof raise>[]) =>
  bot.review({ body: `**Actionable comments posted: ${comments.length}**`, comments })

export const isQuiet = (bot: Voice) => bot.review({ body: '**Actionable comments posted: 0**' })
