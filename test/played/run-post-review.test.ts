import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { runInside } from '../support/inside.ts'
import { root } from '../support/program.ts'
import type { ScriptedAgent } from '../support/scripted-agent.ts'
import { gate, textOf } from '../support/scripted-loop.ts'
import { runAgent, runEvents, runRepository, sessionText, staged, startStaged } from '../support/scripted-run.ts'

// A run that delivers, and a review after it that finds what no stage did.

const item = 'add an isLate function'
const late = 'export const zero = 0\nexport const isLate = (at, now) => at > now\n'
const mended = late.replace('at > now', 'at < now')
const commits = { '.review-loop/config.md': 'skip_quality_polish: true\nauto_commit: true\n' }

const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true })
addFormats.default(ajv)
const isEvent = ajv.compile(JSON.parse(readFileSync(join(root, 'schemas/run-event.schema.json'), 'utf8')))
const isResult = ajv.compile(JSON.parse(readFileSync(join(root, 'schemas/run-result.schema.json'), 'utf8')))

/** Approves in every stage, and finds the inverted condition in the review after them. */
function lateAgent(
  fixing = `writeFileSync('calc.js', code.replace('at > now', 'at < now')); claim()`,
  before = '',
): ScriptedAgent {
  const lines = JSON.stringify(late)
  return runAgent(
    { exec: `writeFileSync('calc.js', ${lines})\ndone('calc.js')` },
    `const { readFileSync } = await import('node:fs')
const code = readFileSync('calc.js', 'utf8')
const claim = () => answer({ summary: 'Mended.', addressed: ids.map((id) => ({ id, how: 'turned' })), unable: [], files: ['calc.js'] })
const isPanel = prompt.includes('"findings"')
${before}
if (role === 'fixer') { ${fixing}; process.exit() }
if (role === 'verifier') { answer({ findings: ids.map((id) => ({ id, verdict: 'confirmed', quote: 'at > now', reason: 'it is' })) }); process.exit() }
if (role === 'reviewer' && isPanel) {
  answer({ summary: 'Looked.', findings: code.includes('at > now') ? [finding({ file: 'calc.js', line: 2, title: 'Inverted', problem: 'It is inverted.', evidence: 'at > now' })] : [] })
  process.exit()
}`,
  )
}

describe('what it finds after a delivery', () => {
  it('is fixed and told, and no stage is complete for it', async () => {
    const [test, agent] = [runRepository(), lateAgent()]
    const { code, stderr, result } = await staged(test, agent, 'run', item, '--handsfree', '--post-review')
    expect({ code, outcome: result.outcome, stages: result.completedStages }, stderr).toEqual({
      code: 0,
      outcome: 'delivered',
      stages: [],
    })
    expect(result.postReview).toMatchObject({
      outcome: 'approved',
      reviews: 2,
      findings: [{ severity: 'P1', title: 'Inverted', status: 'fixed' }],
      fixes: [{ files: ['calc.js'] }],
      commit: null,
    })
    expect(isResult(result), JSON.stringify(isResult.errors)).toBe(true)
    for (const event of runEvents(test)) expect(isEvent(event), JSON.stringify(isEvent.errors)).toBe(true)
    expect(textOf(test, 'calc.js')).toBe(mended)
    expect(sessionText(test)).toContain('- completed_stages: []')
    expect(sessionText(test)).toContain('Review after the run (approved)')
    // The same once more: nobody is asked, and the session file is ours as it is.
    const before = agent.calls().length
    const again = await staged(test, agent, 'run', '--resume', '--post-review')
    const reason = expect.stringContaining('was delivered')
    expect({ code: again.code, result: again.result }).toEqual({ code: 0, result: { ...result, reason } })
    const { stdout } = await runInside(test.path, ['sessions', 'show'])
    expect(stdout).toContain('No stage has validated these fixes: none is complete any more.')
    expect(agent.calls()).toHaveLength(before)
  })

  it('is a commit of its own with auto_commit', async () => {
    const test = runRepository(commits)
    const { code, stderr, result } = await staged(test, lateAgent(), 'run', item, '--handsfree', '--post-review')
    expect({ code, outcome: result.outcome }, stderr).toEqual({ code: 0, outcome: 'delivered' })
    expect(result.postReview?.commit).toBe(test.git('rev-parse', 'HEAD').trim())
    expect(result.commit).toBe(test.git('rev-parse', 'HEAD~1').trim())
    expect(test.git('log', '-1', '--format=%B')).toMatch(
      new RegExp(
        `^fix: address the review after the run - Inverted\n[\\s\\S]*Review-Loop: ${result.session} post-review`,
      ),
    )
    expect(test.git('show', 'HEAD:calc.js')).toBe(mended)
    expect(sessionText(test)).toContain(result.postReview?.commit ?? 'no commit')
  })

  it('blocks where a command fails with its fixes, and nothing is committed', async () => {
    const test = runRepository(commits)
    const words = ['--handsfree', '--post-review', '--validate', '! grep -q "at < now" calc.js']
    const { code, stderr, result } = await staged(test, lateAgent(), 'run', item, ...words)
    expect({ code, outcome: result.outcome }, stderr).toEqual({ code: 4, outcome: 'blocked' })
    expect(result.reason).toMatch(/^The review after the run: .* fails with its fixes\.$/)
    expect(test.git('rev-parse', 'HEAD').trim()).toBe(result.commit)
    expect(test.git('status', '--porcelain').trim()).toBe('M calc.js')
    const again = await staged(test, lateAgent(), 'run', '--resume')
    expect({ code: again.code, result: again.result }).toEqual({ code: 4, result })
  })

  it('blocks where it cannot be fixed, and is inconclusive where nobody answers', async () => {
    const unable = `answer({ summary: 'No.', addressed: [], unable: ids.map((id) => ({ id, reason: 'no' })), files: [] })`
    const blocked = await staged(runRepository(), lateAgent(unable), 'run', item, '--handsfree', '--post-review')
    expect({ code: blocked.code, outcome: blocked.result.outcome }).toEqual({ code: 4, outcome: 'blocked' })
    expect(blocked.result.postReview).toMatchObject({ findings: [{ status: 'open' }], commit: null })
    expect(blocked.result.completedStages).toHaveLength(4)
    const silent = lateAgent(undefined, `if (role === 'reviewer' && isPanel) process.exit(1)`)
    const failed = await staged(runRepository(), silent, 'run', item, '--handsfree', '--post-review')
    expect({ code: failed.code, outcome: failed.result.outcome }).toEqual({ code: 3, outcome: 'failed' })
  })
})

