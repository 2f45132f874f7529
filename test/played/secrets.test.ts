import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { bareWith } from '../kit/github-server/remote.ts'
import { endOf, type ProgramResult, reviewLoopOfProcess, startProgram } from '../support/program.ts'
import { scriptedAgent } from '../support/scripted-agent.ts'
import { runAgent, runRepository, sessionText } from '../support/scripted-run.ts'
import { finds, isQuiet, rabbit, raise, watchedPullRequest } from '../support/watched.ts'

// Secrets are sent through every port; then everything that the program wrote is searched for them.

/** Known by its form, wherever it stands. */
const token = `gh${'p_'}LbzYC200AcOOtardBBKqlxA62ifs19dk0I2Q`
/** Known only because the change assigns it to a name. */
const password = ['Tr0ub4', 'dor-and-3-more'].join('')
const secrets = [token, password]
const said = `It says ${token} and ${password}.`

/** Files under a folder, without objects of git and what was the user's own. */
function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/[/\\]cache[/\\]objects[/\\]/.test(path))
}

function expectNoSecret(texts: Readonly<Record<string, string>>): void {
  const found = Object.entries(texts).flatMap(([name, text]) =>
    secrets.filter((secret) => text.includes(secret)).map((secret) => `${name}: ${context(text, secret)}`),
  )
  expect(found).toEqual([])
}

function context(text: string, secret: string): string {
  const at = text.indexOf(secret)
  return text.slice(Math.max(0, at - 100), at + 20)
}

const stateTexts = (root: string): Record<string, string> =>
  Object.fromEntries(filesIn(join(root, '.review-loop')).map((path) => [path, readFileSync(path, 'utf8')]))

const printed = (name: string, { stdout, stderr }: ProgramResult): Record<string, string> => ({
  [`${name}, stdout`]: stdout,
  [`${name}, stderr`]: stderr,
})

function hook(gitDir: string, name: string, lines: string): void {
  mkdirSync(join(gitDir, 'hooks'), { recursive: true })
  writeFileSync(join(gitDir, 'hooks', name), `#!/bin/sh\n${lines}\n`)
  chmodSync(join(gitDir, 'hooks', name), 0o755)
}

it.concurrent('no secret leaves a loop: words of agents, validation commands, hooks and a git server', async () => {
  const { bare, clone } = bareWith({ 'calc.js': 'export const zero = 0\n' })
  clone.git('switch', '-qc', 'topic')
  const settings = `export const password = '${password}'\nexport const token = '${token}'\n`
  clone.commit('Add add', {
    'calc.js': 'export const zero = 0\nexport const add = (a, b) => a - b\n',
    'set.js': settings,
  })
  hook(join(clone.path, '.git'), 'pre-commit', `[ -e .git/said ] || { touch .git/said; echo '${said}' >&2; exit 1; }`)
  hook(bare, 'pre-receive', `echo '${said}' >&2; exit 1`)
  const agent = scriptedAgent(`
import { readFileSync } from 'node:fs'
const said = ${JSON.stringify(said)}
const code = readFileSync('calc.js', 'utf8')
const settings = readFileSync('set.js', 'utf8')
if (role === 'reviewer') answer({ summary: said, findings: [
  ...(code.includes('a - b') ? [finding({ file: 'calc.js', line: 2, title: 'Wrong sign. ' + said, problem: said, impact: said, fix: said, evidence: 'a - b' })] : []),
  ...(settings.includes('token =') ? [finding({ file: 'set.js', line: 2, title: 'Shown. ' + said, problem: said, evidence: settings.split('\\n')[1] })] : []),
] })
else if (role === 'verifier') answer({ findings: ids.map((id) => ({ id, verdict: 'confirmed', quote: code.includes('a - b') ? 'a - b' : '', reason: said })) })
else {
  console.error(said)
  writeFileSync('calc.js', code.replace('a - b', 'a + b'))
  writeFileSync('set.js', 'export const password = process.env.WORD\\n')
  answer({ summary: said, addressed: ids.map((id) => ({ id, how: said })), unable: [], files: ['calc.js', 'set.js'] })
}`)
  const words = [
    'loop',
    '--base',
    'main',
    '--agent',
    agent.word,
    '--verifier',
    agent.word,
    '--push',
    '--max-rounds',
    '3',
  ]
  const validate = `echo '${said}' | sed 's/It/They/'`
  writeFileSync(join(clone.path, '..', 'check.sh'), `${validate}\ngrep -q 'a + b' calc.js\n`)
  const run = await reviewLoopOfProcess(clone.path, [...words, '--validate', 'sh ../check.sh'])
  const [journal = ''] = readdirSync(join(clone.path, '.review-loop', 'sessions')).filter((name) =>
    name.endsWith('.jsonl'),
  )
  const id = journal.replace('.jsonl', '')
  const shown = await reviewLoopOfProcess(clone.path, ['sessions', 'show', id])
  const json = await reviewLoopOfProcess(clone.path, ['sessions', 'show', id, '--format', 'json'])
  const prompts = Object.fromEntries(agent.calls().map(({ name, prompt }, at) => [`prompt ${at} of ${name}`, prompt]))
  expect(Object.keys(prompts).join()).toMatch(/verifier.*fixer/s)
  const state = stateTexts(clone.path)
  expectNoSecret({
    ...printed('loop', run),
    ...printed('sessions show', shown),
    ...printed('sessions show, JSON', json),
    ...prompts,
    ...state,
    'commit messages': clone.git('log', '--format=%B', 'main..'),
  })
  // All of it was said, and came there.
  const events = state[join(clone.path, '.review-loop', 'sessions', journal)]
  expect(events).toContain('They says ghp_…')
  // A quote with a secret in it is still found in the code.
  expect(events).toContain('"title":"Shown. It says ghp_…')
  expect(events).toContain(`"evidence":"export const token = 'ghp_…'"`)
  expect(Object.values(prompts).filter((prompt) => prompt.includes('ghp_…')).length).toBeGreaterThan(3)
  expect(run.stderr).toMatch(/not pushed.*It says ghp_…/s)
  expect(clone.git('log', '--format=%s', '-1')).toContain('fix: address')
  expect(clone.git('show', 'HEAD~1:set.js')).toContain(token)
})

