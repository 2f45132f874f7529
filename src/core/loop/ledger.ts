import type { Finding } from '../../types.ts'
import type { UncountedFinding } from './claims.ts'
import type { CodePlace, QuotedCode } from './code-place.ts'
import { holdsUp, isActive } from './entry-status.ts'
import { type Matches, matchFindings } from './match-findings.ts'
import { followed, graver, isReversal, newEvidence, repeats, replacedBy } from './repeats.ts'
import type { LedgerEntry, LedgerNote, LedgerStatus } from './types.ts'

// Every finding ever raised, under one id, with what became of it. Nothing leaves the ledger.

export interface ReviewedRound {
  readonly round: number
  readonly findings: readonly Finding[]
  readonly refuted: readonly Finding[]
  readonly waived: readonly Finding[]
  /** Raised, though not so that it counts. */
  readonly uncounted?: readonly UncountedFinding[]
  /** Whether an earlier review said it, and nobody could check it then. */
  readonly wasClaimed?: (finding: Finding) => boolean
  /** The commit of the fix before this review. */
  readonly commit: string | null
  /** What was done since the review before; null: nobody knows. */
  readonly done: Done | null
  /** By whoever has the last word: what it says blocks in any round, and its approval closes what does not come up in it. */
  readonly isBinding?: boolean
  /** It shows all that is asked for: what it does not show was closed where it was raised, by whomever and for whatever reason. */
  readonly isComplete?: boolean
  /** The files that were reviewed, and where in them stands what findings quote; not there: nobody looked. */
  readonly tree?: string
  readonly code?: QuotedCode
}

/** Files that changed, and the ids of what the fixer says it did and could not do. */
export interface Done {
  readonly files: readonly string[]
  readonly addressed: readonly string[]
  readonly unable?: readonly string[]
}

/** The ledger after one more review. */
export function afterReview(ledger: readonly LedgerEntry[], reviewed: ReviewedRound): readonly LedgerEntry[] {
  const { code, isComplete = false } = reviewed
  const all = [...reviewed.findings, ...reviewed.refuted, ...reviewed.waived]
  const matches = matchFindings(ledger, { findings: all, code, isComplete })
  const match = matches.entryOf
  const raised = new Map(reviewed.findings.map((finding) => [match(finding)?.id ?? '', finding]))
  const settled = [
    ...reviewed.refuted.map((finding) => ({
      finding,
      status: 'refuted' as const,
      why: 'the verifier showed that it is wrong',
    })),
    ...reviewed.waived.map((finding) => ({ finding, status: 'waived' as const, why: 'a waiver accepts it' })),
  ]
  const known = ledger.map(outdatedBy(reviewed)).map((entry) => {
    const again = raised.get(entry.id)
    const end = settled.find(({ finding }) => match(finding)?.id === entry.id)
    if (again !== undefined) {
      return placed(raisedAgain(entry, again, reviewed, matches), reviewed, again)
    }
    if (end !== undefined) {
      const ended = noted({ ...entry, finding: end.finding, isOutdated: false }, end.status, reviewed, end.why)
      return placed(ended, reviewed, end.finding)
    }
    return placed(isActive(entry) ? notRaised(entry, reviewed) : entry, reviewed)
  })
  const fresh = matches.unknown.map(([said, named]) => {
    const end = settled.find(({ finding }) => finding === said)
    const entry = entryOf(named, reviewed.round)
    const first =
      end === undefined
        ? firstRaised(entry, reviewed, matches.siblingsOf(said))
        : noted(entry, end.status, reviewed, end.why)
    return placed(first, reviewed, said)
  })
  return [...known, ...fresh]
}

/** With where the code stands that it quotes: as this review has it, else where it stood before. */
function placed(entry: LedgerEntry, { code, tree = '' }: ReviewedRound, said?: Finding): LedgerEntry {
  const place: CodePlace | undefined =
    code?.raised.find(({ id }) => id === said?.id)?.place ?? code?.standing.find(({ id }) => id === entry.id)?.place
  if (place !== undefined) return { ...entry, code: { tree, ...place } }
  return code === undefined || entry.code === undefined ? entry : { ...entry, code: { ...entry.code, isGone: true } }
}

