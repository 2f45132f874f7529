import { join } from 'node:path'
import type { Fact } from '../../core/staged/machine/facts.ts'
import { ignoreFile, missingPatterns, suspiciousFiles, withPatterns } from '../../core/staged/preflight.ts'
import { secretIssues } from '../../core/staged/secrets.ts'
import { firstFew } from '../../core/values/first-few.ts'
import { readIfThere, writeBytes } from '../../io/files.ts'
import type { Repository } from '../../io/git/repository.ts'
import { requireOwnFile } from '../../io/own-file.ts'
import type { Config } from '../../types.ts'
import { type Delivery, findSecrets } from './staged-secrets.ts'

/** What is tracked or delivered and should not be, and what nothing keeps from being tracked. */
export async function preflight(
  repository: Repository,
  delivery: Delivery,
  config: Config,
  today: string,
): Promise<Pick<Fact<'preflight'>, 'tracked' | 'secrets' | 'missing'>> {
  const { root } = repository
  const tracked = await trackedSecrets(repository)
  return {
    tracked,
    secrets: secretIssues(await findSecrets(repository, delivery, config, today), tracked),
    missing: missingPatterns(readIfThere(join(root, ignoreFile)) ?? ''),
  }
}

/** Files that by their name should not be tracked: known before anything is paid for. */
export async function trackedSecrets({ read }: Repository): Promise<readonly string[]> {
  const listing = await read(['ls-files', '-z'])
  return suspiciousFiles(listing.split('\0').filter((path) => path !== ''))
}

export function trackedNotice(files: readonly string[]): string {
  const words = `Tracked files look like secrets or keys: ${firstFew(files, 5).join(', ')}`
  return `${words}. As long as they are tracked, nothing is delivered; git rm --cached takes them out of git.`
}

export function writeIgnores({ root }: Repository, patterns: readonly string[]): void {
  requireOwnFile(root, ignoreFile)
  const file = join(root, ignoreFile)
  writeBytes(file, withPatterns(readIfThere(file, 'latin1') ?? '', patterns))
}
