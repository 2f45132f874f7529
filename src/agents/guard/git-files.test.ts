import { expect, it } from 'vitest'
import { gitAreaOf } from './git-files.ts'

it.each<[path: string, own: string, area: string | null]>([
  ['HEAD', '', 'head'],
  ['HEAD', 'worktrees/a/', 'worktree'],
  ['worktrees/a/HEAD', 'worktrees/a/', 'head'],
  ['worktrees/b/HEAD', 'worktrees/a/', 'worktree'],
  ['worktrees/b/logs/HEAD', 'worktrees/a/', 'carried'],
  ['index', '', 'index'],
  ['index', 'worktrees/a/', 'worktree'],
  ['refs/heads/main', '', 'ref'],
  ['packed-refs', '', 'ref'],
  ['config', '', 'git'],
  ['hooks', '', 'git'],
  ['hooks/pre-commit', '', 'git'],
  ['info/attributes', '', 'git'],
  ['info/refs', '', null],
  ['objects/info/alternates', '', 'git'],
  ['objects/info/packs', '', null],
  ['objects/ab/cdef', '', null],
  ['index.lock', '', 'git'],
  ['MERGE_HEAD', '', 'git'],
  ['BISECT_LOG', '', 'git'],
  ['COMMIT_EDITMSG', '', 'carried'],
  ['logs/HEAD', '', 'carried'],
  ['modules/lib/sub/config', '', 'git'],
  ['modules/lib/sub/hooks/post-checkout', '', 'git'],
  ['gk/config', '', null],
])('%s in %j is about %s', (path, own, area) => {
  expect(gitAreaOf(path, own)).toBe(area)
})