it.concurrent('no secret leaves a staged run: plan, executor, reviewer, validation command', async () => {
  const test = runRepository()
  const agent = runAgent(
    { review: `approve('- [MINOR] ' + said)` },
    `const said = ${JSON.stringify(said)}
const { log } = console
console.error(said)
console.log = (text) => log(text.replace(/There is no add\\.|Added add\\.|None known|Look at it\\.|It is small\\./g, said))`,
  )
  const env = { SOME_PASSWORD: password }
  const script = join(test.path, '..', 'check.sh')
  writeFileSync(script, `echo '${said}' | sed 's/It/They/'\n`)
  const args = ['run', 'Add add', '--no-post-review', '--agent', agent.word, '--validate', `sh ${script}`]
  const run = await reviewLoopOfProcess(test.path, args, { env })
  expect(run.code, run.stderr).toBe(0)
  const json = await reviewLoopOfProcess(test.path, ['sessions', 'show', '--format', 'json'], { env })
  const prompts = Object.fromEntries(agent.calls().map(({ name, prompt }, at) => [`prompt ${at} of ${name}`, prompt]))
  expectNoSecret({ ...printed('run', run), ...printed('sessions show', json), ...prompts, ...stateTexts(test.path) })
  expect(sessionText(test)).toContain('ghp_…')
})

it.concurrent('no secret is sent to a forge', async () => {
  const { github, clone, pullRequest } = await watchedPullRequest((world) =>
    world.play('coderabbitai[bot]', [
      { on: 'push', round: 1, do: (bot) => finds(bot, raise('add', 2)) },
      { on: 'push', round: 2, after: 40, do: isQuiet },
    ]),
  )
  const fixer = scriptedAgent(`
import { readFileSync } from 'node:fs'
writeFileSync('calc.js', readFileSync('calc.js', 'utf8').replace('a - b', 'a + b'))
answer({ summary: ${JSON.stringify(said)}, addressed: ids.map((id) => ({ id, how: ${JSON.stringify(said)} })), unable: [], files: ['calc.js'] })`)
  const env = { ...github.variables, CI: undefined, SOME_PASSWORD: password }
  const args = ['watch', '7', '--interval', '1s', '--restarts', '1', ...rabbit, '--fixer', fixer.word]
  const run = await endOf(startProgram(clone.path, args, { env }))
  const comments = pullRequest.threads.flatMap((thread) => thread.comments.map(({ body }) => body))
  await github.end()
  expectNoSecret({ ...printed('watch', run), ...stateTexts(clone.path), 'pull request': JSON.stringify(comments) })
  expect(comments.join('\n'), run.stderr).toContain('ghp\\_…')
})

it.skipIf(process.platform === 'win32')(
  'working files are for their owner alone, also in a folder that git made',
  async () => {
    const test = runRepository()
    chmodSync(join(test.path, '.review-loop'), 0o755)
    test.commit('Add add', { 'calc.js': 'export const add = (a, b) => a - b\n' })
    const agent = scriptedAgent('clean()')
    const { code, stderr } = await reviewLoopOfProcess(test.path, ['review', '--base', 'HEAD~1', '--agent', agent.word])
    expect(code, stderr).toBe(0)
    const modeOf = (path: string) => statSync(path).mode & 0o777
    expect(modeOf(join(test.path, '.review-loop'))).toBe(0o700)
    const open = filesIn(join(test.path, '.review-loop')).filter((path) => (modeOf(path) & 0o077) !== 0)
    // What a team shares is as git made it.
    expect(open).toEqual([join(test.path, '.review-loop', 'config.md')])
  },
)
