import { earlierNotes } from '../../fix/undone.ts'
import { isFailing } from '../../loop/validations.ts'
import type { ReviewIssue } from '../replies/reviewer-issues.ts'
import { fileList } from '../session-file/file-list.ts'
import { withMetadata } from '../session-file/session-changes.ts'
import { withSupplement } from '../session-file/session-document.ts'
import { gatePhase, passes, planPass, preflightPass } from '../stage-table.ts'
import type { Fact } from './facts.ts'
import { type SessionDraft, toldAtOnce, toldRound, withNote, withRound, withTiming } from './session-draft.ts'

// What the session file tells of work: rounds, times, files.

type WorkFact = Fact<'written' | 'writer-rejected' | 'reviewed' | 'reviewer-failed' | 'checked' | 'rolled-back'>

export function workTold(draft: SessionDraft, fact: WorkFact): SessionDraft {
  switch (fact.type) {
    case 'written':
      return written(timed(draft, fact, passes[fact.pass].writer ?? ''), fact)
    case 'writer-rejected':
      return withRound(timed(draft, fact, passes[fact.pass].writer ?? ''), fact, (round) => ({
        ...round,
        executorBackend: fact.backend,
        notes: [
          ...round.notes,
          `Answer ${fact.attempt} was rejected: ${fact.problems.join('; ')}`,
          ...earlierNotes(fact),
        ],
      }))
    case 'reviewed':
      return reviewed(timed(draft, fact, lookerOf(fact)), fact)
    case 'reviewer-failed':
      return withRound(timed(draft, fact, 'reviewer'), fact, (round) => ({
        ...round,
        reviewerBackend: fact.backend,
        failures: [...round.failures, fact.failure],
      }))
    case 'checked':
      return checked(draft, fact)
    case 'rolled-back':
      return withNote(draft, `Rolled back: ${fact.why}`)
  }
}

function timed(
  draft: SessionDraft,
  fact: Fact<'written' | 'writer-rejected' | 'reviewed' | 'reviewer-failed'>,
  role: string,
): SessionDraft {
  return withTiming(draft, passes[fact.pass].phase, fact, role)
}

function written(draft: SessionDraft, fact: Fact<'written'>): SessionDraft {
  const { document, ...rest } = withRound(draft, fact, (round) => ({
    ...round,
    executorBackend: fact.backend,
    result: fact.isNoOp ? `No-op. ${fact.result}` : fact.result,
    notes: [...round.notes, ...earlierNotes(fact)],
  }))
  const named = withMetadata(document, { executor_backend: fact.backend })
  const paths = new Set(fact.changed.map(({ path }) => path))
  const keyRelatedFiles = fileList(fact.related.filter(({ path }) => !paths.has(path)))
  if (fact.pass === planPass)
    return { ...rest, document: { ...withSupplement(named, 'Draft Plan', fact.text), keyRelatedFiles } }
  return { ...rest, document: { ...named, filesChanged: fileList(fact.changed), keyRelatedFiles } }
}

function reviewed(draft: SessionDraft, fact: Fact<'reviewed'>): SessionDraft {
  const { backend, verdict, issues, kind } = fact
  const told = toldRound(
    withRound(draft, fact, (round) => ({
      ...round,
      reviewerBackend: backend,
      verdict,
      issues,
      outcome: outcomeOf(verdict, kind),
    })),
  )
  if (lookerOf(fact) !== 'reviewer') return told
  return { ...told, document: withMetadata(told.document, { reviewer_backend: backend }) }
}

function outcomeOf(verdict: Fact<'reviewed'>['verdict'], kind: Fact<'reviewed'>['kind']): string {
  if (kind === 'replay') return verdict === 'APPROVE' ? 'the completed stages hold' : 'everything is replayed from exec'
  return verdict === 'APPROVE' ? 'approved' : 'changes requested'
}

function lookerOf({ pass, kind }: Fact<'reviewed'>): string {
  return kind === 'replay' ? 'reviewer' : (passes[pass].looker ?? 'reviewer')
}

function checked(draft: SessionDraft, { validations, wrote }: Fact<'checked'>): SessionDraft {
  return validations.length === 0 ? draft : outputsTold(withNote(draft, resultsText(validations)), wrote)
}

export function baselineTold(draft: SessionDraft, { validations, wrote }: Fact<'baseline-validated'>): SessionDraft {
  return outputsTold(withNote(draft, `Before the execution: ${resultsText(validations)}`), wrote)
}

function outputsTold(draft: SessionDraft, wrote: readonly string[]): SessionDraft {
  return wrote.length === 0
    ? draft
    : withNote(draft, `Written by validation commands, and not delivered: ${wrote.join(', ')}`)
}

function resultsText(validations: Fact<'checked'>['validations']): string {
  return validations.map((result) => `${result.command} ${isFailing(result) ? 'does not pass' : 'passes'}`).join(', ')
}

export function gateTold(
  draft: SessionDraft,
  fact: Fact<'gate-passed' | 'gate-skipped' | 'gate-blocked'>,
): SessionDraft {
  const report = { phase: gatePhase, round: fact.round } as const
  if (fact.type === 'gate-skipped') return toldAtOnce(draft, { ...report, outcome: `skipped: ${fact.why}` })
  const timedDraft = withTiming(draft, gatePhase, fact, 'reviewer')
  switch (fact.type) {
    case 'gate-passed':
      return toldAtOnce(timedDraft, {
        ...report,
        reviewerBackend: fact.backend,
        verdict: 'APPROVE',
        issues: fact.issues,
        outcome: fact.summary || 'passed',
      })
    case 'gate-blocked':
      return toldAtOnce(timedDraft, {
        ...report,
        reviewerBackend: fact.backend,
        ...(fact.issues.length > 0 ? { verdict: 'REQUEST_CHANGES', issues: fact.issues } : {}),
        outcome: `blocked: ${fact.reason}`,
      })
  }
}

export function preflightTold(draft: SessionDraft, fact: Fact<'preflight'>): SessionDraft {
  const { round, tracked, secrets, missing } = fact
  const named = tracked.map(
    (file): ReviewIssue => ({
      severity: 'CRITICAL',
      text: 'A tracked file looks like a secret or a key.',
      file,
      line: null,
    }),
  )
  const issues = [...named, ...secrets]
  const notes = missing.length === 0 ? [] : [`The ignore file lacks: ${missing.join(', ')}`]
  const outcome = issues.length === 0 ? 'no secret was found' : 'delivery is blocked'
  return toldAtOnce(draft, { phase: passes[preflightPass].phase, round, issues, notes, outcome })
}
