import { compareText } from '../values/compare-text.ts'
import type { StatusEntry } from './porcelain.ts'

/** Path → the id of its content, or `<deleted>`. What of the working tree is not as in HEAD. */
export type DirtyMap = ReadonlyMap<string, string>

export const deleted = '<deleted>'

/** Ids of contents by path: of files on disk (`git hash-object`) and of entries of the index (`git ls-files -s`). */
export interface ContentIds {
  readonly worktree: ReadonlyMap<string, string>
  readonly index: ReadonlyMap<string, string>
}

export type DirtyMapResult = { readonly value: DirtyMap } | { readonly problems: readonly string[] }

/** Every entry has its place in the map, or nothing has: a map with a gap would hide a change. Sorted by path. */
export function dirtyMapFrom(entries: readonly StatusEntry[], ids: ContentIds): DirtyMapResult {
  const problems: string[] = []
  const map = new Map<string, string>()
  for (const { path, content } of readContents(entries, problems)) {
    const value = content === 'deleted' ? deleted : ids[content].get(path)
    if (value === undefined) problems.push(missingId(path, content))
    // A file taken out of the index but still on disk has two entries: it is there.
    else if (value !== deleted || !map.has(path)) map.set(path, value)
  }
  if (problems.length > 0) return { problems }
  return { value: new Map([...map].sort(([one], [other]) => compareText(one, other))) }
}

/** The paths whose ids `dirtyMapFrom` will ask for. */
export function neededIds(entries: readonly StatusEntry[]): {
  readonly worktree: readonly string[]
  readonly index: readonly string[]
} {
  const places = readContents(entries, [])
  const pathsIn = (wanted: Content) => places.filter(({ content }) => content === wanted).map(({ path }) => path)
  return { worktree: pathsIn('worktree'), index: pathsIn('index') }
}

type Content = 'deleted' | keyof ContentIds

interface Place {
  readonly path: string
  readonly content: Content
}

function readContents(entries: readonly StatusEntry[], problems: string[]): readonly Place[] {
  return entries.flatMap((entry) => {
    const read = placesOf(entry)
    if (typeof read !== 'string') return read
    problems.push(read)
    return []
  })
}

/** The rules, in order; the first that fits counts. A sentence when the entry has no place in the map. */
function placesOf({ index, worktree, path, oldPath }: StatusEntry): readonly Place[] | string {
  const state = `${index}${worktree}`
  if (/U|^AA$|^DD$/.test(state)) return `${path} has a conflict that is not resolved (${state}): resolve it first.`
  if (state === '??') return [{ path, content: 'worktree' }]
  if (/[RC]/.test(state)) return moved({ index, worktree, path, oldPath })
  if (worktree === 'D') return [{ path, content: 'deleted' }]
  if ('MTA'.includes(worktree)) return [{ path, content: 'worktree' }]
  if (worktree === ' ' && 'MAT'.includes(index)) return [{ path, content: 'index' }]
  if (worktree === ' ' && index === 'D') return [{ path, content: 'deleted' }]
  return unknownState(path, state)
}

/** A rename takes its old path away, a copy leaves it. */
function moved({ index, worktree, path, oldPath }: StatusEntry): readonly Place[] | string {
  const content = contentOfMoved(worktree)
  if (content === undefined || oldPath === null) return unknownState(path, `${index}${worktree}`)
  const target: Place = { path, content }
  const isRename = index === 'R' || worktree === 'R'
  return isRename ? [{ path: oldPath, content: 'deleted' }, target] : [target]
}

function contentOfMoved(worktree: string): Content | undefined {
  if (worktree === 'D') return 'deleted'
  if (worktree === ' ') return 'index'
  return 'MTARC'.includes(worktree) ? 'worktree' : undefined
}

function unknownState(path: string, state: string): string {
  return `git reports ${path} as "${state}", which has no place in a dirty map.`
}

function missingId(path: string, content: Content): string {
  const where = content === 'index' ? 'in the index' : 'on disk'
  return `${path} has no content ${where} that could be hashed: a folder, a repository of its own, or changed just now.`
}
