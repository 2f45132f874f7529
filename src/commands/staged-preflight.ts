import { join } from 'node:path'
import { missingPatterns, suspiciousFiles, withPatterns } from '../core/staged/preflight.ts'
import { readIfThere, writeWhole } from '../io/files.ts'
import type { Repository } from '../io/git/repository.ts'

const ignoreFile = '.gitignore'

/** What is tracked and should not be, and what nothing keeps from being tracked. */
export async function preflight({ root, read }: Repository): Promise<{
  readonly tracked: readonly string[]
  readonly missing: readonly string[]
}> {
  const listing = await read(['ls-files', '-z'])
  return {
    tracked: suspiciousFiles(listing.split('\0').filter((path) => path !== '')),
    missing: missingPatterns(readIfThere(join(root, ignoreFile)) ?? ''),
  }
}

export function writeIgnores({ root }: Repository, patterns: readonly string[]): void {
  const file = join(root, ignoreFile)
  writeWhole(file, withPatterns(readIfThere(file) ?? '', patterns))
}
