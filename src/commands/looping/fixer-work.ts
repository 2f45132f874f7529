import { join } from 'node:path'
import { changedFiles, compareFingerprints } from '../../agents/guard/compare-fingerprints.ts'
import { readInside } from '../../agents/guard/file-record.ts'
import { type Difference, type Fingerprint, nameSome } from '../../agents/guard/fingerprint.ts'
import { keepEarlier } from '../../agents/guard/keep-earlier.ts'
import { putBack } from '../../agents/guard/put-back.ts'
import { takeFingerprint } from '../../agents/guard/take-fingerprint.ts'
import { undoFiles } from '../../agents/guard/undo-files.ts'
import { newUndoneFolder } from '../../agents/guard/undone-folder.ts'
import { isMadeByTool } from '../../core/change/path-kind.ts'
import { given } from '../../core/values/given.ts'
import { writeWhole } from '../../io/files.ts'
import type { Repository } from '../../io/git/repository.ts'
import type { RecordedWork, UndoneWork, WorkPort } from '../../run/fix/ports.ts'

/** The files of a repository for a fixer. The repository must not be bound to a signal: undoing is for afterwards. */
export function workPort(repository: Repository): WorkPort {
  return {
    record: async () => recordedWork(await takeFingerprint(repository)),
    read: (path) => readText(repository.root, path),
    write: (path, text) => writeText(repository.root, path, text),
  }
}

function recordedWork(before: Fingerprint): RecordedWork {
  let last: Fingerprint | null = null
  return {
    changedFiles: async () => {
      last = await takeFingerprint(before.repository, before)
      return changedFiles(before, last)
        .map(({ path }) => path)
        .sort()
    },
    keepEarlier: async (changed) => {
      const found = last === null ? await differences(before) : compareFingerprints(before, last)
      const lost = [...lostWork(before, found, changed), ...lostIgnored(before, found)]
      const made = given({ unseen: unseenFiles(before, found) })
      if (lost.length === 0) return made
      const folder = await keepEarlier(before, lost)
      const files = lost.filter(({ area }) => area === 'ignored').map(({ path }) => path)
      return given({
        earlier: files.length < lost.length ? folder : undefined,
        ignored: files.length > 0 ? { folder, files: files.sort() } : undefined,
        ...made,
      })
    },
    undo: () => undoWork(before),
  }
}

/** Uncommitted work that is gone, or is among these. */
function lostWork({ work }: Fingerprint, found: readonly Difference[], changed: readonly string[]): Difference[] {
  const isLost = ({ kind, path }: Difference) => kind === 'removed' || changed.includes(path)
  return found.filter((each) => each.area !== 'ignored' && isFile(each) && work.raw.has(each.path) && isLost(each))
}

/** Of what git ignores, the settings and notes of a person, as far as they were small enough to be remembered. */
function lostIgnored({ ignored }: Fingerprint, found: readonly Difference[]): Difference[] {
  const isKept = (path: string) => ignored.records.get(path)?.content != null && !isMadeByTool(path)
  return found.filter(({ area, path }) => area === 'ignored' && isKept(path))
}

const mostUnseen = 20

/** The fix may need them, and a commit of it does not have them. */
function unseenFiles({ ignored }: Fingerprint, found: readonly Difference[]): readonly string[] | undefined {
  const made = found.filter(({ area, path }) => area === 'ignored' && !ignored.records.has(path) && !isMadeByTool(path))
  return made.length === 0
    ? undefined
    : made
        .map(({ path }) => path)
        .sort()
        .slice(0, mostUnseen)
}

/** Files only. Where the branch moved meanwhile somebody else is at work, and nothing is touched. */
async function undoWork(before: Fingerprint): Promise<UndoneWork> {
  const { root } = before.repository
  const found = await differences(before)
  const wanted = found.filter(isFile)
  if (wanted.length === 0) return { kept: null, problem: null }
  if (found.some(isMove)) {
    return { kept: null, problem: `the branch moved meanwhile, so this was not undone: ${nameSome(wanted)}` }
  }
  const { name, folder } = newUndoneFolder(root)
  writeWhole(join(folder, 'undone.json'), `${JSON.stringify(wanted, null, 2)}\n`)
  await undoFiles(before, wanted, join(folder, 'files'))
  const left = (await differences(before)).filter(isFile)
  return { kept: name, problem: left.length === 0 ? null : `this could not be brought back: ${nameSome(left)}` }
}

async function differences(before: Fingerprint): Promise<readonly Difference[]> {
  return compareFingerprints(before, await takeFingerprint(before.repository, before))
}

function isFile({ area }: Difference): boolean {
  return area === 'file' || area === 'link' || area === 'nested' || area === 'ignored'
}

/** References of remotes and tags move when somebody fetches, ours when something is undone; files do not. */
function isMove({ area, path }: Difference): boolean {
  return area === 'head' || (area === 'ref' && !/^refs\/(remotes|tags|review-loop)\//.test(path))
}

const textBytes = 16 * 1024 * 1024

/** Null for links, for what only a link leads to, and for bytes that would not come back from text as they were. */
function readText(root: string, path: string): string | null {
  const record = readInside(root, path, textBytes)
  if (record?.kind !== 'file' || record.content === null) return null
  const text = Buffer.from(record.content).toString('utf8')
  return Buffer.from(text).equals(record.content) ? text : null
}

function writeText(root: string, path: string, text: string): void {
  const record = readInside(root, path, 0)
  if (record?.kind !== 'file') throw new Error(`${path} is no regular file any more`)
  putBack(root, path, record, Buffer.from(text))
}
