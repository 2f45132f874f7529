import { resolveCommit } from './base.ts'
import type { Repository } from './repository.ts'

/** Whether a file is another than it was at a commit, or is gone. A commit that is not here tells nothing: no. */
export async function isChangedSince(
  repository: Repository,
  { path, commit, head }: { readonly path: string; readonly commit: string; readonly head: string },
): Promise<boolean> {
  if ((await resolveCommit(repository, commit)) === undefined) return false
  return (await blobAt(repository, commit, path)) !== (await blobAt(repository, head, path))
}

async function blobAt({ try: attempt }: Repository, commit: string, path: string): Promise<string | null> {
  const answer = await attempt(['rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}:${path}`])
  return answer.code === 0 ? answer.stdout.toString().trim() : null
}
