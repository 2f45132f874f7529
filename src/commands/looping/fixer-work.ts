import { join } from 'node:path'
import { changedFiles, compareFingerprints } from '../../agents/guard/compare-fingerprints.ts'
import { readInside } from '../../agents/guard/file-record.ts'
import { type Difference, type Fingerprint, nameSome } from '../../agents/guard/fingerprint.ts'
import { keepEarlier } from '../../agents/guard/keep-earlier.ts'
import { putBack } from '../../agents/guard/put-back.ts'
import { takeFingerprint } from '../../agents/guard/take-fingerprint.ts'
import { undoFiles } from '../../agents/guard/undo-files.ts'
import { newUndoneFolder } from '../../agents/guard/undone-folder.ts'
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
  return {
    changedFiles: async () => {
      const after = await takeFingerprint(before.repository, before)
      return changedFiles(before, after)
        .map(({ path }) => path)
        .sort()
    },
    keepEarlier: async (changed) => {
      const { raw } = before.work
      const isLost = ({ kind, path }: Difference) => raw.has(path) && (kind === 'removed' || changed.includes(path))
      const lost = (await differences(before)).filter((each) => isFile(each) && isLost(each))
      return lost.length === 0 ? null : keepEarlier(before, lost)
    },
    undo: () => undoWork(before),
  }
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
  putBack(join(root, path), record, Buffer.from(text))
}
