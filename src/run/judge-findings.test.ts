import { describe, expect, it } from 'vitest'
import { found, memoryAgent, reviewFiles, verified } from '../../test/support/memory-review.ts'

// What counts as said: reviewers that spell things in their own way.

const files = { 'lib/bad.js': 'export function divide(a, b) {\n  nobodyChecks()\n  return a / b\n}\n' }
const division = { severity: 'P0', file: 'lib/bad.js', line: 3, evidence: 'return a / b' }

/** Reports one P0, spelled as given, to whoever asks. */
const reporter = (spelling: object) =>
  memoryAgent((task, asked) => {
    if (asked === 'verify') return verified(task, 'confirmed', '3: return a/b')
    return asked === 'place' ? { claims: [] } : found({ ...division, ...spelling })
  })

describe('a finding counts however its reviewer spells', () => {
  it.each<[string, object]>([
    ['the path from here', { file: './lib/bad.js' }],
    ['the path with backslashes', { file: 'lib\\bad.js' }],
    ['the path of the new side', { file: 'b/lib/bad.js' }],
    ['the path of the old side', { file: 'a/lib/bad.js' }],
    ['the path from the root of the disk', { file: '/home/anna/project/lib/bad.js' }],
    ['the quote after a number', { evidence: '3   return a / b' }],
    ['the quote after a number and a colon', { evidence: '3: return a / b' }],
    ['the quote after a number and a bar', { evidence: '2 |   nobodyChecks()\n3 |   return a / b' }],
    ['the quote after the mark of a diff', { evidence: '+ return a / b' }],
    ['the quote with other spaces', { evidence: 'return a/b' }],
  ])('%s', async (_, spelling) => {
    const { gate, findings, discarded } = await reviewFiles(files, reporter(spelling))
    expect(discarded).toEqual([])
    expect(findings).toMatchObject([{ severity: 'P0', file: 'lib/bad.js', verification: { reason: 'seen' } }])
    expect(gate.result).toBe('blocked')
  })

  it('the quotes of a careless copy, and is told with the code of the file', async () => {
    const lines = [
      'export function sum(rows) {',
      '  let total = 0',
      '  for (let i = 0; i < rows.length && rows[i] < 9; i++) {',
      '    if (total < 0 && rows.length > 1) total = 0',
      '    total -= rows[i]',
      '  }',
      '  return total',
      '}',
    ]
    const copies = [
      { line: 2, evidence: 'let total = 0;' },
      { line: 3, evidence: 'for (let i = 0; ... i++) {' },
      { line: 4, evidence: 'if (total &lt; 0 &amp;&amp; rows.length &gt; 1) total = 0' },
      { line: 5, evidence: 'total -= rows[i] // wrong sign' },
    ]
    const said = copies.map((copy) => ({ file: 'lib/sum.js', title: `Line ${copy.line}`, ...copy }))
    const agent = memoryAgent((task, asked) =>
      asked === 'verify' ? verified(task, 'confirmed', 'let total = 0;') : found(...said),
    )
    const { gate, findings, discarded } = await reviewFiles({ 'lib/sum.js': `${lines.join('\n')}\n` }, agent)
    expect(discarded).toEqual([])
    const places = findings.map(({ line, evidence }) => [line, evidence])
    expect(places.sort()).toEqual(copies.map(({ line }) => [line, lines[line - 1]!.trim()]))
    expect(gate.result).toBe('blocked')
  })

  it('unless the code is another', async () => {
    const agent = reporter({ evidence: '3: return a * b' })
    // The verifier says where it is.
    expect((await reviewFiles(files, agent)).gate.result).toBe('blocked')
    const alone = await reviewFiles(files, agent, { noVerify: true })
    expect(alone).toMatchObject({ gate: { result: 'inconclusive' }, discarded: [{ code: 'evidence_not_found' }] })
  })
})

it.each([90, -1])('asks again for a confidence of %d, and says what is wrong with it', async (confidence) => {
  const agent = memoryAgent((task, asked) => {
    if (asked === 'verify') return verified(task, 'confirmed', 'return a / b')
    const isTold = task.prompt.includes(`from 0 to 1, found ${confidence}`)
    return found({ ...division, confidence: isTold ? 0.9 : confidence })
  })
  const { gate, findings } = await reviewFiles(files, agent)
  expect(gate.result).toBe('blocked')
  expect(findings).toMatchObject([{ severity: 'P0', confidence: 0.9 }])
  expect(agent.calls.filter(({ name }) => name === 'reviewer')).toHaveLength(2)
})
