import type { Repository } from '../../io/git/repository.ts'
import type { FileRecord } from './file-record.ts'
import { isSame } from './file-record.ts'
import type { Records } from './fingerprint.ts'
import { recordGitFiles } from './git-files.ts'

// The files in .git that decide how git reads everything else. Branches, the index and objects are left out: they change while people work.

const protectedPath =
  /^(?:worktrees\/[^/]+\/|modules\/.+\/)?(?:config|config\.worktree|commondir|gitdir|(?:hooks|info)\/.+)$|^objects\/info\/(?:http-)?alternates$|^\.git$/

/** With `before`, settings that editors write by themselves are left out. */
export async function recordProtected(repository: Repository, before?: Records): Promise<Map<string, FileRecord>> {
  const all = recordGitFiles(repository, before)
  const records = new Map([...all].filter(([path]) => protectedPath.test(path)))
  const [old, now] = [before?.get('config'), records.get('config')]
  if (old !== undefined && now !== undefined && !isSame(old, now) && (await isHarmless(repository, old, now)))
    records.set('config', old)
  return records
}

/** Editors and the tools of forges remember these. None of them is read by git or by us. */
const remembered =
  /^branch\..+\.(?:vscode-merge-base|gh-merge-base|github-pr-[\w-]+|description)\n|^lfs\.repositoryformatversion\n/

async function isHarmless(repository: Repository, old: FileRecord, now: FileRecord): Promise<boolean> {
  const [left, right] = [await settingsIn(repository, old), await settingsIn(repository, now)]
  return left !== null && right !== null && left === right && old.mode === now.mode
}

/** What is neither remembered by a tool nor changed in its order; null where git cannot read it. */
async function settingsIn(repository: Repository, { content }: FileRecord): Promise<string | null> {
  if (content === null) return null
  const list = await repository.try(['config', '--file', '-', '--list', '-z'], { input: content })
  if (list.code !== 0) return null
  const entries = list.stdout.toString('latin1').split('\0')
  return entries.filter((entry) => !remembered.test(entry)).join('\0')
}
