import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { outdatedThreads } from '../core/handoff/outdated-threads.ts'
import { LoopError } from '../errors.ts'
import { reasonOf, writeWhole } from '../io/files.ts'
import { readChange } from '../io/git/read-change.ts'
import { ensureStateFolder } from '../io/state-folder.ts'
import { handoffFiles, handoffNames } from '../report/handoff.ts'
import type { ReviewResult } from '../types.ts'
import type { GithubReview } from './github-review.ts'
import type { PreparedReview } from './prepare-review.ts'
import type { ReviewOptions, ReviewOutput } from './review-options.ts'

export interface Handoff {
  /** Writes the files; the output says what could not be found out for them. */
  readonly write: (output: ReviewOutput) => Promise<ReviewOutput>
}

/**
 * The files for a later step that may write to GitHub. Those of an earlier review go first: whoever posts them after a
 * review that did not finish would post something else.
 */
export function openHandoff(prepared: PreparedReview, github: GithubReview, options: ReviewOptions): Handoff {
  const folder = folderFor(prepared, options)
  try {
    mkdirSync(folder, { recursive: true })
    for (const name of Object.values(handoffNames)) rmSync(join(folder, name), { force: true })
  } catch (error) {
    throw new LoopError('not_writable', { path: folder, reason: reasonOf(error) }, { cause: error })
  }
  return {
    write: async (output) => {
      const { scope } = prepared.work
      const hygieneOnly = options.hygieneOnly === true
      const { outdated, notices } = await decideThreads(prepared, github, output.result, hygieneOnly)
      const files = handoffFiles(output.result, {
        pullRequest: github.pullRequest?.number ?? null,
        headSha: scope.headCommit ?? '',
        files: await readChange(prepared.repository, scope),
        outdatedThreads: outdated,
        hygieneOnly,
      })
      for (const [name, text] of files) writeWhole(join(folder, name), text)
      return { ...output, result: { ...output.result, notices: [...output.result.notices, ...notices] } }
    },
  }
}

function folderFor({ repository }: PreparedReview, options: ReviewOptions): string {
  if (options.handoffDir !== undefined) return resolve(options.cwd ?? '.', options.handoffDir)
  return join(ensureStateFolder(repository.root), 'handoff')
}

/** What the sweep alone does not find may still be there, so it never ends a thread. */
async function decideThreads(
  { settings }: PreparedReview,
  { pullRequest, forge }: GithubReview,
  { findings, gate }: ReviewResult,
  hygieneOnly: boolean,
): Promise<{ outdated: readonly string[]; notices: readonly string[] }> {
  const unread = (why: string) => ({
    outdated: [],
    notices: [`Review threads were not read, so none is marked as outdated: ${why}`],
  })
  const conclusive = gate.result !== 'inconclusive' && !hygieneOnly
  if (pullRequest === null || !conclusive) return { outdated: [], notices: [] }
  if (forge === null) return unread('there is no token (GITHUB_TOKEN), or the repository on GitHub is not known.')
  const answer = await forge.readThreads(pullRequest.number)
  if ('problem' in answer) return unread(answer.problem)
  const { head, threads } = answer.value
  if (head !== pullRequest.head.sha) return unread('the pull request has moved on since.')
  return {
    outdated: outdatedThreads(threads, { findings, conclusive, bots: settings.config.github.bots }),
    notices: [],
  }
}
