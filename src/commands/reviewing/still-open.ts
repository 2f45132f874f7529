import { join } from 'node:path'
import { holdsQuote, indexText, normaliseQuote } from '../../core/evidence/evidence.ts'
import { applyWaivers } from '../../core/verdict/waivers.ts'
import type { Repository } from '../../io/git/repository.ts'
import { hasTrackedState } from '../../io/git/tracked-state.ts'
import { filesIn, readTreeTexts } from '../../io/git/tree-texts.ts'
import { laterReviews } from '../../io/review-state.ts'
import { stateFolder } from '../../io/state-folder.ts'
import type { Finding, ReviewResult, StillOpen } from '../../types.ts'
import { readResult } from './last-review.ts'
import type { PreparedReview } from './prepare-review.ts'

/** P0 and P1 of the last review of this branch that the sweep alone does not look for, where their code is still there. */
export async function findStillOpen(
  { repository, settings, work: { scope } }: PreparedReview,
  swept: ReviewResult,
  today: string,
): Promise<readonly StillOpen[]> {
  const [last] = laterReviews(join(stateFolder(repository.root), 'cache'), scope.branch, '')
  if (last === undefined || scope.kind === 'range' || scope.kind === 'pr') return []
  if (await hasTrackedState(repository)) return []
  const known = new Set(swept.findings.map(({ id }) => id))
  const grave = (readResult(repository, last)?.findings ?? []).filter(
    ({ id, severity, reviewers }) =>
      (severity === 'P0' || severity === 'P1') && !known.has(id) && reviewers.some((name) => name !== 'hygiene'),
  )
  const { kept } = applyWaivers(grave, settings.config.waivers, today)
  const isThere = await codeIn(repository, scope.headTree, last.tree, kept)
  return kept.filter(isThere).map(({ id, severity, file, line, title }) => ({ id, severity, file, line, title }))
}

/** Whether a finding's file is as it was in another tree, or still has the code that it quotes. */
async function codeIn(
  repository: Repository,
  tree: string,
  lastTree: string | undefined,
  findings: readonly Finding[],
) {
  const paths = [...new Set(findings.flatMap(({ file }) => file ?? []))]
  if (paths.length === 0) return () => true
  const texts = await readTreeTexts(repository, tree, paths)
  const [now, before] = await Promise.all([tree, lastTree ?? tree].map((each) => filesIn(repository, each, paths)))
  return ({ file, evidence }: Finding): boolean =>
    file === null ||
    now?.get(file) === before?.get(file) ||
    holdsQuote(indexText(texts.get(file) ?? ''), normaliseQuote(evidence ?? ''))
}
