import { isWorkingFile } from '../state-folder.ts'
import type { Repository } from './repository.ts'

/**
 * Whether git tracks working files of ours. They never belong there: a change that brings its own could say of itself that
 * it was reviewed. What is tracked is not believed.
 */
export async function hasTrackedState(repository: Repository): Promise<boolean> {
  const listing = await repository.read(['ls-files', '--cached', '-z', '--', '.review-loop'])
  return listing.split('\0').some((path) => path !== '' && isWorkingFile(path))
}
