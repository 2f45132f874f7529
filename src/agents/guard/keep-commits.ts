import { basename } from 'node:path'
import type { Fingerprint } from './fingerprint.ts'
import { referencesOf } from './references.ts'

/**
 * Gives commits a reference that a branch led to before it was put back: they may be the work of a person. `folder` is where
 * the rest of what was undone is kept. Gives the references.
 */
export async function keepCommits(before: Fingerprint, after: Fingerprint, folder: string): Promise<readonly string[]> {
  const kept: string[] = []
  for (const [name, commit] of referencesOf(after.git)) {
    if (!name.startsWith('refs/heads/') || !(await isLost(before, commit))) continue
    const reference = `refs/review-loop/undone/${basename(folder)}/${name.slice('refs/heads/'.length)}`
    const { code } = await before.repository.try(['update-ref', '--no-deref', reference, commit, ''])
    if (code === 0) kept.push(reference)
  }
  return kept
}

/** No branch leads to it, and it came from what is here: a repository that was made anew has nothing of anybody's. */
async function isLost({ repository }: Fingerprint, commit: string): Promise<boolean> {
  if (!/^[0-9a-f]{40,64}$/.test(commit)) return false
  const unknown = await repository.try(['rev-list', '--max-count=1', commit, '--not', '--branches'])
  if (unknown.code !== 0 || unknown.stdout.length === 0) return false
  return (await repository.try(['merge-base', 'HEAD', commit])).code === 0
}
