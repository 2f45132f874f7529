import { isGenerated } from '../change/path-kind.ts'

export interface ChangedMeanwhile {
  /** Paths that changed while validation commands ran. */
  readonly changed: readonly string[]
  /** Of the change under review. */
  readonly change: readonly string[]
  /** Were not as in the last commit before either. */
  readonly uncommitted: readonly string[]
  /** Folders, with a slash at the end, in which git tracks nothing. */
  readonly untrackedFolders: readonly string[]
}

/**
 * What commands leave behind: reports, snapshots, lock files. It is neither reviewed nor committed, and stays where it is.
 * Files that are worked on are not among it, so somebody who edits one meanwhile is noticed. A folder stands for all in it.
 */
export function outputOf({ changed, change, uncommitted, untrackedFolders }: ChangedMeanwhile): readonly string[] {
  const own = new Set([...uncommitted, ...change.filter((path) => !isGenerated(path))])
  const isFree = (folder: string) => ![...own].some((path) => path.startsWith(folder))
  const folders = untrackedFolders.filter(isFree)
  const outputs = changed.filter((path) => !own.has(path))
  return [...new Set(outputs.map((path) => folders.find((folder) => path.startsWith(folder)) ?? path))]
}

export function isOutput(outputs: readonly string[], path: string): boolean {
  return outputs.some((output) => output === path || (output.endsWith('/') && path.startsWith(output)))
}

/** Those that are left when some paths turn out to be worked on. */
export function outputsBeside(outputs: readonly string[], workedOn: readonly string[]): readonly string[] {
  return outputs.filter((output) => !workedOn.some((path) => isOutput([output], path)))
}
