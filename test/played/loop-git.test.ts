import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runInside } from '../support/inside.ts'
import { type TestRepository, temporaryFolder } from '../support/repository.ts'
import { claim, loop, loopAgent, right, subjects, textOf, wrong, wrongBranch } from '../support/scripted-loop.ts'

// What a loop does to git and to the files, with agents played by tiny programs.

/** A remote that has `main`, and what it holds of a branch. */
function withRemote(test: TestRepository, name = 'origin') {
  const path = temporaryFolder()
  execFileSync('git', ['init', '-q', '--bare', '--template=', path])
  test.git('remote', 'add', name, path)
  test.git('push', '-q', name, 'main')
  const at = (branch: string) => {
    try {
      return execFileSync('git', ['-C', path, 'rev-parse', '--verify', '-q', branch], { encoding: 'utf8' }).trim()
    } catch {
      return null
    }
  }
  return { path, at }
}

function hook(folder: string, name: string, script: string): void {
  mkdirSync(join(folder, 'hooks'), { recursive: true })
  writeFileSync(join(folder, 'hooks', name), `#!/bin/sh\n${script}\n`)
  chmodSync(join(folder, 'hooks', name), 0o755)
}

const refuse = `answer({ summary: 'No.', addressed: [], unable: ids.map((id) => ({ id, reason: 'no' })), files: [] })`

describe('--push', () => {
  it('pushes what was approved, once it may, and never with force', async () => {
    const test = wrongBranch()
    const remote = withRemote(test)
    const theirs = test.git('commit-tree', '-p', 'main', '-m', 'Theirs', 'main^{tree}').trim()
    test.git('push', '-q', 'origin', `${theirs}:refs/heads/topic`)
    const { code, stderr, result } = await loop(test, loopAgent(), '--push')
    // The result stands, and is printed.
    expect({ code, outcome: result.outcome }).toEqual({ code: 2, outcome: 'approved' })
    expect(stderr).toMatch(/topic was not pushed: rejected \((fetch first|non-fast-forward)\)/)
    expect(remote.at('topic')).toBe(theirs)

    const again = () => loop(test, loopAgent(), '--resume', '--push')
    test.git('push', '-q', 'origin', ':topic')
    hook(remote.path, 'pre-receive', 'echo "error: GH006: Protected branch update failed." >&2; exit 1')
    const declined = await again()
    expect({ code: declined.code, outcome: declined.result.outcome }).toEqual({ code: 2, outcome: 'approved' })
    expect(declined.stderr).toContain(
      'not pushed: remote rejected (pre-receive hook declined): GH006: Protected branch',
    )

    hook(remote.path, 'pre-receive', 'exit 0')
    const pushed = await again()
    expect({ code: pushed.code, at: remote.at('topic') }).toEqual({ code: 0, at: result.head })
    expect(pushed.stderr).toContain(`Pushed ${result.head.slice(0, 10)} to origin, branch topic.`)

    test.commit('More', { 'more.txt': 'more\n' })
    const later = await again()
    expect({ code: later.code, at: remote.at('topic') }).toEqual({ code: 2, at: result.head })
    expect(later.stderr).toContain('what came since is not reviewed')
  })

  it('does not push, or call approved, what is not as it was approved', async () => {
    const test = wrongBranch()
    const remote = withRemote(test)
    const { code } = await loop(test, loopAgent(), '--no-commit')
    expect(code).toBe(0)
    const again = (...more: readonly string[]) => runInside(test.path, ['loop', '--resume', '--quiet', ...more])
    expect((await again('--push')).stderr).toContain('topic was not pushed: calc.rb is not committed')
    test.git('stash', '-q')
    const without = await again('--push')
    expect(without).toMatchObject({ code: 2, stderr: expect.stringContaining('calc.rb is not as it was then') })
    test.git('stash', 'pop', '-q')
    expect((await again()).code).toBe(0)
    test.write({ 'more.rb': 'boom(\n' })
    expect(await again()).toMatchObject({ code: 2, stderr: expect.stringContaining('more.rb is not as it was then') })
    expect(remote.at('topic')).toBeNull()
  })

  it('does not push what is blocked, and what was accepted only with --accept-risk', async () => {
    const test = wrongBranch()
    const remote = withRemote(test)
    const agent = loopAgent(refuse)
    const asked = await loop(test, agent, '--push')
    expect({ code: asked.code, outcome: asked.result.outcome }).toEqual({ code: 4, outcome: 'escalated' })
    expect((await runInside(test.path, ['answer', 'b', '--why', 'it is meant so'])).code).toBe(0)
    const accepted = await loop(test, agent, '--resume', '--push')
    expect({ code: accepted.code, outcome: accepted.result.outcome }).toEqual({ code: 1, outcome: 'accepted' })
    expect(remote.at('topic')).toBeNull()
    const risked = await loop(test, agent, '--resume', '--push', '--accept-risk')
    expect({ code: risked.code, at: remote.at('topic') }).toEqual({ code: 0, at: risked.result.head })
  })

  it.each<[string, (test: TestRepository) => string[], RegExp]>([
    ['there is no remote', () => [], /topic was not pushed: there is no remote\./],
    [
      'the branch follows another one',
      (test) => {
        withRemote(test)
        test.git('branch', '-q', '--set-upstream-to=origin/main')
        return []
      },
      /topic was not pushed: it follows main, a branch of another name\./,
    ],
    [
      'it is not known which remote is meant',
      (test) => {
        withRemote(test, 'one')
        withRemote(test, 'two')
        return []
      },
      /topic was not pushed: which of one, two is meant\?/,
    ],
    ['fixes are not committed', () => ['--no-commit'], /--push is about commits: it excludes --no-commit\./],
    ['work is not committed', () => ['--include-dirty'], /--push is about commits: it excludes --include-dirty\./],
  ])('is refused before anybody is paid when %s', async (_why, prepare, message) => {
    const test = wrongBranch()
    const more = prepare(test)
    const agent = loopAgent()
    const { code, stderr } = await loop(test, agent, '--push', ...more)
    expect(code).toBe(2)
    expect(stderr).toMatch(message)
    expect(agent.calls()).toEqual([])
  })
})