it('is done for execute as well, and not where nothing was delivered', async () => {
  const test = runRepository()
  const plan = ['execute', '--plan', '1. Add isLate', '--title', 'Add isLate', '--handsfree', '--post-review']
  const stopped = await staged(test, lateAgent(), ...plan, '--stop-after', 'before-docs')
  expect(stopped.result).toMatchObject({ outcome: 'stopped', postReview: null })
  const { code, stderr, result } = await staged(test, lateAgent(), 'run', '--resume', '--handsfree', '--post-review')
  expect({ code, outcome: result.outcome }, stderr).toEqual({ code: 0, outcome: 'delivered' })
  expect(result.postReview).toMatchObject({ outcome: 'approved', fixes: [{ files: ['calc.js'] }] })
})

it.each(['SIGKILL', 'SIGINT'] as const)('goes on after %s between a fix and its review', async (signal) => {
  const [test, held] = [runRepository(commits), gate()]
  const agent = lateAgent(
    undefined,
    `if (role === 'reviewer' && isPanel && code.includes('at < now')) { ${held.wait} }`,
  )
  const first = startStaged(test, agent, 'run', item, '--handsfree', '--post-review')
  await held.reached()
  first.child.kill(signal)
  if (signal === 'SIGKILL') await once(first.child, 'close')
  else expect(await first.ended).toMatchObject({ code: 130, result: { outcome: 'interrupted', postReview: null } })
  held.open()
  const { code, stderr, result } = await staged(test, agent, 'run', '--resume', '--handsfree')
  expect({ code, outcome: result.outcome }, stderr).toEqual({ code: 0, outcome: 'delivered' })
  expect(result.postReview).toMatchObject({ outcome: 'approved', reviews: 2, fixes: [{ files: ['calc.js'] }] })
  expect(test.git('show', 'HEAD:calc.js')).toBe(mended)
  expect(test.git('status', '--porcelain')).toBe('')
})

it.each([
  ['dismiss', 0, 'delivered'],
  ['accept', 4, 'blocked'],
])('goes on after a person decided a claim that could not be checked: %s', async (word, exit, outcome) => {
  const test = runRepository()
  const agent = lateAgent(
    `answer({ summary: 'No.', addressed: [], unable: ids.map((id) => ({ id, reason: 'no' })), files: [] })`,
    `if (role === 'verifier') { answer({ findings: ids.map((id) => ({ id, verdict: 'confirmed', quote: 'nowhere', reason: 'so' })) }); process.exit() }
if (role === 'reviewer' && prompt.includes('could not be found')) { answer({ claims: [] }); process.exit() }
if (role === 'reviewer' && isPanel) { answer({ summary: 'Looked.', findings: [finding({ file: 'calc.js', line: 2, title: 'Leaks', evidence: 'while (open) {' })] }); process.exit() }`,
  )
  const first = await staged(test, agent, 'run', item, '--handsfree', '--post-review')
  expect({ code: first.code, outcome: first.result.outcome }, first.stderr).toEqual({ code: 3, outcome: 'failed' })
  const id = /F-[0-9a-f]+/.exec(first.result.reason)?.[0] ?? ''
  expect((await staged(test, agent, 'run', '--resume')).result).toEqual(first.result)
  const reviewers = () => agent.calls().filter(({ prompt }) => prompt.includes('"findings"')).length
  const before = reviewers()
  await runInside(test.path, ['answer', id, word, '--why', 'seen'])
  const { code, result } = await staged(test, agent, 'run', '--resume')
  expect({ code, outcome: result.outcome, reviewers: reviewers() }).toEqual({ code: exit, outcome, reviewers: before })
  expect(sessionText(test)).toContain(`Review after the run (${word === 'dismiss' ? 'approved' : 'blocked'})`)
})
