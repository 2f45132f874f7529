import { join } from 'node:path'
import type { Fact } from '../../core/staged/machine/facts.ts'
import { ignoreFile, missingPatterns, suspiciousFiles, withPatterns } from '../../core/staged/preflight.ts'
import { secretIssues } from '../../core/staged/secrets.ts'
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
  const { root, read } = repository
  const listing = await read(['ls-files', '-z'])
  const tracked = suspiciousFiles(listing.split('\0').filter((path) => path !== ''))
  return {
    tracked,
    secrets: secretIssues(await findSecrets(repository, delivery, config, today), tracked),
    missing: missingPatterns(readIfThere(join(root, ignoreFile)) ?? ''),
  }
}

export function writeIgnores({ root }: Repository, patterns: readonly string[]): void {
  requireOwnFile(root, ignoreFile)
  const file = join(root, ignoreFile)
  writeBytes(file, withPatterns(readIfThere(file, 'latin1') ?? '', patterns))
}
