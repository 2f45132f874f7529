import { type ExitCode, exitCodes } from '../../errors.ts'
import type { UnverifiedClaim } from './claims.ts'
import { isActive } from './entry-status.ts'
import { leftFor } from './ledger.ts'
import { latestValidations } from './loop-gate.ts'
import type {
  LoopResult,
  LoopRound,
  Parties,
  RoundDecision,
  RoundFix,
  RoundValidation,
  UncheckedClaim,
} from './result.ts'
import { type FixRecord, isOver, type LoopState, lastRound, type RoundRecord } from './state.ts'
import type { LoopOutcome, ValidationResult } from './types.ts'
import { whyBlocked } from './why-blocked.ts'

/** The loop as scripts read it, at any moment of its life. */
export function toResult(state: LoopState, session: string | null, head: string): LoopResult {
  const outcome = outcomeOf(state)
  return {
    schemaVersion: 1,
    outcome,
    reason: reasonOf(state),
    session,
    resumable: !isOver(state),
    rounds: state.rounds.map((record, index) => toRound(state, record, index, outcome)),
    ledger: state.ledger.map((entry) => ({
      id: entry.id,
      severity: entry.severity,
      blocking: entry.blocking,
      status: entry.status,
      file: entry.finding.file,
      line: entry.finding.line,
      title: entry.finding.title,
      history: entry.history,
      followUp: leftFor(entry),
    })),
    certificates: certificatesOf(state),
    question: state.question,
    ...(state.claims.length === 0 ? {} : { claims: state.claims.map(toClaim) }),
    usage: state.usage,
    ...partiesOf(state),
    head,
    ...unseenOf(state),
  }
}

function toClaim({ id, severity, file, line, title, reason }: UnverifiedClaim): UncheckedClaim {
  return { id, severity, file, line, title, reason }
}

function unseenOf({ rounds }: LoopState): Pick<LoopResult, 'unseen'> {
  const files = rounds.flatMap(({ fix }) => (fix?.results ?? []).flatMap(({ unseen = [] }) => unseen))
  return files.length === 0 ? {} : { unseen: [...new Set(files)] }
}

/** Of what is closed: a finding may have come back since. */
function certificatesOf({ certificates, ledger }: LoopState): LoopResult['certificates'] {
  const open = new Set(ledger.filter(isActive).map(({ id }) => id))
  return certificates.filter(({ finding }) => !open.has(finding))
}

/** Who writes to whom where the reviewer is asked by mail, and what is watched. */
export function partiesOf(state: LoopState): Parties {
  const { started, pullRequest, unpushed } = state
  if (started?.watch !== undefined) {
    const { repository, pr } = started.watch
    const { objectors = [], barriers = [] } = lastRound(state) ?? {}
    const named = { ...(objectors.length > 0 ? { objectors } : {}), ...(barriers.length > 0 ? { barriers } : {}) }
    const more = { ...named, ...(unpushed === null ? {} : { unpushed }) }
    return { watch: { repository, pr, state: pullRequest ?? 'open', ...more } }
  }
  if (started?.mail === undefined) return {}
  const { as, to, pr, push, mailbox } = started.mail
  return { mail: { as, to, pr, ...(push ? { push } : {}), ...(mailbox === null ? {} : { mailbox }) } }
}

function outcomeOf({ outcome, question }: LoopState): LoopOutcome {
  return outcome ?? (question === null ? 'interrupted' : 'escalated')
}

function reasonOf(state: LoopState): string {
  const { outcome, reason, question } = state
  if (outcome !== null) return reason
  return question === null ? 'It was interrupted.' : whyBlocked(question.reason, state)
}

/** Taking a risk is not a pass unless it was said beforehand. */
export function loopExitCode({ outcome, watch }: Pick<LoopResult, 'outcome' | 'watch'>, acceptRisk: boolean): ExitCode {
  if (watch?.state === 'merged') return exitCodes.passed
  if (watch?.state === 'closed') return exitCodes.blocked
  switch (outcome) {
    case 'approved':
    case 'dry_run':
      return exitCodes.passed
    case 'accepted':
      return acceptRisk ? exitCodes.passed : exitCodes.blocked
    case 'inconclusive':
      return exitCodes.inconclusive
    case 'interrupted':
      return exitCodes.interrupted
    case 'blocked':
    case 'escalated':
      return exitCodes.escalated
  }
}

function toRound(state: LoopState, record: RoundRecord, index: number, outcome: LoopOutcome): LoopRound {
  const isLast = index === state.rounds.length - 1
  const before = latestValidations({ ...state, rounds: state.rounds.slice(0, index) })
  return {
    round: record.round,
    verdict: record.verdict,
    found: record.found.all,
    blocking: record.found.blocking,
    decision: decisionOf(record, isLast, outcome),
    fix: record.fix === null ? null : toFix(record.fix),
    validations: toValidations(before, record.fix),
    usage: record.usage,
  }
}

function decisionOf({ fix }: RoundRecord, isLast: boolean, outcome: LoopOutcome): RoundDecision | null {
  if (fix !== null) return 'fix'
  if (!isLast) return 'stop'
  if (outcome === 'approved') return 'approve'
  if (outcome === 'escalated') return 'ask'
  return outcome === 'interrupted' ? null : 'stop'
}

function toFix({ results, commit, isSettled, rolledBack }: FixRecord): RoundFix {
  const last = results.at(-1)
  return {
    commit,
    ...(isSettled && commit === null ? { alreadyCommitted: true } : {}),
    files: [...new Set(results.flatMap(({ changedFiles }) => changedFiles))],
    beyond: [...new Set(results.flatMap(({ beyondFiles }) => beyondFiles))],
    addressed: last?.addressed ?? [],
    unable: last?.unable ?? [],
    rolledBack: rolledBack !== null,
  }
}

function toValidations(before: readonly ValidationResult[], fix: FixRecord | null): readonly RoundValidation[] {
  const after = fix?.validations.at(-1) ?? []
  const commands = [...new Set([...before, ...after].map(({ command }) => command))]
  const statusIn = (results: readonly ValidationResult[], command: string) =>
    results.find((result) => result.command === command)?.status ?? null
  return commands.map((command) => ({ command, before: statusIn(before, command), after: statusIn(after, command) }))
}
