import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { isUnverified } from '../core/findings/discard-reasons.ts'
import { parseJson } from '../core/values/parse-json.ts'
import { LoopError } from '../errors.ts'
import type { ClaimDecision, DiscardedFinding } from '../types.ts'
import { readIfThere, writeWhole } from './files.ts'
import type { Repository } from './git/repository.ts'
import { hasTrackedState } from './git/tracked-state.ts'
import { readReviewFile } from './review-store.ts'
import { lockPath } from './session-lock.ts'
import { ensureStateFolder, stateFolder } from './state-folder.ts'

// What people decided about claims that could not be checked: one decision on a line, in a file that outlives sessions.

const decisionSchema = v.object({
  version: v.literal(1),
  type: v.literal('claim-decided'),
  id: v.pipe(v.string(), v.nonEmpty()),
  decision: v.picklist(['accept', 'dismiss']),
  by: v.string(),
  why: v.string(),
  at: v.string(),
})

const ledgerFile = (root: string): string => join(stateFolder(root), 'ledger.jsonl')

/**
 * In the order in which they were made. A change that brings its own decisions along is not believed. A line that cannot be
 * read is refused: it may have been a decision.
 */
export async function readDecisions(repository: Repository): Promise<readonly ClaimDecision[]> {
  const path = ledgerFile(repository.root)
  if (!existsSync(path) || (await hasTrackedState(repository))) return []
  const lines = (readIfThere(path) ?? '').split('\n').filter((line) => line.trim() !== '')
  return lines.map((line, index) => {
    const read = v.safeParse(decisionSchema, parseJson(line))
    if (!read.success) throw new LoopError('bad_ledger', { path, line: String(index + 1) })
    const { version: _version, type: _type, ...decision } = read.output
    return decision
  })
}

export function writeDecision(root: string, decision: ClaimDecision): void {
  const line = JSON.stringify({ version: 1, type: 'claim-decided', ...decision })
  ensureStateFolder(root)
  const file = ledgerFile(root)
  // Two who decide at once must not write over each other.
  const lock = lockPath(`${file}.lock`, 'the decisions of people', 'answer')
  try {
    const before = readIfThere(file) ?? ''
    writeWhole(file, `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${line}\n`)
  } finally {
    lock.release()
  }
}

/** Claims of recent reviews that could not be checked, the newest review first. */
export function unverifiedClaims(root: string): readonly DiscardedFinding[] {
  const claims = reviewIds(root).flatMap((id) => discardedIn(readReviewFile(root, id, 'result.json')))
  return claims.filter(isUnverified)
}

/** Ids begin with the time. */
function reviewIds(root: string): readonly string[] {
  try {
    return readdirSync(join(stateFolder(root), 'reviews'))
      .sort()
      .reverse()
  } catch {
    return []
  }
}

/** We wrote it; the check is only against a file that was cut off or edited. */
function discardedIn(result: unknown): readonly DiscardedFinding[] {
  const isResult = typeof result === 'object' && result !== null && 'discarded' in result
  return isResult && Array.isArray(result.discarded) ? result.discarded.filter(isDiscarded) : []
}

function isDiscarded(value: unknown): value is DiscardedFinding {
  return typeof value === 'object' && value !== null && 'id' in value && 'code' in value && 'blocking' in value
}