describe('uncommitted work', () => {
  /** Staged, staged and edited again, untracked, deleted, executable. */
  function dirty(): TestRepository {
    const test = wrongBranch({}, { 'gone.txt': 'gone\n', 'both.txt': 'one\n', 'run.sh': 'true\n' })
    test.write({ 'staged.txt': 'staged\n', 'both.txt': 'two\n' })
    test.git('add', 'staged.txt', 'both.txt')
    test.write({ 'both.txt': 'three\n', 'new/untracked.txt': 'new\n', 'gone.txt': null })
    chmodSync(join(test.path, 'run.sh'), 0o755)
    return test
  }

  it('is refused without a word about it', async () => {
    const test = dirty()
    const before = test.git('status', '--porcelain')
    const { code, stderr } = await loop(test, loopAgent())
    expect(code).toBe(2)
    expect(stderr).toMatch(/There is uncommitted work: .* and 2 more\.\n.*--commit-first.*--include-dirty/)
    expect(test.git('status', '--porcelain')).toBe(before)
  })

  it('becomes one commit with --commit-first', async () => {
    const test = dirty()
    const { result } = await loop(test, loopAgent(), '--commit-first')
    expect(result.outcome).toBe('approved')
    expect(subjects(test)).toEqual([
      'fix: address code review round 1 - Wrong sign',
      'wip: work before the review loop',
    ])
    const files = test.git('show', '--format=', '--raw', 'HEAD~1').trim().split('\n')
    expect(files.map((line) => line.replace(/^:(\d+) (\d+) \S+ \S+ (\w)\t/, '$1 $2 $3 '))).toEqual([
      '100644 100644 M both.txt',
      '100644 000000 D gone.txt',
      '000000 100644 A new/untracked.txt',
      '100644 100755 M run.sh',
      '000000 100644 A staged.txt',
    ])
    expect(test.git('show', 'HEAD:both.txt')).toBe('three\n')
    expect(test.git('status', '--porcelain')).toBe('')
    expect(test.git('log', '-1', '--format=%B').trim().split('\n')).toEqual([
      'fix: address code review round 1 - Wrong sign',
      '',
      `- ${result.ledger[0]?.id} P1 calc.rb:2: Wrong sign`,
      '  Not proven: it was not reviewed again yet; the code it is about changed; no test came with the',
      '  fix.',
      '',
      `Review-Loop: ${result.session} round 1`,
    ])
  })

  it('stays as it is with --include-dirty: staged as staged, untracked as untracked', async () => {
    const test = dirty()
    const before = test.git('status', '--porcelain')
    // A hook that formats what is committed does not touch it either.
    hook(join(test.path, '.git'), 'pre-commit', 'sed -i "s/ *$//" calc.rb; git add calc.rb')
    const agent = loopAgent(`writeFileSync('calc.rb', code.replace('a - b', 'a + b   '))\n${claim('calc.rb')}`)
    const { result } = await loop(test, agent, '--include-dirty')
    expect(result.outcome).toBe('approved')
    expect(test.git('show', '--format=', '--name-only', 'HEAD').trim()).toBe('calc.rb')
    expect(test.git('show', 'HEAD:calc.rb')).toBe(right)
    expect(test.git('status', '--porcelain')).toBe(before)
    expect(test.git('show', ':both.txt')).toBe('two\n')
    expect(textOf(test, 'both.txt')).toBe('three\n')
  })
})

describe('a fix that leaves nothing to commit', () => {
  it('counts when it took uncommitted work back to the last commit', async () => {
    const test = wrongBranch({ 'calc.rb': right })
    test.write({ 'calc.rb': wrong })
    const { code, stderr, result } = await loop(test, loopAgent(), '--include-dirty')
    expect({ code, outcome: result.outcome }).toEqual({ code: 0, outcome: 'approved' })
    expect(result.rounds[0]?.fix).toMatchObject({ commit: null, alreadyCommitted: true, rolledBack: false })
    expect(stderr).toContain('Nothing to commit: the last commit has these files as they are now')
    expect(subjects(test)).toEqual([])
    expect(test.git('status', '--porcelain')).toBe('')
  })
})

