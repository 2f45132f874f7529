import { describe, expect, it } from 'vitest'
import {
  clean,
  found,
  type MemoryAgent,
  memoryAgent,
  memoryCache,
  reviewFiles,
  verified,
} from '../../test/support/memory-review.ts'
import type { ReviewResult } from '../types.ts'

// Who checks what others say, and when they look again.

const files = { 'src/a.rb': 'export const a0 = 0\nexport const a1 = 1\n' }
const wrong = { file: 'src/a.rb', line: 1, evidence: 'export const a0 = 0' }
const verifications = ({ calls }: MemoryAgent) => calls.filter(({ role }) => role === 'verifier')
const lastOf = (result: ReviewResult, before: Readonly<Record<string, string>>) =>
  ({ result, files: before, look: 'new' }) as const

/** Raises the finding where it is shown its line as new. */
const reviewer = (verify: MemoryAgent['answer']) =>
  memoryAgent((task, asked) => {
    if (asked === 'verify') return verify(task, asked)
    return task.prompt.includes('+export const a0') ? found(wrong) : clean
  })

describe('the verifier', () => {
  it('is another agent when the first one fails, and that one is named', async () => {
    const failing = memoryAgent((_, asked) => (asked === 'verify' ? undefined : found(wrong)), 'failing')
    const other = memoryAgent((task) => verified(task, 'confirmed', wrong.evidence), 'other')
    const { gate, findings, notices } = await reviewFiles(files, [failing, other])
    expect(gate.result).toBe('blocked')
    expect(findings).toMatchObject([{ verification: { by: 'other', reason: 'seen' } }])
    expect(notices.join('\n')).toMatch(/failing failed \(.*\); others answered instead: verifier \(by other\)/)
  })

  it('looks later at what a review without it found, and again when the file changed', async () => {
    const agent = reviewer((task) =>
      verified(task, task.prompt.includes('const a2') ? 'refuted' : 'confirmed', 'export const a1 = 1'),
    )
    const first = await reviewFiles(files, agent, { noVerify: true })
    expect(first.gate.result).toBe('blocked')
    const more = { ...files, 'src/b.rb': 'export const b0 = 0\n' }
    const second = await reviewFiles(more, agent, { last: lastOf(first, files) })
    expect(second.gate.result).toBe('blocked')
    expect(verifications(agent)).toHaveLength(1)
    expect(second.findings).toMatchObject([{ carriedOver: true, verification: { reason: 'seen' } }])
    expect(second.notices.join('\n')).toMatch(/1 finding is carried over .* --full-review looks at everything/)
    const elsewhere = { ...more, 'src/c.rb': 'export const c0 = 0\n' }
    const third = await reviewFiles(elsewhere, agent, { last: lastOf(second, more) })
    expect(third.gate.result).toBe('blocked')
    expect(verifications(agent)).toHaveLength(1)
    const beside = { ...elsewhere, 'src/a.rb': `${files['src/a.rb']}export const a2 = 2\n` }
    const last = await reviewFiles(beside, agent, { last: lastOf(third, elsewhere) })
    expect(last).toMatchObject({ gate: { result: 'pass' }, discarded: [{ code: 'refuted' }] })
  })

  it('looks again when what it was not shown changed, too', async () => {
    const long = Array.from({ length: 100 }, (_, index) => `export const a${index} = ${index}\n`).join('')
    const guarded = { 'src/a.rb': `${long}export const guard = true\n` }
    const agent = reviewer((task) =>
      verifications(agent).length > 1
        ? verified(task, 'refuted', 'export const guard = true')
        : verified(task, 'confirmed', wrong.evidence),
    )
    const cache = memoryCache()
    const first = await reviewFiles({ 'src/a.rb': long }, agent, { cache })
    expect(first.gate.result).toBe('blocked')
    const again = await reviewFiles(guarded, agent, { cache, last: lastOf(first, { 'src/a.rb': long }) })
    expect(again.gate.result).toBe('pass')
    const [one, two] = verifications(agent)
    expect(two?.prompt).toBe(one?.prompt)
  })

  it('looks again at what was refuted, when the code that showed it is gone', async () => {
    const agent = reviewer((task) => verified(task, 'refuted', 'export const a1 = 1'))
    const first = await reviewFiles(files, agent)
    expect(first.gate.result).toBe('pass')
    const more = { ...files, 'src/c.rb': 'export const c0 = 0\n' }
    const second = await reviewFiles(more, agent, { last: lastOf(first, files) })
    expect(second).toMatchObject({ gate: { result: 'pass' }, discarded: [{ code: 'refuted', carriedOver: true }] })
    expect(verifications(agent)).toHaveLength(1)
    const without = { ...more, 'src/a.rb': 'export const a0 = 0\nexport const a3 = 3\n' }
    const third = await reviewFiles(without, [], { last: { ...lastOf(second, more), look: 'all' } })
    expect(third).toMatchObject({ gate: { result: 'blocked' }, findings: [{ carriedOver: true, verification: null }] })
    expect(third.notices.join('\n')).toContain('Refuted in the last review, but open again')
  })

  it('is told all that reviewers claim of the same code', async () => {
    const agent = memoryAgent((task, asked) => {
      if (asked === 'verify') return verified(task, 'refuted', 'export const a1 = 1')
      const when = task.name.includes('2') ? 'by a minute' : 'at night'
      return found({ ...wrong, problem: `The station clock shows departures wrong ${when}, passengers miss trains.` })
    })
    const { discarded } = await reviewFiles(files, agent, { config: 'panel: { passes: 2 }\n' })
    expect(discarded.map(({ code }) => code).sort()).toEqual(['duplicate', 'refuted'])
    const prompt = verifications(agent)[0]?.prompt
    expect(prompt).toMatch(
      /wrong at night,[\s\S]*Also claimed: Wrong\nThe station clock shows departures wrong by a minute,/,
    )
    expect(prompt).toContain('`refuted` means that none of them holds')
  })

  it.each([
    ['confirms', 'confirmed', 'blocked'],
    ['refutes', 'refuted', 'pass'],
  ] as const)('%s with a line of a changed file that nobody says anything about', async (_, verdict, expected) => {
    const guard = 'export const guard = (a) => a ?? 0'
    const agent = reviewer((task) => verified(task, verdict, guard))
    const { gate, findings, discarded } = await reviewFiles({ ...files, 'src/guard.rb': `${guard}\n` }, agent)
    expect(gate.result).toBe(expected)
    expect(findings.map(({ verification }) => verification?.reason)).toEqual(verdict === 'confirmed' ? ['seen'] : [])
    expect(discarded.map(({ refutedIn }) => refutedIn)).toEqual(verdict === 'confirmed' ? [] : [['src/guard.rb']])
  })

  it('is shown the code of a file that is gone, and may quote it', async () => {
    const used = 'export const used = 2'
    const agent = memoryAgent((task, asked) =>
      asked === 'verify' ? verified(task, 'confirmed', used) : found({ file: 'src/gone.rb', line: 2, evidence: used }),
    )
    const base = { 'src/gone.rb': `export const first = 1\n${used}\n` }
    const { findings } = await reviewFiles({}, agent, { base })
    expect(verifications(agent)[0]?.prompt).toContain('export const first = 1')
    expect(findings).toMatchObject([{ verification: { quote: used } }])
  })

  it('looks at portions, and a refutation must quote the code', async () => {
    const lines = Array.from({ length: 200 }, (_, index) => `export const a${index} = ${index}\n`).join('')
    const claimed = Array.from({ length: 10 }, (_, index) => index * 20)
    const agent = memoryAgent((task, asked) => {
      const words = (number: number) => ({ title: `Wrong ${number}`, problem: `Number ${number} is off.` })
      if (asked !== 'verify') {
        const at = (number: number) => ({ line: number + 1, evidence: `export const a${number} = ${number}` })
        return found(...claimed.map((number) => ({ ...wrong, ...words(number), ...at(number) })))
      }
      const { findings } = verified(task, 'refuted', 'export const a0 = 0')
      return { findings: findings.map((each, index) => (index % 2 ? { ...each, quote: 'nowhere to be found' } : each)) }
    })
    const { gate, findings, discarded } = await reviewFiles({ 'src/a.rb': lines }, agent)
    expect(gate.result).toBe('blocked')
    expect(verifications(agent).map(({ name }) => name)).toEqual(['verifier', 'verifier/2'])
    expect(findings).toHaveLength(5)
    expect(discarded.filter(({ code }) => code === 'refuted')).toHaveLength(5)
    const unverified = await reviewFiles({ 'src/a.rb': lines }, agent, { noVerify: true })
    expect(unverified.findings).toHaveLength(10)
  })
})
