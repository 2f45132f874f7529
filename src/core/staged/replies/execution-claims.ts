import { isLockOf } from '../../change/path-kind.ts'
import type { ExecutionReply } from './execution-reply.ts'
import type { FileEntry } from './file-entries.ts'
import { findOtherWorkspaces } from './other-workspace.ts'
import type { ReplyProblem } from './reply-sections.ts'

/** One file whose content differs from before the round. */
export interface RoundChange {
  /** Relative to the repository. */
  readonly path: string
  readonly kind: 'added' | 'modified' | 'deleted'
}

export type ClaimCode = 'claim_without_delta' | 'claim_contradicts_delta' | 'no_op_with_delta' | 'other_workspace'

export interface ClaimCheck {
  /** Why the reply does not count. */
  readonly problems: readonly ReplyProblem<ClaimCode>[]
  /** What changed without being named. It is no reason to reject, and no work of the executor: somebody else may have written it. */
  readonly unclaimed: readonly RoundChange[]
}

/**
 * What an executor claims, held against what really changed in this round. A file that was changed before and is as it was then
 * does not count as changed. `roots` are the spellings of the folder it was to work in; nobody sees what git ignores.
 */
export function checkClaims(
  reply: Pick<ExecutionReply, 'files' | 'isNoOp' | 'text'>,
  delta: readonly RoundChange[],
  { roots, ignored = [] }: { readonly roots: readonly string[]; readonly ignored?: readonly string[] },
): ClaimCheck {
  const changed = new Map(delta.map((change) => [change.path, change]))
  const claimed = new Set(reply.files.map(({ path }) => path))
  const paths = [...new Set([...claimed, ...changed.keys()])]
  const problems: readonly ReplyProblem<ClaimCode>[] = [
    ...reply.files.flatMap((entry) => claimProblems(entry, changed.get(entry.path), ignored)),
    ...(reply.isNoOp && delta.length > 0 ? [noOpWithDelta(delta)] : []),
    ...findOtherWorkspaces(reply.text, { roots, paths }).map(otherWorkspace),
  ]
  return {
    problems: [...problems].sort((one, other) => one.line - other.line),
    unclaimed: delta.filter((change) => !reply.files.some((entry) => isNamedBy(entry, change))),
  }
}

/** By itself, as the lock file of a manifest, or as what another file was made of ("renamed from `old.ts`"). */
function isNamedBy({ path: name, note }: FileEntry, { path, kind }: RoundChange): boolean {
  const isMadeOf = () => kind === 'deleted' && note.split(/[\s`'"()[\]{},;:]+|\.(?=\s|$)/).includes(path)
  return isSamePlace(name, path) || isLockOf(path, name) || isMadeOf()
}

/** Who puts a folder where a file was, or a file where a folder was, says so with one of them. */
function isSamePlace(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`)
}

function claimProblems(
  { path, note, line }: FileEntry,
  change: RoundChange | undefined,
  ignored: readonly string[],
): readonly ReplyProblem<ClaimCode>[] {
  if (change === undefined) {
    const why = ignored.includes(path)
      ? 'git ignores it: it can be neither reviewed nor delivered. Do not name it; what belongs to the work has to be where git sees it.'
      : 'did not change in this round.'
    return [{ code: 'claim_without_delta', text: `${path} is claimed, but ${why}`, line }]
  }
  const isWrong = change.kind === 'deleted' ? saysAdded.test(note) : saysDeleted.test(note)
  if (!isWrong) return []
  return [{ code: 'claim_contradicts_delta', text: `${path} was ${change.kind}, not what is claimed: ${note}`, line }]
}

/** Nothing but that: "deleted the old helper" may as well be an edit. */
const saysDeleted =
  /^\(?(?:the )?(?:whole )?(?:file )?(?:was )?(?:deleted|removed)(?: (?:the )?(?:whole )?file)?\)?[.!]?$/i
const saysAdded = /^\(?(?:(?:a )?new(?: file)?|(?:file )?(?:was )?(?:added|created))\)?[.!]?$/i

function noOpWithDelta(delta: readonly RoundChange[]): ReplyProblem<ClaimCode> {
  const files = delta.map(({ path }) => path).join(', ')
  return { code: 'no_op_with_delta', text: `A round without changes is reported, but these changed: ${files}`, line: 1 }
}

function otherWorkspace({
  line,
  mention,
}: {
  readonly line: number
  readonly mention: string
}): ReplyProblem<ClaimCode> {
  const text = `Work in another worktree or checkout does not count: ${mention}`
  return { code: 'other_workspace', text, line }
}
