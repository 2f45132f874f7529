import { isWorkingFile } from '../state-folder.ts'
import type { Repository } from './repository.ts'

/** What git tracks in our folder, in any capitals: a disk that does not tell them apart puts `.Review-Loop/` into it. */
export async function trackedState(repository: Repository): Promise<readonly string[]> {
  const listing = await repository.read(listFiles)
  return listing.split('\0').filter((path) => path !== '')
}

const listFiles = ['--no-literal-pathspecs', '--icase-pathspecs', 'ls-files', '--cached', '-z', '--', '.review-loop']

/**
 * Whether git tracks working files of ours. They never belong there: a change that brings its own could say of itself that
 * it was reviewed. What is tracked is not believed.
 */
export async function hasTrackedState(repository: Repository): Promise<boolean> {
  return (await trackedState(repository)).some(isWorkingFile)
}
