import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { runInside } from '../support/inside.ts'
import { daysFromNow, reviewLoop, root } from '../support/program.ts'
import type { TestRepository } from '../support/repository.ts'
import { gate } from '../support/scripted-loop.ts'
import { runAgent, runEvents, runRepository, sessionFile, staged, startStaged, whole } from '../support/scripted-run.ts'

// Runs as scripts and other terminals see them: their events, their result, and the commands about sessions.

const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true })
addFormats.default(ajv)
const schemaOf = (name: string) =>
  ajv.compile(JSON.parse(readFileSync(join(root, `schemas/${name}.schema.json`), 'utf8')))
const [isEvent, isResult] = [schemaOf('run-event'), schemaOf('run-result')]

const item = 'add an add function'
const folder = (test: TestRepository) => join(test.path, '.review-loop/sessions')
const linesOf = (text: string) => text.trimEnd().split('\n')

/** Refused once in the execution. */
const strict = (before = '') =>
  runAgent(
    {
      exec: `writeFileSync('calc.js', 'export const one = ' + count + '\\n')\ndone('calc.js')`,
      review: `name === 'exec' && count === 1 ? refuse() : approve()`,
    },
    before,
  )

describe('what scripts read', () => {
  it('is every line of the journal as it is written, and each as the schema says', async () => {
    const [test, agent] = [runRepository(whole), strict()]
    const words = ['run', item, '--agent', agent.word, '--format', 'jsonl', '--validate', 'true', '--no-post-review']
    const { code, stdout } = await runInside(test.path, words)
    expect(code).toBe(0)
    const events = linesOf(stdout).map((line) => JSON.parse(line))
    expect(events).toEqual(runEvents(test))
    for (const event of events) expect(isEvent(event), `${event.type} ${JSON.stringify(isEvent.errors)}`).toBe(true)
    // A run that is over has nothing to add.
    expect(await runInside(test.path, ['run', '--resume', '--format', 'jsonl'])).toMatchObject({ code: 0, stdout: '' })
  })

  it.each([
    ['delivered', 0, {}],
    ['failed', 3, { exec: `console.log('Done!')` }],
    ['asking', 4, { plan: `plan('- Which provider account is used?')` }],
  ])('is a result as the schema says: %s', async (outcome, code, roles) => {
    const run = await staged(runRepository(), runAgent(roles), 'run', item)
    expect(run).toMatchObject({ code, result: { outcome } })
    expect(isResult(run.result), JSON.stringify(isResult.errors)).toBe(true)
  })
})

describe('sessions tail', () => {
  it('follows a run in another terminal, in the lines of its progress, until it ends', async () => {
    const [test, held] = [runRepository(whole), gate()]
    const agent = strict(`if (name === 'exec' && role === 'reviewer') { ${held.wait} }`)
    const run = startStaged(test, agent, 'run', item)
    await held.reached()
    const list = await runInside(test.path, ['sessions', '--format', 'json'])
    const [{ session, status }] = JSON.parse(list.stdout).runs
    expect(status).toBe('running')
    expect(await runInside(test.path, ['sessions', 'clean', session])).toMatchObject({ code: 2 })
    const [tail, events] = ['text', 'json'].map((format) =>
      runInside(test.path, ['sessions', 'tail', '--format', format]),
    )
    held.open()
    const { code, stderr } = await run.ended
    expect(code).toBe(0)
    const told = linesOf(stderr).filter((line) => !line.startsWith('Notice: '))
    expect(told).toContain('  2 agents ended and cleaned up, 2 so far')
    // After the time since it began; the end is the result of who runs it.
    const followed = linesOf((await tail!).stdout).map((line) => line.slice(10))
    expect(followed).toEqual([...told, 'Delivered'])
    expect(linesOf((await events!).stdout).map((line) => JSON.parse(line))).toEqual(runEvents(test))
    expect(readFileSync(sessionFile(test), 'utf8')).not.toContain('cleaned up')
  })
})

describe('sessions stats and clean', () => {
  it('count a run, and remove it with all its files when it is old', async () => {
    const test = runRepository()
    const { result } = await staged(test, strict(), 'run', item)
    const asking = await staged(
      test,
      runAgent({ plan: `plan('- Which provider account is used?')` }),
      'plan',
      'another',
    )
    expect(asking.result.outcome).toBe('asking')
    const sums = JSON.parse((await runInside(test.path, ['sessions', 'stats', '--format', 'json'])).stdout)
    expect(sums).toMatchObject({ sessions: 2, outcomes: { delivered: 1, open: 1 }, fixed: 1 })
    expect(sums.rounds).toBe(result.rounds.length + asking.result.rounds.length)
    expect(sums.agents.reduce((sum: number, { writes }: { writes: number }) => sum + writes, 0)).toBeGreaterThan(3)
    const foreign = 'aaaaaaaa-0000-4000-8000-000000000000'
    mkdirSync(folder(test), { recursive: true })
    writeFileSync(join(folder(test), `${foreign}.md`), '# Session of another tool\n')
    const ours = () => readdirSync(folder(test)).filter((name) => name.startsWith(result.session))
    expect(ours().sort()).toEqual([result.session, `${result.session}.jsonl`, `${result.session}.md`])
    const cleaned = await reviewLoop(test.path, ['sessions', 'clean'], { env: daysFromNow(40) })
    expect(cleaned).toMatchObject({ code: 0, stdout: expect.stringContaining('1 session removed, 1 kept.\n') })
    expect(cleaned.stdout).toContain(`${foreign}.md was written by another tool and is left alone`)
    expect(ours()).toEqual([])
    expect(existsSync(join(folder(test), `${asking.result.session}.md`))).toBe(true)
    expect(await runInside(test.path, ['sessions', 'clean', asking.result.session.slice(0, 8)])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('waits for an answer'),
    })
    expect(await runInside(test.path, ['sessions', 'clean', 'aaaaaaaa'])).toMatchObject({ code: 0 })
    expect(existsSync(join(folder(test), `${foreign}.md`))).toBe(false)
  })
})
