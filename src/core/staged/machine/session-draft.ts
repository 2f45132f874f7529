import { duration } from '../../values/duration.ts'
import { unblockedStages } from '../delivery-block.ts'
import type { DriftReason } from '../drift.ts'
import { appendRound, labelled, type RoundReport, skippedExecutor } from '../session-file/append-round.ts'
import { withMetadata } from '../session-file/session-changes.ts'
import { completedStagesOf, deliveryBlockOf, planSourceOf } from '../session-file/session-defaults.ts'
import type { SessionDocument } from '../session-file/session-document.ts'
import { closeFence } from '../session-file/session-text.ts'
import type { SessionBackends, SessionStart } from '../session-file/start-session.ts'
import { appendTiming } from '../session-file/timing-log.ts'
import { execPass, passes, type RoundPhase, stageTable } from '../stage-table.ts'
import { partOfPhase } from '../stages.ts'
import type { Fact } from './facts.ts'
import type { RunQuestion } from './questions.ts'

/** The session file in the making. */
export interface SessionDraft {
  /** With the rounds that are over. */
  readonly document: SessionDocument
  /** Under way: more may be told of it, whatever happens in between. */
  readonly round: RoundReport | null
  /** Asked and not answered. */
  readonly question: RunQuestion | null
  /** What was found last that is not the work of the run. */
  readonly drift: readonly DriftReason[]
  /** What the session begins with, as long as its files are not read: until then it has no session file. */
  readonly unread?: { readonly begin: SessionStart; readonly backends: SessionBackends }
}

type Half = Pick<Fact<'written'>, 'pass' | 'round'>

/** The round of a half, begun if it is not under way. */
export function withRound(
  draft: SessionDraft,
  { pass, round }: Half,
  change: (report: RoundReport) => RoundReport,
): SessionDraft {
  const { phase } = passes[pass]
  const isUnderWay = draft.round?.phase === phase && draft.round.round === round
  const ready = isUnderWay ? draft : toldRound(draft)
  return { ...ready, round: change(ready.round ?? { ...emptyRound, phase, round, part: partOfPhase(pass) }) }
}

const emptyRound: Omit<RoundReport, 'phase' | 'round'> = {
  part: null,
  executorBackend: null,
  result: null,
  reviewerBackend: null,
  failures: [],
  verdict: null,
  issues: [],
  outcome: null,
  notes: [],
}

/** A round that came to its end in one step. */
export function toldAtOnce(
  draft: SessionDraft,
  report: Pick<RoundReport, 'phase' | 'round'> & Partial<RoundReport>,
): SessionDraft {
  return toldRound({ ...toldRound(draft), round: { ...emptyRound, ...report } })
}

/** The session file as it stands now: of a round that is under way it tells what is known. Null before there is one. */
export function shownDocument(draft: SessionDraft | null): SessionDocument | null {
  if (draft === null || draft.unread !== undefined) return null
  const { document } = toldRound(draft)
  const completed = completedStagesOf(document.metadata)
  const told = unblockedStages(completed, deliveryBlockOf(document.metadata))
  return told.length === completed.length ? document : withMetadata(document, { completed_stages: told })
}

/** Ends the round that is under way: it is part of the history. */
export function toldRound(draft: SessionDraft): SessionDraft {
  const { document, round } = draft
  if (round === null) return draft
  const report = { ...round, executorBackend: round.executorBackend ?? unwritten(document, round) }
  return {
    ...draft,
    document: { ...document, reviewHistory: appendRound(document.reviewHistory, report) },
    round: null,
  }
}

/** Who reads a round has to see that nobody wrote in it. */
function unwritten(document: SessionDocument, { phase, round }: RoundReport): string | null {
  if (phase !== passes[execPass].phase) return null
  return planSourceOf(document) === 'review-only' && round === 1 ? skippedExecutor : 'skipped (nothing to write)'
}

/** To the round under way, else to the last one that was told. */
export function withNote(draft: SessionDraft, note: string): SessionDraft {
  const { round, document } = draft
  if (round !== null) return { ...draft, round: { ...round, notes: [...round.notes, note] } }
  const history = document.reviewHistory.trimEnd()
  const reviewHistory = [...(history === '' ? [] : [closeFence(history)]), ...labelled('Note', note)].join('\n')
  return { ...draft, document: { ...document, reviewHistory } }
}

export function withTiming(
  draft: SessionDraft,
  phase: RoundPhase,
  { round, durationMs }: Pick<Fact<'written'>, 'round' | 'durationMs'>,
  role: string,
): SessionDraft {
  const row = { phase: stageTable[phase].heading, round: String(round), role, duration: duration(durationMs) }
  const { document } = draft
  return { ...draft, document: { ...document, timingLog: appendTiming(document.timingLog, row) } }
}
