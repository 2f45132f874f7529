import { encodeName } from '../../core/values/file-name.ts'
import type { Repository } from './repository.ts'

/** What a tree holds at a path. */
export interface TreeEntry {
  readonly mode: string
  readonly object: string
}

export interface EntryChange {
  readonly path: string
  /** Null where the tree has nothing there. */
  readonly from: TreeEntry | null
  readonly to: TreeEntry | null
}

/** Every path at which two trees (or commits) differ, by git's own order. A rename is two of them. */
export async function treeDifference(
  repository: Repository,
  from: string,
  to: string,
): Promise<readonly EntryChange[]> {
  const options = ['-r', '-z', '--raw', '--no-abbrev', '--no-renames', '--ignore-submodules=none']
  const output = await repository.read(['diff-tree', ...options, from, to])
  const fields = output.split('\0')
  const changes: EntryChange[] = []
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [fromMode = '', toMode = '', fromObject = '', toObject = ''] = (fields[at] ?? '').slice(1).split(' ')
    changes.push({ path: fields[at + 1] ?? '', from: entry(fromMode, fromObject), to: entry(toMode, toObject) })
  }
  return changes
}

function entry(mode: string, object: string): TreeEntry | null {
  return mode === '000000' ? null : { mode, object }
}

export function isSameEntry(left: TreeEntry | null, right: TreeEntry | null): boolean {
  return left?.mode === right?.mode && left?.object === right?.object
}

/** For `update-index -z --index-info`: makes these paths what they are in `to`. */
export function indexInfo(changes: readonly EntryChange[]): Uint8Array {
  // Removals first: a file may stand where a folder was.
  const ordered = [...changes.filter(({ to }) => to === null), ...changes.filter(({ to }) => to !== null)]
  return encodeName(ordered.map(infoOf).join(''))
}

function infoOf({ path, from, to }: EntryChange): string {
  return `${to?.mode ?? '0'} ${to?.object ?? '0'.repeat(from?.object.length ?? 40)}\t${path}\0`
}