describe('--no-commit', () => {
  it('takes back a fix that breaks something, and leaves the one before it', async () => {
    const test = wrongBranch()
    const agent =
      loopAgent(`writeFileSync('calc.rb', code.includes('tried') ? code + '// broken\\n' : code + '// tried\\n')
${claim('calc.rb')}`)
    const head = test.git('rev-parse', 'HEAD')
    const { code, result } = await loop(test, agent, '--no-commit', '--validate', '! grep -q broken calc.rb')
    expect({ code, outcome: result.outcome }).toEqual({ code: 4, outcome: 'escalated' })
    expect(result.rounds.map(({ fix }) => fix?.rolledBack ?? null)).toEqual([false, true, null])
    expect(textOf(test, 'calc.rb')).toBe(`${wrong}// tried\n`)
    expect(test.git('rev-parse', 'HEAD')).toBe(head)
    expect(test.git('status', '--porcelain').trim()).toBe('M calc.rb')
  })
})

describe('hooks of the repository', () => {
  it('that refuse: the fix is sent back once, then taken back, and it is said why', async () => {
    const test = wrongBranch()
    hook(join(test.path, '.git'), 'pre-commit', 'echo "calc.rb: not formatted" >&2; exit 1')
    const agent = loopAgent(
      `writeFileSync('calc.rb', code.replace('a - b', 'a + b') + '// formatted\\n')\n${claim('calc.rb')}`,
    )
    const { code, result } = await loop(test, agent, '--max-rounds', '2')
    expect({ code, outcome: result.outcome }).toEqual({ code: 4, outcome: 'escalated' })
    const fixes = agent.calls().filter((call) => call.name === 'fixer')
    expect(fixes).toHaveLength(2)
    expect(fixes[1]?.prompt).toContain('calc.rb: not formatted')
    expect(result.rounds[0]?.fix).toMatchObject({ commit: null, rolledBack: true })
    expect(result.question?.text).toContain(
      'git commit fails with it, also after a second try (calc.rb: not formatted)',
    )
    expect(subjects(test)).toEqual([])
    expect(textOf(test, 'calc.rb')).toBe(wrong)
    expect(test.git('status', '--porcelain')).toBe('')
  })

  it('refuses at once where git cannot commit', async () => {
    const test = wrongBranch()
    writeFileSync(join(test.path, '.git', 'MERGE_HEAD'), test.git('rev-parse', 'main'))
    const agent = loopAgent()
    const { code, stderr } = await loop(test, agent)
    expect(code).toBe(2)
    expect(stderr).toContain('A merge is under way in this repository.')
    expect(agent.calls()).toEqual([])
  })
})

describe('validation commands', () => {
  it('may leave files behind: these are neither committed nor reviewed, and hold nothing up', async () => {
    const test = wrongBranch({}, { 'package-lock.json': '{}\n' })
    withRemote(test)
    const agent = loopAgent()
    const command =
      'mkdir -p coverage && date +%N > coverage/$$.txt && date +%N > package-lock.json && touch report.xml'
    const { code, stderr, result } = await loop(test, agent, '--validate', command, '--push')
    expect({ code, outcome: result.outcome, rounds: result.rounds.length }).toEqual({
      code: 0,
      outcome: 'approved',
      rounds: 2,
    })
    expect(stderr).toContain('(left behind, neither reviewed nor committed: coverage/, package-lock.json, report.xml)')
    expect(test.git('show', '--format=', '--name-only', 'HEAD').trim()).toBe('calc.rb')
    expect(test.git('status', '--porcelain').trim().split('\n').sort()).toEqual([
      '?? coverage/',
      '?? report.xml',
      'M package-lock.json',
    ])
    expect(agent.calls().every(({ prompt }) => !prompt.includes('report.xml'))).toBe(true)
  })

  it('that run out of time before and after a fix are not blamed on it, but hold the loop up', async () => {
    const test = wrongBranch({}, { '.review-loop/config.yaml': 'validate:\n  seconds: 1\n' })
    const { code, result } = await loop(test, loopAgent(), '--validate', 'sleep 30')
    expect({ code, outcome: result.outcome, why: result.question?.reason }).toEqual({
      code: 4,
      outcome: 'escalated',
      why: 'validation',
    })
    expect(result.rounds[0]).toMatchObject({
      fix: { rolledBack: false },
      validations: [{ before: 'timed_out', after: 'timed_out' }],
    })
    expect(textOf(test, 'calc.rb')).toBe(right)
  })
})

describe('a fix that takes the whole change away', () => {
  it('is no pass, and says so', async () => {
    const test = wrongBranch()
    const agent = loopAgent(`writeFileSync('calc.rb', 'export const zero = 0\\n')\n${claim('calc.rb')}`)
    const { code, result } = await loop(test, agent)
    expect({ code, outcome: result.outcome }).toEqual({ code: 3, outcome: 'inconclusive' })
    expect(result.reason).toMatch(
      /^The fix \(\w{10}\) took the whole change away: nothing differs from main any more\.$/,
    )
    expect(textOf(test, 'calc.rb')).toBe(wrong)
  })
})
