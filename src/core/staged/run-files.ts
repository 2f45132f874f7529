import type { RunEvent } from './machine/facts.ts'
import { importedDocument } from './machine/fold-import.ts'
import { ignoreFile } from './preflight.ts'
import type { RoundChange } from './replies/execution-claims.ts'
import { readFileList } from './session-file/file-list.ts'

/** How the run first changed each file that it has changed. */
type Changed = ReadonlyMap<string, RoundChange['kind']>

interface Told {
  readonly changed: Changed
  /** Before the last round: what a roll-back goes back to. */
  readonly before: Changed
}

/** What the stages of a run changed: neither what was made and removed again, nor what was rolled back. */
export function runFiles(events: readonly RunEvent[]): readonly string[] {
  const nothing = { changed: new Map(), before: new Map() }
  return [...events.reduce<Told>(after, nothing).changed.keys()]
}

function after({ changed, before }: Told, event: RunEvent): Told {
  switch (event.type) {
    case 'written':
      return { changed: event.delta.reduce(withChange, changed), before: changed }
    case 'rolled-back':
      return { changed: before, before }
    case 'imported':
      return { changed: withPaths(changed, importedFiles(event.text)), before }
    case 'ignores-written':
      return { changed: withPaths(changed, [ignoreFile]), before }
    case 'delivered':
      return {
        changed: withPaths(changed, [...event.changedByHook, ...(event.changelog === null ? [] : [event.changelog])]),
        before,
      }
    default:
      return { changed, before }
  }
}

function withChange(changed: Changed, { path, kind }: RoundChange): Changed {
  const first = changed.get(path)
  if (first !== 'added' || kind !== 'deleted') return new Map(changed).set(path, first ?? kind)
  return new Map([...changed].filter(([other]) => other !== path))
}

function withPaths(changed: Changed, paths: readonly string[]): Changed {
  return paths.reduce((all, path) => withChange(all, { path, kind: 'modified' }), changed)
}

/** What another tool lists as changed, where its own record of the tree bears that out: what was like that before it began is not its work. */
function importedFiles(text: string): readonly string[] {
  const { filesChanged, metadata } = importedDocument(text)
  const { base_dirty: base, last_verified_dirty: left } = metadata.values
  if (base == null || left == null) return []
  const listed = readFileList(filesChanged).map(({ path }) => path)
  return listed.filter((path) => left.has(path) && left.get(path) !== base.get(path))
}
