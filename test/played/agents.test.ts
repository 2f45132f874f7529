import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { expectRefused, expectUntouched } from '../support/expectations.ts'
import { runInside } from '../support/inside.ts'
import { reviewJson } from '../support/program.ts'
import { createRepository, type TestRepository, temporaryFolder } from '../support/repository.ts'

// Agents in `review`, played by tiny programs through the `command` contract.

function changed(): TestRepository {
  const test = createRepository({ 'calc.js': 'export const add = (a, b) => a + b\n' })
  test.commit('', { 'calc.js': 'export const add = (a, b) => a - b\n' })
  return test
}

/** A program that runs the given lines; `role`, `prompt` and `answer` are there for them. */
function agent(lines: string): string {
  const file = join(temporaryFolder(), 'agent.mjs')
  writeFileSync(
    file,
    `import { writeFileSync } from 'node:fs'
let prompt = ''
for await (const chunk of process.stdin) prompt += chunk
const role = process.env.REVIEW_LOOP_ROLE
const ids = (process.env.REVIEW_LOOP_FINDINGS ?? '').split('\\n').filter(Boolean)
const answer = (value) => console.log(JSON.stringify(value))
if (process.env.REVIEW_LOOP_REVIEWER === 'premise') {
  answer({ summary: 'It is needed.', findings: [] })
  process.exit(0)
}
${lines}
`,
  )
  return `command:${process.execPath} ${file}`
}

function onlyGit(): string {
  const folder = temporaryFolder()
  symlinkSync(execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim(), join(folder, 'git'))
  return folder
}

const finding = `{ file: 'calc.js', line: 1, severity: 'P1', title: 'Wrong sign', problem: 'It subtracts.', evidence: 'a - b', confidence: 0.9 }`
const review = `if (role === 'reviewer') answer({ summary: 'Looked at calc.js.', findings: [${finding}] })`

