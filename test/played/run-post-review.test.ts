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
import {
  reviewedRun,
  runAgent,
  runEvents,
  runRepository,
  sessionText,
  startReviewedRun,
} from '../support/scripted-run.ts'

// A run that delivers, and a loop over the whole that finds what no stage did.

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
    const { code, stderr, result } = await reviewedRun(test, agent, 'run', item, '--handsfree')
    expect({ code, outcome: result.outcome, stages: result.completedStages }, stderr).toEqual({
      code: 0,
      outcome: 'delivered',
      stages: [],
    })
    expect(stderr).toContain('Delivered. A loop reviews the whole now')
    expect(result.postReview).toMatchObject({
      outcome: 'approved',
      reviews: 2,
      findings: [{ severity: 'P1', title: 'Inverted', status: 'fixed' }],
      files: ['calc.js'],
      commits: [],
    })
    expect(isResult(result), JSON.stringify(isResult.errors)).toBe(true)
    for (const event of runEvents(test)) expect(isEvent(event), JSON.stringify(isEvent.errors)).toBe(true)
    expect(textOf(test, 'calc.js')).toBe(mended)
    expect(sessionText(test)).toContain('- completed_stages: []')
    expect(sessionText(test)).toContain('Review after the run (approved)')
    // The same once more: nobody is asked, and the session file is ours as it is.
    const before = agent.calls().length
    const again = await reviewedRun(test, agent, 'run', '--resume', result.session)
    expect({ code: again.code, result: again.result }).toEqual({ code: 0, result })
    const { stdout } = await runInside(test.path, ['sessions', 'show', result.session])
    expect(stdout).toContain('No stage has validated these fixes: none is complete any more.')
    expect(agent.calls()).toHaveLength(before)
  })

  it('is a commit of its own with auto_commit', async () => {
    const test = runRepository(commits)
    const { code, stderr, result } = await reviewedRun(test, lateAgent(), 'run', item, '--handsfree')
    expect({ code, outcome: result.outcome }, stderr).toEqual({ code: 0, outcome: 'delivered' })
    expect(result.postReview?.commits).toEqual([test.git('rev-parse', 'HEAD').trim()])
    expect(result.commit).toBe(test.git('rev-parse', 'HEAD~1').trim())
    expect(test.git('log', '-1', '--format=%B')).toContain(`Review-Loop: ${result.postReview?.session} round 1`)
    expect(test.git('show', 'HEAD:calc.js')).toBe(mended)
    expect(sessionText(test)).toContain(result.postReview?.commits[0] ?? 'no commit')
  })

  it('blocks where a command fails with its fixes, and nothing is committed', async () => {
    const test = runRepository(commits)
    const words = ['--handsfree', '--validate', '! grep -q "at < now" calc.js']
    const { code, stderr, result } = await reviewedRun(test, lateAgent(), 'run', item, ...words)
    expect({ code, outcome: result.outcome }, stderr).toEqual({ code: 4, outcome: 'blocked' })
    expect(result.reason).toMatch(/^The review after the run: /)
    expect(test.git('rev-parse', 'HEAD').trim()).toBe(result.commit)
  })

  it('blocks where it cannot be fixed, and is inconclusive where nobody answers', async () => {
    const unable = `answer({ summary: 'No.', addressed: [], unable: ids.map((id) => ({ id, reason: 'no' })), files: [] })`
    const blocked = await reviewedRun(runRepository(), lateAgent(unable), 'run', item, '--handsfree')
    expect({ code: blocked.code, outcome: blocked.result.outcome }).toEqual({ code: 4, outcome: 'blocked' })
    expect(blocked.result.postReview).toMatchObject({ findings: [{ status: 'open' }], commits: [] })
    expect(blocked.result.completedStages).toHaveLength(4)
    const silent = lateAgent(undefined, `if (role === 'reviewer' && isPanel) process.exit(1)`)
    const failed = await reviewedRun(runRepository(), silent, 'run', item, '--handsfree')
    expect({ code: failed.code, outcome: failed.result.outcome }).toEqual({ code: 3, outcome: 'failed' })
  })
})

it('is left out where that is said, also when the run is resumed, and where nothing was delivered', async () => {
  const [test, agent] = [runRepository(), lateAgent()]
  const plan = ['execute', '--plan', '1. Add isLate', '--title', 'Add isLate', '--handsfree', '--no-post-review']
  const stopped = await reviewedRun(test, agent, ...plan, '--stop-after', 'before-docs')
  expect(stopped.result).toMatchObject({ outcome: 'stopped', postReview: null })
  const { result } = await reviewedRun(test, agent, 'run', '--resume', '--handsfree')
  expect(result).toMatchObject({ outcome: 'delivered', postReview: null })
})

it.each(['SIGKILL', 'SIGINT'] as const)('goes on after %s between a fix and its review', async (signal) => {
  const [test, held] = [runRepository(commits), gate()]
  const agent = lateAgent(
    undefined,
    `if (role === 'reviewer' && isPanel && code.includes('at < now')) { ${held.wait} }`,
  )
  const first = startReviewedRun(test, agent, 'run', item, '--handsfree')
  await held.reached()
  first.child.kill(signal)
  if (signal === 'SIGKILL') await once(first.child, 'close')
  else expect(await first.ended).toMatchObject({ code: 130, result: { outcome: 'interrupted', postReview: null } })
  held.open()
  const { code, stderr, result } = await reviewedRun(test, agent, 'run', '--resume', '--handsfree')
  expect({ code, outcome: result.outcome }, stderr).toEqual({ code: 0, outcome: 'delivered' })
  expect(result.postReview).toMatchObject({ outcome: 'approved', reviews: 2, files: ['calc.js'] })
  expect(agent.calls().filter(({ name }) => name === 'fixer')).toHaveLength(1)
  expect(test.git('show', 'HEAD:calc.js')).toBe(mended)
  expect(test.git('status', '--porcelain')).toBe('')
})

it('is delivered once a person has answered what its loop asks', async () => {
  const test = runRepository()
  const unable = `answer({ summary: 'No.', addressed: [], unable: ids.map((id) => ({ id, reason: 'no' })), files: [] })`
  const agent = lateAgent(unable)
  const first = await reviewedRun(test, agent, 'run', item)
  expect({ code: first.code, outcome: first.result.outcome }, first.stderr).toEqual({ code: 4, outcome: 'blocked' })
  const asked = first.result.postReview
  expect(asked).toMatchObject({ outcome: 'escalated' })
  await runInside(test.path, ['answer', asked?.session ?? '', 'b', '--why', 'seen'])
  const { code, result } = await reviewedRun(test, agent, 'run', '--resume', first.result.session)
  expect({ code, outcome: result.outcome }).toEqual({ code: 0, outcome: 'delivered' })
  expect(sessionText(test)).toContain('Review after the run (accepted)')
})
