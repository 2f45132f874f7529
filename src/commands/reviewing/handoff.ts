import { join } from 'node:path'
import { type SettledThreads, settleThreads, silentThreads } from '../../core/handoff/outdated-threads.ts'
import { makeFolder, writeWhole } from '../../io/files.ts'
import { readChange } from '../../io/git/read-change.ts'
import { readTreeTexts } from '../../io/git/tree-texts.ts'
import { ensureStateFolder } from '../../io/state-folder.ts'
import { handoffFiles } from '../../report/review/handoff.ts'
import type { DiscardCode, ReviewResult } from '../../types.ts'
import type { GithubReview } from './github-review.ts'
import { handoffFolder, writeThere } from './handoff-folder.ts'
import type { PreparedReview } from './prepare-review.ts'
import type { ReviewOptions, ReviewOutput } from './review-options.ts'

export interface Handoff {
  /** Writes the files; the output says what could not be found out for them. */
  readonly write: (output: ReviewOutput) => Promise<ReviewOutput>
}

/** The files for a later step that may write to GitHub. Refuses a place that cannot be written before anything is paid for. */
export function openHandoff(prepared: PreparedReview, github: GithubReview, options: ReviewOptions): Handoff {
  const { repository, work } = prepared
  const folder = handoffFolder(repository, options)
  if (options.handoffDir === undefined) ensureStateFolder(repository.root)
  writeThere(folder, () => makeFolder(folder))
  return {
    write: async (output) => {
      const hygieneOnly = options.hygieneOnly === true
      const { threads, notices } = await decideThreads(prepared, github, output.result, hygieneOnly)
      const headSha = work.scope.headCommit ?? ''
      const paths = output.result.findings.flatMap(({ file, line }) => (file === null || line === null ? [] : [file]))
      const files = handoffFiles(output.result, {
        pullRequest: github.pullRequest?.number ?? null,
        headSha,
        files: await readChange(repository, work.scope),
        texts: await readTreeTexts(repository, headSha, paths),
        threads,
        hygieneOnly,
      })
      for (const [name, text] of files) writeWhole(join(folder, name), text)
      return { ...output, result: { ...output.result, notices: [...output.result.notices, ...notices] } }
    },
  }
}

/** What the sweep alone does not find may still be there, so it never ends a thread. */
async function decideThreads(
  { settings, repository }: PreparedReview,
  { pullRequest, forge }: GithubReview,
  { findings, discarded, gate }: ReviewResult,
  hygieneOnly: boolean,
): Promise<{ threads: SettledThreads; notices: readonly string[] }> {
  const none: SettledThreads = { outdated: [], kept: [] }
  const unread = (why: string) => ({
    threads: none,
    notices: [`Review threads were not read, so none is marked as outdated: ${why}`],
  })
  const conclusive = gate.result !== 'inconclusive' && !hygieneOnly
  if (pullRequest === null || !conclusive) return { threads: none, notices: [] }
  if ('problem' in forge) return unread(forge.problem)
  const answer = await forge.value.readThreads(pullRequest.number)
  if ('problem' in answer) return unread(answer.problem)
  const { head, threads } = answer.value
  if (head !== pullRequest.head.sha) return unread('the pull request has moved on since.')
  const decided = discarded.filter(({ code }) => decisions.has(code)).map(({ id }) => id)
  const review = { findings, decided, conclusive, bots: settings.config.github.bots }
  const paths = silentThreads(threads, review).flatMap(({ path }) => path ?? [])
  const texts = await readTreeTexts(repository, head, paths)
  return { threads: settleThreads(threads, review, texts), notices: [] }
}

/** Why something that was found is no finding, where somebody said so who looked at it. */
const decisions: ReadonlySet<DiscardCode> = new Set(['waived', 'refuted', 'rule_off', 'ignored_path'])