/** The same for an approval that is binding: what it does not name is closed, and so is what held the loop up. */
export function afterApproval(ledger: readonly LedgerEntry[], reviewed: ReviewedRound): readonly LedgerEntry[] {
  const named = new Set(reviewed.findings.map(({ id }) => id))
  const isClosed = (entry: LedgerEntry) => holdsUp(entry) || (isActive(entry) && !named.has(entry.id))
  const closed = ledger.map((entry) => (isClosed(entry) ? approvedIn(entry, reviewed) : entry))
  return afterReview(closed, reviewed)
}

function approvedIn(entry: LedgerEntry, reviewed: ReviewedRound): LedgerEntry {
  return reviewed.isComplete ? closedThere(entry, reviewed) : noted(entry, 'fixed', reviewed, 'the reviewer approves')
}

/** Closed is not mended: what nobody did anything about, or the fixer left as it is, was let through by whoever closed it. */
function closedThere(entry: LedgerEntry, reviewed: ReviewedRound): LedgerEntry {
  const isLeft = reviewed.done?.unable?.includes(entry.id) === true || !isTouched(entry, reviewed)
  return isLeft
    ? noted(entry, 'waived', reviewed, 'it was left as it is, and closed where it was raised')
    : noted(entry, 'fixed', reviewed, 'the review does not find it any more')
}

function isTouched({ id, finding: { file } }: LedgerEntry, { done }: ReviewedRound): boolean {
  return done === null || done.addressed.includes(id) || (file !== null && done.files.includes(file))
}

/**
 * What a review leaves to be looked at, as grave as the ledger has it: what a findings document lists and what is counted
 * everywhere. What it does not raise and nobody did anything about is among it.
 */
export function standingAfter(ledger: readonly LedgerEntry[], round: number): readonly Finding[] {
  return ledger
    .filter((entry) => (isActive(entry) || entry.status === 'deferred') && entry.history.at(-1)?.round === round)
    .map(({ finding, id, severity, blocking }) => ({ ...finding, id, severity, blocking }))
}

/** Nobody has to find everything every time: where nothing was done about it, silence closes nothing. */
function notRaised(entry: LedgerEntry, reviewed: ReviewedRound): LedgerEntry {
  if (reviewed.isComplete) return closedThere(entry, reviewed)
  const { done, uncounted = [] } = reviewed
  const again =
    uncounted.find((found) => isReversal(found, entry.finding)) ??
    uncounted.find((found) => repeats(found, entry.finding, done?.files))
  if (again !== undefined) return saidAgain(entry, again, reviewed)
  if (done?.unable?.includes(entry.id)) {
    return noted(entry, entry.status, reviewed, 'the review does not raise it, but the fixer could not mend it')
  }
  return isTouched(entry, reviewed)
    ? noted(entry, 'fixed', reviewed, 'the review does not find it any more')
    : noted(entry, entry.status, reviewed, 'the review does not raise it, but nothing was done about it')
}

/** Where its code is gone, its words are not true any more: whoever deals with it gets those of the last review first. */
function saidAgain(entry: LedgerEntry, again: UncountedFinding, reviewed: ReviewedRound): LedgerEntry {
  const { title, problem } = entry.finding
  const isReversed = isReversal(again, entry.finding) && isTouched(entry, reviewed)
  const isStanding = reviewed.code?.standing.some(({ id }) => id === entry.id) ?? true
  const isStale = isReversed || (entry.code !== undefined && !isStanding)
  const finding = isStale ? replacedBy(entry.finding, again) : followed(entry.finding, again)
  if (isReversed) {
    const why = `it was done, and the review asks for the opposite: ${again.title}`
    return noted(
      { ...entry, finding, reverses: { round: reviewed.round, title, problem } },
      'persisting',
      reviewed,
      why,
    )
  }
  const why = `the review raises it again, though not so that it counts: ${again.reason}`
  return noted({ ...entry, finding }, 'persisting', reviewed, why)
}

/** What showed that a finding is wrong need not be there any more once its file changed. */
function outdatedBy({ done }: ReviewedRound): (entry: LedgerEntry) => LedgerEntry {
  return (entry) => {
    const { file, refutedIn = file === null ? [] : [file] } = entry.finding
    const isOutdated = done === null || refutedIn.some((path) => done.files.includes(path))
    return entry.status === 'refuted' && isOutdated ? { ...entry, isOutdated } : entry
  }
}

