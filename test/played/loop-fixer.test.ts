import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { claim, loop, loopAgent, mend, right, textOf, wrong, wrongBranch } from '../support/scripted-loop.ts'

// What a fixer does and says, held against what git says.

describe('a claim', () => {
  it('that git does not bear out is corrected once', async () => {
    const test = wrongBranch()
    const agent = loopAgent(`${mend}\nif (once('wrong')) ${claim('calc.rb', 'other.rb')}\nelse ${claim('calc.rb')}`)
    const { code, result } = await loop(test, agent)
    expect({ code, outcome: result.outcome }).toEqual({ code: 0, outcome: 'approved' })
    const fixes = agent.calls().filter(({ name }) => name === 'fixer')
    expect(fixes).toHaveLength(2)
    expect(fixes[1]?.prompt).toContain('git sees no change in other.rb')
  })

  it('that is empty does not count, and nothing is left of it', async () => {
    const test = wrongBranch()
    const agent = loopAgent(claim())
    const { code, result } = await loop(test, agent)
    expect({ code, reason: result.question?.reason }).toEqual({ code: 4, reason: 'fix_failed' })
    expect(result.question?.text).toContain('but no file has changed')
    expect(agent.calls().filter(({ name }) => name === 'fixer')).toHaveLength(2)
    expect(textOf(test, 'calc.rb')).toBe(wrong)
    expect(test.git('status', '--porcelain')).toBe('')
  })
})

describe('what a fixer does to files', () => {
  it('is committed, whatever it is: removed, moved, made executable, binary; ignored files are not', async () => {
    const base = { 'old.rb': 'old\n', 'moved.rb': 'moved\n', 'run.sh': 'true\n', '.gitignore': '*.log\n' }
    const test = wrongBranch({}, base)
    const files = ['calc.rb', 'old.rb', 'moved.rb', 'place/moved.rb', 'run.sh', 'image.bin', 'ü "x".txt']
    const agent = loopAgent(`${mend}
const { mkdirSync } = await import('node:fs')
rmSync('old.rb'); mkdirSync('place'); renameSync('moved.rb', 'place/moved.rb'); chmodSync('run.sh', 0o755)
writeFileSync('image.bin', Buffer.from([0, 255, 1])); writeFileSync('build.log', 'log'); writeFileSync('ü "x".txt', 'x')
${claim(...files)}`)
    const { result } = await loop(test, agent)
    expect(result.outcome).toBe('approved')
    expect([...(result.rounds[0]?.fix?.files ?? [])].sort()).toEqual([...files].sort())
    expect(test.git('status', '--porcelain')).toBe('')
    expect(statSync(join(test.path, 'run.sh')).mode & 0o111).not.toBe(0)
    expect(test.git('ls-tree', '--name-only', '-r', 'HEAD')).not.toContain('build.log')
    expect(existsSync(join(test.path, 'build.log'))).toBe(true)
  })

  it.each([
    [
      'commits by itself',
      `execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x', 'commit', '-qam', 'Mine'])`,
      'Mine',
    ],
    ['switches branches', `execFileSync('git', ['switch', '-qc', 'elsewhere'])`, ''],
  ])('does not count when it also %s', async (_what, deed, subject) => {
    const test = wrongBranch()
    const before = test.git('rev-parse', 'HEAD', '--abbrev-ref', 'HEAD')
    const agent = loopAgent(`${mend}\ntry { ${deed} } catch {}\n${claim('calc.rb')}`)
    const { code, result } = await loop(test, agent, '--max-rounds', '2')
    expect({ code, reason: result.question?.reason }).toEqual({ code: 4, reason: 'fix_failed' })
    expect(result.question?.text).toContain('while it ran, by it or by somebody else, this changed: ')
    expect(test.git('rev-parse', 'HEAD', '--abbrev-ref', 'HEAD')).toBe(before)
    // It may have been a person: nothing that was committed is lost.
    const kept = test.git('for-each-ref', '--format=%(contents:subject)', 'refs/review-loop/undone').trim()
    expect(kept).toBe(subject)
    expect(textOf(test, 'calc.rb')).toBe(wrong)
    expect(test.git('status', '--porcelain')).toBe('')
  })
})

describe('files beyond the findings', () => {
  const far = loopAgentThatReachesFar()

  it('are reported', async () => {
    const test = wrongBranch({}, { 'far.rb': 'far\n' })
    const { stderr, result } = await loop(test, far())
    expect(result).toMatchObject({ outcome: 'approved', rounds: [{ fix: { beyond: ['far.rb'] } }, { fix: null }] })
    expect(stderr).toContain('3 files changed (beyond its findings: far.rb)')
    expect(textOf(test, 'calc.rb')).toBe(right)
  })

  it('are refused with --scope-guard strict', async () => {
    const test = wrongBranch({}, { 'far.rb': 'far\n' })
    const { code, stderr, result } = await loop(test, far(), '--scope-guard', 'strict', '--max-rounds', '2')
    expect({ code, reason: result.question?.reason }).toEqual({ code: 4, reason: 'limit' })
    expect(result.rounds[0]?.fix).toMatchObject({ rolledBack: true, commit: null })
    expect(result.question?.text).toContain('it touched files beyond its findings: far.rb')
    expect(textOf(test, 'far.rb')).toBe('far\n')
    expect(test.git('status', '--porcelain')).toBe('')
    // What was taken back is not lost.
    const [kept] = test.git('for-each-ref', '--format=%(refname)', 'refs/review-loop/undone').trim().split('\n')
    expect(kept).toContain(String(result.session))
    expect(stderr).toContain(`Notice: The fix is undone (calc.rb, calc_test.rb, far.rb), and kept under ${kept}.`)
  })

  /** The test of the file is near. */
  function loopAgentThatReachesFar() {
    return () =>
      loopAgent(`${mend}\nwriteFileSync('far.rb', 'changed\\n'); writeFileSync('calc_test.rb', 'test\\n')
${claim('calc.rb', 'far.rb', 'calc_test.rb')}`)
  }
})
