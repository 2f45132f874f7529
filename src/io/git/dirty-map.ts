import { lstatSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { dirtyMapFrom, neededIds } from '../../core/staged/dirty-map.ts'
import type { TreeState } from '../../core/staged/drift.ts'
import { parsePorcelain } from '../../core/staged/porcelain.ts'
import { decodeName, hasEscapes } from '../../core/values/file-name.ts'
import { LoopError } from '../../errors.ts'
import { isWorkingPath } from '../state-folder.ts'
import { failed, type Repository } from './repository.ts'

const status = ['status', '--porcelain=v1', '-z', '--untracked-files=all', '--ignore-submodules=dirty']

/** HEAD, and by content what of the working tree is not as in it. What cannot be told is an error, never a gap. */
export async function readTreeState(repository: Repository): Promise<TreeState> {
  const head = await repository.try(['rev-parse', '--verify', '--quiet', 'HEAD'])
  const parsed = parsePorcelain(await readStatus(repository))
  if ('problems' in parsed) throw unreadable(parsed.problems)
  // A repository of its own that is not tracked is listed as a folder: its content is not part of this tree.
  const entries = parsed.value.filter(
    ({ index, path }) => index !== '?' || !(path.endsWith('/') || isWorkingPath(path)),
  )
  const needed = neededIds(entries)
  const map = dirtyMapFrom(entries, {
    worktree: await worktreeIds(repository, needed.worktree),
    index: await indexIds(repository, needed.index),
  })
  if ('problems' in map) throw unreadable(map.problems)
  return { head: head.code === 0 ? head.stdout.toString('utf8').trim() : null, dirty: map.value }
}

/** A name that is no text cannot be told to anybody, nor be found again by what is left of it. */
async function readStatus(repository: Repository): Promise<string> {
  const answer = await repository.try(status)
  if (answer.code !== 0) throw failed(status, answer)
  const bytes = answer.stdout.toString('latin1').split('\0')
  const text = decodeName(answer.stdout)
  if (!hasEscapes(text)) return text
  const record = bytes.find((each) => hasEscapes(decodeName(Buffer.from(each, 'latin1')))) ?? ''
  const escaped = (byte: string) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, '0')}`
  const name = record.replace(/^[ A-Z?!]{2} /, '').replace(/[^\x20-\x7e]/g, escaped)
  throw new LoopError('unusable_file', { name, problem: 'its name is not UTF-8, or has U+FFFD in it', hint: renameIt })
}

const renameIt =
  'Rename it (git mv for one that is tracked), or put it into .gitignore or .git/info/exclude if it is not, and run the same again.'

function unreadable([problem = '']: readonly string[]): LoopError {
  return new LoopError('git_failed', { command: 'status', reason: problem })
}

async function worktreeIds(repository: Repository, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>()
  for (const path of paths) {
    const id = await worktreeId(repository, path)
    if (id !== undefined) ids.set(path, id)
  }
  return ids
}

/** A link is its text, a submodule its commit. Undefined for what is gone meanwhile. */
async function worktreeId(repository: Repository, path: string): Promise<string | undefined> {
  const file = join(repository.root, path)
  const found = lstatSync(file, { throwIfNoEntry: false })
  if (found === undefined) return undefined
  const answer = found.isSymbolicLink()
    ? await repository.try(['hash-object', '--stdin'], { input: readlinkSync(file) })
    : await repository.try(found.isDirectory() ? ['-C', path, 'rev-parse', 'HEAD'] : ['hash-object', '--', path])
  return answer.code === 0 ? answer.stdout.toString('utf8').trim() : undefined
}

async function indexIds(repository: Repository, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (paths.length === 0) return new Map()
  const listing = await repository.read(['ls-files', '-s', '-z', '--', ...paths])
  return new Map(
    listing.split('\0').flatMap((record) => {
      const [, id, path] = /^\d+ ([0-9a-f]+) \d\t([\s\S]+)$/.exec(record) ?? []
      return id === undefined || path === undefined ? [] : [[path, id] as const]
    }),
  )
}