/**
 * What was shown to be wrong, or accepted, does not come back with the same quote. Something else about that quote does, and
 * so does what was shown to be wrong once something new speaks for it.
 */
function raisedAgain(
  entry: LedgerEntry,
  finding: Finding,
  reviewed: ReviewedRound,
  { isSame, hasStood }: Matches,
): LedgerEntry {
  // Who opens again what was closed has said something new.
  const isSettled =
    !reviewed.isComplete && (entry.status === 'refuted' || entry.status === 'waived' || entry.status === 'accepted')
  const news = newEvidence(entry, finding)
  if (isSettled && isSame(entry, finding) && news === null) {
    return noted(entry, entry.status, reviewed, 'raised again without new evidence')
  }
  const changed = { ...entry, finding, severity: finding.severity, blocking: finding.blocking }
  if (entry.status === 'fixed') {
    return hasStood(entry, finding)
      ? noted(changed, 'persisting', reviewed, 'its code is as it was when it was raised before')
      : noted(changed, 'regressed', reviewed, 'it was gone and is back')
  }
  if (!isActive(entry)) return ratcheted(changed, reviewed, news ?? undefined)
  return noted({ ...changed, ...graver(entry, finding) }, 'persisting', reviewed, 'the review finds it again')
}

/** The sibling of something that blocks blocks like that: had it been named with it, it would have. */
function firstRaised(entry: LedgerEntry, reviewed: ReviewedRound, siblings: readonly LedgerEntry[]): LedgerEntry {
  if (reviewed.wasClaimed?.(entry.finding)) {
    const why = 'the review finds it, and an earlier one said it where nobody could check it'
    return noted({ ...entry, wasThere: true }, 'open', reviewed, why)
  }
  if (siblings.length === 0) return ratcheted(entry, reviewed)
  const sibling = { ...entry, wasThere: true }
  if (!siblings.some(({ blocking }) => blocking)) return ratcheted(sibling, reviewed)
  return noted(sibling, 'open', reviewed, `the review finds it, beside ${siblings.map(({ id }) => id).join(', ')}`)
}

/** After the first round only what is grave can hold the loop up; the rest is written down for later. */
function ratcheted(entry: LedgerEntry, reviewed: ReviewedRound, found = 'the review finds it'): LedgerEntry {
  const { round, isBinding = false } = reviewed
  const isGrave = entry.severity === 'P0' || entry.severity === 'P1' || (isBinding && entry.blocking)
  if (round === 1 || isGrave) return noted({ ...entry, followUp: null }, 'open', reviewed, found)
  const followUp = followUpOf(entry)
  const why = `raised in round ${round}, and not grave enough to go on for`
  return noted({ ...entry, blocking: false, followUp }, 'deferred', reviewed, why)
}

function followUpOf({ finding }: LedgerEntry): NonNullable<LedgerEntry['followUp']> {
  return { owner: 'the author of the change', action: finding.fix ?? 'look at it after the merge' }
}

/** For what does not hold the loop up and is still there: who looks at it, and what is to be done. */
export function leftFor(entry: LedgerEntry): LedgerEntry['followUp'] {
  if (entry.status === 'deferred') return entry.followUp
  return isActive(entry) && !entry.blocking ? followUpOf(entry) : null
}

export function entryOf(finding: Finding, round: number): LedgerEntry {
  const { id, severity, blocking } = finding
  return { id, finding, severity, blocking, status: 'open', firstRound: round, history: [], followUp: null }
}

function noted(entry: LedgerEntry, status: LedgerStatus, { round, commit }: ReviewedRound, why: string): LedgerEntry {
  return withNote(entry, {
    round,
    status,
    by: `the review of round ${round}`,
    why,
    commit: status === 'fixed' ? commit : null,
  })
}

/** The entry after one more thing happened to it. */
export function withNote(entry: LedgerEntry, note: LedgerNote): LedgerEntry {
  return { ...entry, status: note.status, history: [...entry.history, note] }
}
