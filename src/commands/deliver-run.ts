import { join } from 'node:path'
import type { RunConfig } from '../config/run-schema.ts'
import { oneLine } from '../core/loop/findings-document.ts'
import type { RunEvent } from '../core/staged/machine/facts.ts'
import { toRunResult } from '../core/staged/run-result.ts'
import { LoopError } from '../errors.ts'
import { readIfThere, writeWhole } from '../io/files.ts'
import { commitFiles } from '../io/git/commit-fix.ts'
import type { Repository } from '../io/git/repository.ts'

/** The line in the changelog, and the commit of what the run changed, each where the configuration asks for it. */
export async function deliverRun(
  repository: Repository,
  events: readonly RunEvent[],
  settings: Pick<RunConfig, 'auto_commit' | 'commit_message_prefix' | 'docs_file'>,
  today: string,
): Promise<{ readonly commit: string | null }> {
  const { session, title, files } = toRunResult(events)
  const { docs_file: docs, auto_commit: commits, commit_message_prefix: prefix } = settings
  if (docs !== '') appendLine(join(repository.root, docs), `- ${oneLine(title)} (${today}, session ${session})`)
  if (!commits) return { commit: null }
  const ignores = events.some(({ type }) => type === 'ignores-written') ? ['.gitignore'] : []
  const named = [...new Set([...files, ...ignores, ...(docs === '' ? [] : [docs])])]
  const message = `${prefix}: ${oneLine(title)}\n\n${deliveryMark(session)}`
  const done = await commitFiles(repository, { files: named, message })
  if ('commit' in done) return done
  if ('nothing' in done) return { commit: null }
  throw new LoopError('git_failed', { command: 'commit', reason: done.refused })
}

/** By this line a commit is known after a crash. */
export const deliveryMark = (session: string): string => `Review-Loop: ${session} delivery`

function appendLine(file: string, line: string): void {
  const text = readIfThere(file) ?? '# Changelog\n\n'
  if (text.includes(line)) return
  writeWhole(file, `${text}${text.endsWith('\n') ? '' : '\n'}${line}\n`)
}
