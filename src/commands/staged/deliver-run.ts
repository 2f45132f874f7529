import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { RunConfig } from '../../config/run-schema.ts'
import { commitMark } from '../../core/loop/commit-message.ts'
import { oneLine } from '../../core/loop/findings-document.ts'
import { withChangelogLine } from '../../core/staged/changelog.ts'
import { foreignEdits } from '../../core/staged/foreign-edits.ts'
import type { RunEvent } from '../../core/staged/machine/facts.ts'
import { foldRun } from '../../core/staged/machine/fold.ts'
import { hasDoneNothing } from '../../core/staged/machine/state.ts'
import { toRunResult } from '../../core/staged/run-result.ts'
import { LoopError } from '../../errors.ts'
import { readIfThere, writeBytes } from '../../io/files.ts'
import type { CommitRequest, CommitResult } from '../../io/git/commit-fix.ts'
import type { Repository } from '../../io/git/repository.ts'
import { requireOwnFile } from '../../io/own-file.ts'
import type { StagedPorts, WorkPort } from '../../run/staged/ports.ts'
import { commitGuarded } from '../guard-hooks.ts'
import { filesChangedByHook } from './changed-by-hook.ts'

export interface DeliverableRun {
  readonly events: readonly RunEvent[]
  readonly work: Pick<WorkPort, 'point'>
}

/**
 * The line in the changelog, and the commit of what the run changed, each where the configuration asks for it. What others have
 * not committed is not committed for them: where a file holds both, there is no commit. Where a hook refuses, or git cannot make
 * it, there is no line either.
 */
export async function deliverRun(
  repository: Repository,
  { events, work }: DeliverableRun,
  settings: Pick<RunConfig, 'auto_commit' | 'commit_message_prefix' | 'docs_file'>,
  today: string,
): ReturnType<StagedPorts['deliver']> {
  const { session, title } = toRunResult(events)
  const { auto_commit: commits, commit_message_prefix: prefix } = settings
  const docs = hasDoneNothing(foldRun(events)) ? '' : settings.docs_file
  const takeBack = addLine(repository, docs, `- ${oneLine(title)} (${today}, session ${session})`)
  const files = deliveredFiles(events, { docs_file: docs })
  const mixed = commits ? foreignEdits(events, files) : []
  const told = { mixed, changelog: docs === '' ? null : docs }
  if (!commits || files.length === 0 || mixed.length > 0) return { ...told, commit: null, changedByHook: [] }
  const message = `${prefix}: ${oneLine(title)}\n\n${deliveryMark(session)}`
  const done = await tryCommit(repository, { files, message })
  if ('refused' in done || 'failed' in done) {
    takeBack()
    return done
  }
  if ('nothing' in done) return { ...told, commit: null, changedByHook: [] }
  const { tree: after } = await work.point()
  const before = foldRun(events).point?.tree ?? after
  return {
    ...told,
    commit: done.commit,
    changedByHook: await filesChangedByHook(repository, { before, after, commit: done.commit, files, changelog: docs }),
  }
}

/** What git cannot do, sign for example, is for a person to mend. A commit that was made and not brought to its end is no failure. */
async function tryCommit(repository: Repository, request: CommitRequest): Promise<CommitResult | { failed: string }> {
  const head = () => repository.read(['rev-parse', 'HEAD'])
  const before = await head()
  try {
    return await commitGuarded(repository, request)
  } catch (error) {
    if (!(error instanceof LoopError) || (await head()) !== before) throw error
    return { failed: error.message }
  }
}

/** Everything that the run wrote, and nothing else. */
export function deliveredFiles(
  events: readonly RunEvent[],
  { docs_file: docs }: Pick<RunConfig, 'docs_file'>,
): readonly string[] {
  return [...new Set([...toRunResult(events).files, ...(docs === '' ? [] : [docs])])]
}

/** By this line a commit is known after a crash. */
export const deliveryMark = (session: string): string => commitMark(session, 'delivery')

/** Gives what takes the line away again, unless somebody else has written there since. */
function addLine({ root }: Repository, name: string, line: string): () => void {
  if (name === '') return () => {}
  requireOwnFile(root, name)
  const file = join(root, name)
  const before = readIfThere(file, 'latin1')
  const after = withChangelogLine(before ?? '', Buffer.from(line).toString('latin1'))
  if (after !== before) writeBytes(file, after)
  return () => {
    if (after === before || readIfThere(file, 'latin1') !== after) return
    if (before === undefined) rmSync(file)
    else writeBytes(file, before)
  }
}