describe('review with an agent', () => {
  it('takes its findings, verified, besides the built-in reviewers', async () => {
    const confirming = agent(`${review}
else answer({ findings: ids.map((id) => ({ id, verdict: 'confirmed', quote: 'a - b', reason: 'it does' })) })`)
    const { code, result } = await reviewJson(changed().path, ['--agent', confirming])
    expect(code).toBe(1)
    expect(result.findings).toMatchObject([{ title: 'Wrong sign', severity: 'P1', line: 1, reviewers: ['reviewer'] }])
    expect(result.reviewers.map(({ name, status }) => `${name} ${status}`)).toEqual([
      'hygiene ok',
      'oxlint ok',
      'ruff skipped',
      'rules ok',
      'reviewer ok',
      'verifier ok',
    ])
  })

  it('gives a finding up for a refutation that quotes the code, and keeps it with the reason', async () => {
    const refuting = agent(`${review}
else answer({ findings: ids.map((id) => ({ id, verdict: 'refuted', quote: 'export const add = (a, b) => a - b', reason: 'as specified' })) })`)
    const { code, result } = await reviewJson(changed().path, ['--agent', refuting])
    expect(code).toBe(0)
    expect(result.discarded).toMatchObject([{ title: 'Wrong sign', code: 'refuted' }])
  })

  it('does not believe a refutation that quotes nothing that is there', async () => {
    const lying = agent(`${review}
else answer({ findings: ids.map((id) => ({ id, verdict: 'refuted', quote: 'if (a === b) return 0 // guarded', reason: 'guarded' })) })`)
    const { code } = await reviewJson(changed().path, ['--agent', lying])
    expect(code).toBe(1)
  })

  it('asks a second time for an answer it cannot read, with what was wrong', async () => {
    const stubborn =
      agent(`if (prompt.includes('could not be read')) answer({ summary: 'Looked at calc.js.', findings: [] })
else console.log('Looks good to me!')`)
    const { code, result } = await reviewJson(changed().path, ['--agent', stubborn])
    expect(code).toBe(0)
    expect(result.reviewers.find(({ name }) => name === 'reviewer')).toMatchObject({ status: 'ok', findings: 0 })
  })

  it.each([
    ['crashes', `process.exit(3)`, 'failed'],
    ['says nothing', ``, 'rejected'],
    ['talks nonsense twice', `console.log('LGTM')`, 'rejected'],
    ['answers twice', `answer({ summary: 'x', findings: [] }); answer({ summary: 'y', findings: [] })`, 'rejected'],
    ['has an empty summary', `answer({ summary: '', findings: [] })`, 'rejected'],
    ['hangs', `setInterval(() => {}, 1000)`, 'timed_out'],
    [
      'writes into the repository',
      `writeFileSync('calc.js', 'pwned'); answer({ summary: 'x', findings: [] })`,
      'rejected',
    ],
  ])('is inconclusive when the agent %s', async (_what, lines, status) => {
    const test = changed()
    test.write({ 'notes.txt': 'work of the user\n' })
    const time = status === 'timed_out' ? '4s' : '2m'
    const { code, result } = await reviewJson(test.path, ['--agent', agent(lines), '--max-time', time])
    expect(code).toBe(3)
    expect(result.verdict).toBe('inconclusive')
    expect(result.reviewers.find(({ name }) => name === 'reviewer')).toMatchObject({ status })
    expect(test.git('status', '--porcelain').trim()).toBe('?? notes.txt')
  })

  it('does not pass over what is not quoted from the code', async () => {
    const inventing = agent(`answer({ summary: 'x', findings: [{ ...${finding}, evidence: 'launchMissiles()' }] })`)
    const { code, result } = await reviewJson(changed().path, ['--agent', inventing])
    expect(code).toBe(3)
    expect(result.discarded).toMatchObject([{ code: 'evidence_not_found' }])
  })

  it('does not hand secrets of the change or of the environment to the agent', async () => {
    const token = ['ghp', 'R8kq2Lw9Zx4Vb7Nm1Tc6Yd3Hf5Gj0Pa2Es1a'].join('_')
    const test = createRepository()
    test.commit('Leak', { 'key.js': `export const token = '${token}'\n` })
    const leaking =
      agent(`answer({ summary: 'x' + (prompt.includes('${token.slice(0, 20)}') ? ' saw the secret' : '') + (process.env.GITHUB_TOKEN ?? ''), findings: [] })
process.stderr.write(JSON.stringify(process.env))`)
    const { stdout, stderr } = await runInside(test.path, ['review', '--agent', leaking, '--verbose'], {
      env: { GITHUB_TOKEN: 'ghx-not-for-agents' },
    })
    expect(stdout + stderr).not.toContain('saw the secret')
    expect(stdout + stderr).not.toContain('ghx-not-for-agents')
  })

  it.each([
    [['--agent', 'claud'], /did you mean claude/],
    [['--agent', 'command'], /needs a command/],
    [['--max-time', 'soon'], /a duration such as/],
    [['--max-cost', 'free'], /an amount in dollars/],
    [['--agent', 'claude:'], /claude: names no model: write claude:MODEL/],
    [['--agent', "command:node 'agent.mjs"], /a quotation mark or a backslash has no counterpart/],
    [['--agent', 'command:node agent.mjs | tail'], /there is no shell that understands \|/],
    [['--agent', 'command:nosuch-program'], /there is no program called nosuch-program on the PATH/],
    [['--agent', 'acp:nosuch-program --acp'], /there is no program called nosuch-program on the PATH/],
    [['--agent', 'api:llama3'], /the model llama3 does not say whose it is/],
    [['--agent', 'replay:nowhere.jsonl'], /nowhere\.jsonl cannot be read: there is no such file/],
    [['--verifier', 'claude'], /--verifier has no effect without an agent that reviews/],
    [['--hygiene-only', '--agent', 'claude'], /--hygiene-only calls no agent, so --agent has no effect/],
    [['--hygiene-only', '--reviewer', 'auto'], /--reviewer has no effect/],
  ])('%j is refused before any work', async (flags, message) => {
    const test = changed()
    expectUntouched(await runInside(test.path, ['review', ...flags]), test.path, message)
    expect(test.git('status', '--porcelain', '--ignored')).toBe('')
  })

  it.each([
    ['roles:\n  reviewer: claud\n', /config\.yaml:2: "roles\.reviewer": .*"claud"; did you mean claude\?/],
    ['agents:\n  none: { kind: claude }\n', /config\.yaml:2: an agent cannot be called "none"/],
    [
      'agents:\n  mine:\n    kind: command\n    command: "node \\"x"\n',
      /config\.yaml:4: "agents\.mine\.command": .*counterpart/,
    ],
    [
      'agents:\n  mine: { kind: claude, command: /nowhere/claude }\nroles:\n  reviewer: mine\n',
      /config\.yaml:4: roles\.reviewer: \/nowhere\/claude is not installed/,
    ],
    [
      'sandbox: required\nagents:\n  mine: { kind: command, command: git }\nroles: { reviewer: mine }\n',
      /config\.yaml:4: roles\.reviewer: a sandbox is required, and there is none/,
    ],
  ])('the configuration %j is refused before any work, with its place', async (text, message) => {
    const test = changed()
    test.write({ '.review-loop/config.yaml': text })
    // git and nothing else: no sandbox either.
    const env = { PATH: onlyGit() }
    expectRefused(await runInside(test.path, ['review'], { env }), test.path, message)
    expect(readdirSync(join(test.path, '.review-loop'))).toEqual(['config.yaml'])
  })

  it('says who waits for a busy service, and goes on afterwards', async () => {
    const file = join(temporaryFolder(), 'replies.jsonl')
    const busy = { status: 'rate_limited', reason: 'slow down', retryAfterMs: 700 }
    const fine = { json: { summary: 'Looked at calc.js.', findings: [] } }
    writeFileSync(file, [busy, ...Array(5).fill(fine)].map((line) => JSON.stringify(line)).join('\n'))
    const { code, stderr } = await runInside(changed().path, ['review', '--agent', `replay:${file}`])
    expect(stderr).toMatch(/^replay waits 1s: /m)
    expect(code).toBe(0)
  })

  it('says that a limit in dollars may not hold', async () => {
    const { result } = await reviewJson(changed().path, ['--max-cost', '1', '--agent', agent(review), '--no-verify'])
    expect(result.notices).toContain('The limit in dollars may not hold for command: it does not say what it used.')
  })

  it('does not ask for agents that a sweep for hygiene does not call', async () => {
    const test = changed()
    test.write({ '.review-loop/config.yaml': 'roles: { reviewer: "command:nosuch-program" }\n' })
    expect((await runInside(test.path, ['review', '--hygiene-only'])).code).toBe(0)
  })

  it('uses the roles of the configuration, and builtin switches them off', async () => {
    const test = changed()
    const command = agent(review).replace('command:', '')
    test.write({
      '.review-loop/config.yaml': `agents: { mine: { kind: command, command: ${JSON.stringify(command)} } }\nroles: { reviewer: mine, verifier: none }\n`,
    })
    const withRole = await reviewJson(test.path)
    expect(withRole.code).toBe(1)
    expect(withRole.result.reviewers.map(({ agent: who }) => who)).toContain('mine')
    const { result } = await reviewJson(test.path, ['--agent', 'builtin'])
    expect(result.reviewers.map(({ agent: who }) => who)).not.toContain('mine')
  })

  it.each(['.git/objects', '.git'])('has its repository whole when the agent deletes %s', async (name) => {
    const test = changed()
    const wrecking = agent(
      `import('node:fs').then(({ rmSync }) => { rmSync('${name}', { recursive: true }); answer({ summary: 'x', findings: [] }) })`,
    )
    const { code, result } = await reviewJson(test.path, ['--agent', wrecking])
    expect(code).toBe(3)
    expect(result.reviewers.find(({ name: who }) => who === 'reviewer')).toMatchObject({
      status: 'rejected',
      reason: expect.stringContaining('in a copy, which is gone'),
    })
    expect(test.git('fsck') + test.git('status', '--porcelain')).toBe('')
  })

  it('is inconclusive when the repository changes meanwhile, and leaves that alone', async () => {
    const test = changed()
    const busy = agent(`writeFileSync('${test.path}/notes.txt', 'mine'); answer({ summary: 'x', findings: [] })`)
    const { code, result } = await reviewJson(test.path, ['--agent', busy])
    expect(code).toBe(3)
    expect(result.reviewers.find(({ name }) => name === 'reviewer')).toMatchObject({
      status: 'rejected',
      reason: expect.stringMatching(/by you or by it: file notes\.txt; nothing was undone/),
    })
    expect(test.git('status', '--porcelain').trim()).toBe('?? notes.txt')
  })

  it('pays for the verification of a finding once, and carries it over', async () => {
    const test = changed()
    const folder = temporaryFolder()
    const counting = agent(`writeFileSync('${folder}/' + role + Date.now() + Math.random(), '')
if (role === 'reviewer') answer({ summary: 'x', findings: prompt.includes('a - b') ? [${finding}] : [] })
else answer({ findings: ids.map((id) => ({ id, verdict: 'confirmed', quote: 'a - b', reason: 'it does' })) })`)
    expect((await reviewJson(test.path, ['--agent', counting])).code).toBe(1)
    test.commit('', { 'more.js': 'export const one = 1\n' })
    expect((await reviewJson(test.path, ['--agent', counting])).code).toBe(1)
    const calls = readdirSync(folder)
      .map((name) => name.replace(/\d.*/, ''))
      .sort()
    expect(calls).toEqual(['reviewer', 'reviewer', 'verifier'])
  })

  it.each([
    ['a token', 'MY_SERVICE_TOKEN', ['quiet', 'harbour', '48213'].join('-')],
    ['what `env:` names, whatever it is called', 'MY_SERVICE', ['quiet', 'harbour', '48213'].join('-')],
    ['what looks like a pattern', 'MY_SERVICE_TOKEN', ['$&', 'harbour', '48213'].join('-')],
    ['what JSON writes differently', 'MY_SERVICE_TOKEN', ['quiet', '"', 'harbour', '48213'].join('-')],
  ])('masks %s when the agent repeats it', async (_, name, key) => {
    const test = changed()
    const command = agent(
      `console.error('Key ' + process.env.${name})
answer({ summary: 'x', findings: [{ ...${finding}, title: 'Key ' + process.env.${name} }] })`,
    ).replace('command:', '')
    test.write({
      '.review-loop/config.yaml': `agents: { mine: { kind: command, command: ${JSON.stringify(command)}, env: [${name}] } }\n`,
    })
    const { stdout, stderr } = await runInside(test.path, ['review', '--agent', 'mine', '--no-verify'], {
      env: { [name]: key },
    })
    expect(stdout).toContain('Key ')
    expect(stdout + stderr).not.toContain('48213')
    const kept = execFileSync('grep', ['-rlE', 'Key ', join(test.path, '.review-loop')], { encoding: 'utf8' }).trim()
    for (const file of kept.split('\n')) expect(readFileSync(file, 'utf8')).not.toContain('48213')
  })
})
