import { describe, expect, it } from 'vitest'
import { reviewLoop } from '../support/program.ts'
import { textOf } from '../support/scripted-loop.ts'
import { runAgent, runEvents, runRepository, sessionText, staged, whole } from '../support/scripted-run.ts'

// What the stages after the execution do, and questions on the way.

const item = 'add an add function'

describe('a stage that writes', () => {
  it('prose needs no more than another look', async () => {
    const test = runRepository({ 'README.md': '# Calc\n' })
    const later = `if (name === 'docs' && count === 1) { writeFileSync('README.md', '# Calc\\n\\nIt adds.\\n'); done('README.md') } else noop()`
    const { code, result } = await staged(test, runAgent({ later }), 'run', item)
    expect({ code, ...result }).toMatchObject({ code: 0, outcome: 'delivered', files: ['README.md', 'calc.js'] })
    const replays = runEvents(test).filter((event) => event.type === 'reviewed' && event.kind === 'replay')
    expect(replays).toHaveLength(1)
    expect(runEvents(test).map(({ type }) => type)).not.toContain('cleared')
  })

  it('code is executed and reviewed from the beginning again', async () => {
    const test = runRepository()
    const later = `if (name === 'docs' && count === 1) { writeFileSync('more.js', 'export const one = 1\\n'); done('more.js') } else noop()`
    const { code, result } = await staged(test, runAgent({ later }), 'run', item)
    expect({ code, ...result }).toMatchObject({ code: 0, outcome: 'delivered' })
    expect(result.rounds.filter(({ pass }) => pass === 'exec')).toHaveLength(2)
  })

  it('something that breaks the build in order to simplify is taken back', async () => {
    const test = runRepository(whole)
    const later = `if (name === 'simplify') { writeFileSync('calc.js', 'broken\\n'); done('calc.js') } else noop()`
    const { code, result } = await staged(test, runAgent({ later }), 'run', item, '--validate', 'grep -q add calc.js')
    expect({ code, ...result }).toMatchObject({ code: 0, outcome: 'delivered' })
    expect(textOf(test, 'calc.js')).toContain('add')
    expect(sessionText(test)).toContain('Rolled back: grep -q add calc.js does not pass with it')
  })
})

describe('a question', () => {
  const asks = (question: string) => ({ plan: `count === 1 ? plan('- ${question}') : plan()` })

  it('that somebody has to choose is decided by the reviewer where nobody is to be asked', async () => {
    const test = runRepository()
    const agent = runAgent({
      ...asks('[DECISION] Arrow or function?'),
      review: `prompt.includes('DECISION:') && name !== 'plan' && name !== 'exec' ? say(['DECISION: an arrow', 'REASON: it is short']) : approve()`,
    })
    const { code, result } = await staged(test, agent, 'plan', item, '--handsfree')
    expect({ code, ...result }).toMatchObject({
      code: 0,
      outcome: 'planned',
      autonomousDecisions: [{ about: ['Arrow or function?'], answer: 'an arrow' }],
    })
  })

  it('that only a person can answer waits for one, and its answer is told', async () => {
    const test = runRepository()
    const agent = runAgent(asks('[OUTSIDE] Which customer is it for?'))
    const asked = await staged(test, agent, 'plan', item, '--handsfree')
    expect(asked).toMatchObject({ code: 4, result: { outcome: 'asking', question: { kind: 'outside' } } })
    expect(await reviewLoop(test.path, ['answer', asked.result.session, 'the bakery'])).toMatchObject({ code: 0 })
    expect(await staged(test, agent, 'plan', '--resume')).toMatchObject({ code: 0, result: { outcome: 'planned' } })
    expect(agent.calls().at(-1)?.prompt).toContain('the bakery')
  })
})

describe('the adversarial gate', () => {
  it('is asked once, and what it finds is repaired in ordinary rounds', async () => {
    const test = runRepository()
    const finding = {
      severity: 'high',
      title: 'Strings are joined',
      body: 'It adds strings.',
      file: 'calc.js',
      line_start: 2,
      line_end: 2,
      confidence: 0.9,
      recommendation: 'Check.',
    }
    const reply = { verdict: 'needs-attention', summary: 'One thing.', findings: [finding], next_steps: ['Check'] }
    const agent = runAgent({
      exec: `writeFileSync('calc.js', 'export const add' + count + ' = 1\\n')\ndone('calc.js')`,
      review: `name === 'gate' ? answer(${JSON.stringify(reply)}) : approve()`,
    })
    const { code, result } = await staged(test, agent, 'run', item, '--gate', '--stop-after', 'before-polish')
    expect({ code, ...result }).toMatchObject({ code: 0, completedStages: ['exec'] })
    const types = runEvents(test).map(({ type }) => type)
    expect(types.filter((type) => type === 'gate-blocked')).toHaveLength(1)
    expect(result.rounds.filter(({ pass }) => pass === 'exec')).toHaveLength(2)
  })
})
