import { join } from 'node:path'
import type { RunConfig } from '../../config/run-schema.ts'
import { commitMark } from '../../core/loop/commit-message.ts'
import { oneLine } from '../../core/loop/findings-document.ts'
import type { Fact, RunEvent } from '../../core/staged/machine/facts.ts'
import { mixedFiles } from '../../core/staged/mixed-files.ts'
import { toRunResult } from '../../core/staged/run-result.ts'
import { LoopError } from '../../errors.ts'
import { readIfThere, writeWhole } from '../../io/files.ts'
import { commitFiles } from '../../io/git/commit-fix.ts'
import type { Repository } from '../../io/git/repository.ts'

/**
 * The line in the changelog, and the commit of what the run changed, each where the configuration asks for it. What others have
 * not committed is not committed for them: where a file holds both, there is no commit.
 */
export async function deliverRun(
  repository: Repository,
  events: readonly RunEvent[],
  settings: Pick<RunConfig, 'auto_commit' | 'commit_message_prefix' | 'docs_file'>,
  today: string,
): Promise<Pick<Fact<'delivered'>, 'commit' | 'mixed'>> {
  const { session, title } = toRunResult(events)
  const { docs_file: docs, auto_commit: commits, commit_message_prefix: prefix } = settings
  if (docs !== '') appendLine(join(repository.root, docs), `- ${oneLine(title)} (${today}, session ${session})`)
  if (!commits) return { commit: null, mixed: [] }
  const files = deliveredFiles(events, settings)
  const mixed = mixedFiles(events, files)
  if (mixed.length > 0) return { commit: null, mixed }
  const message = `${prefix}: ${oneLine(title)}\n\n${deliveryMark(session)}`
  const done = await commitFiles(repository, { files, message })
  if ('refused' in done) throw new LoopError('git_failed', { command: 'commit', reason: done.refused })
  return { commit: 'commit' in done ? done.commit : null, mixed }
}

/** Everything that the run wrote, and nothing else. */
export function deliveredFiles(
  events: readonly RunEvent[],
  { docs_file: docs }: Pick<RunConfig, 'docs_file'>,
): readonly string[] {
  const ignores = events.some(({ type }) => type === 'ignores-written') ? ['.gitignore'] : []
  return [...new Set([...toRunResult(events).files, ...ignores, ...(docs === '' ? [] : [docs])])]
}

/** By this line a commit is known after a crash. */
export const deliveryMark = (session: string): string => commitMark(session, 'delivery')

function appendLine(file: string, line: string): void {
  const text = readIfThere(file) ?? '# Changelog\n\n'
  if (text.includes(line)) return
  writeWhole(file, `${text}${text.endsWith('\n') ? '' : '\n'}${line}\n`)
}
