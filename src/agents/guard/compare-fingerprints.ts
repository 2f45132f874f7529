import { gitFolder } from '../../io/git/git-folder.ts'
import type { FileStatus } from '../../types.ts'
import { isSame } from './file-record.ts'
import type { Area, Difference, Fingerprint, WorkChange } from './fingerprint.ts'
import { gitAreaOf, gitEntry } from './git-files.ts'
import { elsewhereIn } from './other-worktrees.ts'
import { referencesOf } from './references.ts'
import { sharedFiles } from './shared-state.ts'
import { isMemory } from './state-files.ts'

/** Everything that is not as it was here. `after` was taken against `before`. */
export function compareFingerprints(before: Fingerprint, after: Fingerprint): Difference[] {
  const isElsewhere = elsewhereIn(before, after)
  const references = differences(
    'ref',
    referencesOf(before.git),
    referencesOf(after.git),
    (left, right) => left === right,
  )
  return [
    ...[...gitDifferences(before, after), ...references].filter(({ path }) => !isElsewhere(path)),
    ...stateDifferences(before, after),
    ...differences('worktree', sharedFiles(before.elsewhere), sharedFiles(after.elsewhere), isSame),
    ...fileDifferences(before, after),
    ...differences('nested', named(before.work.nested), named(after.work.nested), () => true),
    ...ignoredDifferences(before, after),
  ]
}

/** Those that a fixer (who may write) or a reviewer (who may not) is not allowed to make. */
export function forbidden(found: readonly Difference[], mayWrite: boolean): Difference[] {
  return found.filter(({ area }) => !mayWrite || (area !== 'file' && area !== 'ignored'))
}

/** What really changed in the files, read from git and not from a reply. */
export function changedFiles(before: Fingerprint, after: Fingerprint): readonly WorkChange[] {
  if (after.since?.before !== before) throw new Error('the second fingerprint was not taken against the first')
  return after.since.changes
}

function gitDifferences(before: Fingerprint, after: Fingerprint): Difference[] {
  const { own } = gitFolder(before.repository)
  const all = differences('git', before.git, after.git, isSame)
  return all.flatMap((difference) => {
    const area = difference.path === gitEntry ? 'git' : gitAreaOf(difference.path, own)
    // References are compared by what they say, not by how they are stored.
    return area === null || area === 'carried' || area === 'ref' ? [] : [{ ...difference, area }]
  })
}

function stateDifferences(before: Fingerprint, after: Fingerprint): Difference[] {
  const found = differences('state', before.state, after.state, isSame)
  return found.map((each) => (isMemory(each.path) ? { ...each, area: 'memory' } : each))
}

const kinds: Readonly<Record<FileStatus, Difference['kind']>> = {
  added: 'added',
  copied: 'added',
  deleted: 'removed',
  modified: 'changed',
  renamed: 'changed',
  type_changed: 'changed',
}

function fileDifferences(before: Fingerprint, after: Fingerprint): Difference[] {
  const linksOut = new Set(after.since?.linksOut)
  return changedFiles(before, after).map(({ path, status }) => ({
    area: linksOut.has(path) ? 'link' : 'file',
    kind: kinds[status],
    path,
  }))
}

function ignoredDifferences(before: Fingerprint, after: Fingerprint): Difference[] {
  const { unexplored } = before.ignored
  const found = differences('ignored', before.ignored.records, after.ignored.records, isSame)
  return found.filter(({ kind, path }) => kind !== 'added' || !unexplored.some((folder) => path.startsWith(folder)))
}

function named(names: readonly string[]): ReadonlyMap<string, true> {
  return new Map(names.map((name) => [name, true]))
}

function differences<T>(
  area: Area,
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
  same: (left: T, right: T) => boolean,
): Difference[] {
  const found: Difference[] = []
  for (const [path, old] of before) {
    const now = after.get(path)
    if (now === undefined) found.push({ area, kind: 'removed', path })
    else if (!same(old, now)) found.push({ area, kind: 'changed', path })
  }
  for (const path of after.keys()) if (!before.has(path)) found.push({ area, kind: 'added', path })
  return found
}
