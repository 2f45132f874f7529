import { describe, expect, it } from 'vitest'
import { checkClaims, type RoundChange } from './execution-claims.ts'

const roots = ['/home/me/shop', '/private/home/me/shop']
const delta: readonly RoundChange[] = [
  { path: 'src/login.ts', kind: 'modified' },
  { path: 'src/limit.ts', kind: 'added' },
  { path: 'old.ts', kind: 'deleted' },
]
const claim = (path: string, note = 'what changed', line = 7) => ({ path, note, line })
const check = (text: string) => checkClaims({ files: [], isNoOp: false, text }, delta, { roots })

describe('what an executor claims', () => {
  it('fits what changed', () => {
    const files = [claim('src/login.ts'), claim('src/limit.ts', 'new file'), claim('old.ts', 'deleted')]
    expect(checkClaims({ files, isNoOp: false, text: '' }, delta, { roots })).toEqual({ problems: [], unclaimed: [] })
  })

  it('is rejected where nothing changed, and told where more did', () => {
    const files = [claim('src/limit.ts'), claim('src/other.ts', 'a helper', 9)]
    expect(checkClaims({ files, isNoOp: false, text: '' }, delta, { roots })).toEqual({
      problems: [
        {
          code: 'claim_without_delta',
          text: 'src/other.ts is claimed, but did not change in this round.',
          line: 9,
        },
      ],
      unclaimed: [delta[0], delta[2]],
    })
  })

  it('is told where git does not see the file', () => {
    const reply = { files: [claim('.env.local'), claim('src/other.ts')], isNoOp: false, text: '' }
    const { problems } = checkClaims(reply, delta, { roots, ignored: ['.env.local'] })
    expect(problems.map(({ code }) => code)).toEqual(['claim_without_delta', 'claim_without_delta'])
    expect(problems[0]?.text).toMatch(/^\.env\.local is claimed, but git ignores it: /)
    expect(problems[1]?.text).toBe('src/other.ts is claimed, but did not change in this round.')
  })

  it('covers the folder that stands where a file was', () => {
    const moved: readonly RoundChange[] = [
      { path: 'a', kind: 'deleted' },
      { path: 'a/b.ts', kind: 'added' },
      { path: 'ab.ts', kind: 'added' },
    ]
    const { unclaimed } = checkClaims({ files: [claim('a/b.ts')], isNoOp: false, text: '' }, moved, { roots })
    expect(unclaimed).toEqual([moved[2]])
  })

  it.each<[string, string, string, RoundChange['kind'], boolean]>([
    ['new.ts', 'renamed from old.ts', 'old.ts', 'deleted', true],
    ['new.ts', 'what was in `old.ts`.', 'old.ts', 'deleted', true],
    ['new.ts', 'renamed from src/old.ts', 'old.ts', 'deleted', false],
    ['new.ts', 'renamed from old.tsx', 'old.ts', 'deleted', false],
    ['new.ts', 'as in old.ts', 'old.ts', 'modified', false],
    ['package.json', 'a dependency', 'package-lock.json', 'modified', true],
    ['packages/a/package.json', 'a dependency', 'pnpm-lock.yaml', 'added', true],
    ['package.json', 'a dependency', 'packages/a/yarn.lock', 'modified', false],
    ['package.json', 'a dependency', 'Cargo.lock', 'modified', false],
    ['src/main.ts', 'a new import', 'package-lock.json', 'modified', false],
  ])('names with %s (%s) also %s, which is %s: %j', (path, note, other, kind, isNamed) => {
    const change = { path: other, kind }
    const changes: readonly RoundChange[] = [{ path, kind: 'modified' }, change]
    const { unclaimed } = checkClaims({ files: [claim(path, note)], isNoOp: false, text: '' }, changes, { roots })
    expect(unclaimed).toEqual(isNamed ? [] : [change])
  })

  it.each([
    ['src/login.ts', 'deleted', ['claim_contradicts_delta']],
    ['src/login.ts', 'File removed.', ['claim_contradicts_delta']],
    ['src/login.ts', 'deleted the second check', []],
    ['old.ts', 'new file', ['claim_contradicts_delta']],
    ['old.ts', 'moved to limit.ts', []],
  ])('is held against what became of the file: %s, %s', (path, note, expected) => {
    const { problems } = checkClaims({ files: [claim(path, note)], isNoOp: false, text: '' }, delta, { roots })
    expect(problems.map(({ code }) => code)).toEqual(expected)
  })

  it.each([
    ['nothing changed', [], []],
    ['something did', delta, ['no_op_with_delta']],
  ])('may be that nothing had to be done: %s', (_, changes, expected) => {
    const { problems } = checkClaims({ files: [], isNoOp: true, text: '' }, changes, { roots })
    expect(problems.map(({ code }) => code)).toEqual(expected)
  })

  it.each([
    'All of it is in /tmp/wt/src/login.ts.',
    'I cloned it to /tmp/shop and changed it there.',
    'The repository at ~/other/shop has the change.',
    'See `../shop-copy/src/limit.ts`.',
    'Edited .worktrees/limits/src/new.ts',
    'Edited /home/me/shop/.claude/worktrees/x/a.ts',
    'The changes were made in a separate worktree.',
    'The changes were made in a new checkout.',
    '```\ngit worktree add ../x\n```',
    'Work is in D:\\copies\\shop, a clone.',
  ])('does not count in another checkout: %j', (text) => {
    const { problems } = check(`Done.\n${text}`)
    expect(problems.map(({ code, line }) => [code, line > 1])).toEqual([['other_workspace', true]])
  })

  it.each([
    'The route /api/login answers 429; /home/ is as before.',
    'All in /home/me/shop/src/login.ts.',
    'All in /private/home/me/shop/src/login.ts of this checkout.',
    'I ran the tests and wrote /tmp/test.log.',
    'No other worktree or checkout was used, in /tmp/x or elsewhere.',
    'The command makes a separate worktree for reviewers.',
    'The total is implemented in the new checkout page.',
    'See https://example.com/work/shop/src/login.ts',
    'Imports `../limit.ts` now.',
  ])('may speak of other paths: %j', (text) => {
    expect(check(text).problems).toEqual([])
  })
})
