import type { DocumentLine } from '../../loop/finding-drafts.ts'
import { splitSections } from '../markdown/sections.ts'
import type { RoundPhase } from '../stage-table.ts'
import type { SessionDocument } from './session-document.ts'
import { phaseIn, type RoundRecord, readRound, tellsOfRound } from './session-round.ts'

// The rounds of a session. The section keeps the text as it stands, whoever wrote it; this is what can be understood of it.

/** Where something is told of a round that has no heading, so that nobody knows whose it is; null: nowhere. */
export function lineOutsideRounds(lines: readonly DocumentLine[]): DocumentLine | null {
  const first = lines.findIndex(({ text, isCode }) => !isCode && isRoundHeading(text))
  const above = first < 0 ? lines : lines.slice(0, first)
  const filled = above.findIndex(({ text }) => text.trim() !== '')
  if (filled < 0 || !tellsOfRound(readRound(above.slice(filled)))) return null
  return above[filled] ?? null
}

function isRoundHeading(text: string): boolean {
  const heading = /^###[ \t]+(.*)$/.exec(text)?.[1]
  return heading !== undefined && !isReplyHeading(heading.trim())
}

/** In order. Halves of a round that have a heading each, as '### Round 1 — Executor' and '… — Reviewer', are one. */
export function readHistory(text: string): readonly RoundRecord[] {
  const { lines, sections } = splitSections(text, 3)
  const starts = sections.filter(({ level, heading }) => level === 3 && !isReplyHeading(heading))
  const entries = starts.map(({ heading, line }, index) => ({
    half: halfOf(heading),
    record: {
      heading,
      phase: phaseIn(heading),
      round: roundIn(heading),
      ...readRound([
        { number: line, text: heading, isCode: false },
        ...lines.slice(line, (starts[index + 1]?.line ?? lines.length + 1) - 1),
      ]),
    },
  }))
  return mergeHalves(entries)
}

export interface PhaseRound extends RoundRecord {
  readonly phase: RoundPhase
}

type Told = Pick<SessionDocument, 'reviewHistory' | 'currentPhase' | 'approvedPlan'>

/** A heading that does not name its phase belongs to the one the session is in, unless it tells how the plan was approved. */
export function roundsOf(document: Told): readonly PhaseRound[] {
  const rounds = readHistory(document.reviewHistory)
  const planned = planningRounds(rounds, document)
  return rounds.map((round, index) => {
    return { ...round, phase: round.phase ?? (index < planned ? 'planning' : document.currentPhase) }
  })
}

/** How many come before the plan was carried out, where no heading says so: a plan that a reviewer approved was looked at first. */
function planningRounds(rounds: readonly RoundRecord[], { approvedPlan }: Told): number {
  const isTold = rounds.some(({ phase }) => phase === 'planning')
  if (isTold || approvedPlan?.source !== 'reviewer-approved') return 0
  return rounds.findIndex(({ phase, verdict }) => phase !== null || verdict === 'APPROVE') + 1
}

/** What an agent answered may be quoted below a round. */
function isReplyHeading(heading: string): boolean {
  return replyHeadings.includes(heading) || /^VERDICT\b/.test(heading)
}

const replyHeadings = [
  'Problem Analysis',
  'Proposed Approach',
  'Implementation Steps',
  'Files to Modify / Create',
  'Risks & Assumptions',
  'Open Questions',
  'Changes Made',
  'Files Modified / Created / Deleted',
  'Deviations from Plan',
  'Notes for Reviewer',
  'Issues',
  'Strengths',
  'Questions',
]

function roundIn(heading: string): number | null {
  const digits = /\bround[ \t]*#?(\d{1,6})\b/i.exec(heading)?.[1]
  return digits === undefined ? null : Number(digits)
}

type Half = 'writer' | 'reviewer' | null

function halfOf(heading: string): Half {
  if (/\b(?:executor|planner)\b/i.test(heading)) return 'writer'
  return /\breview(?:er)?\b/i.test(heading) ? 'reviewer' : null
}

interface HistoryEntry {
  readonly half: Half
  readonly record: RoundRecord
}

function mergeHalves(entries: readonly HistoryEntry[]): readonly RoundRecord[] {
  const rounds: RoundRecord[] = []
  entries.forEach(({ half, record }, index) => {
    const before = entries[index - 1]
    const isSecondHalf =
      half === 'reviewer' &&
      before?.half === 'writer' &&
      record.round !== null &&
      before.record.round === record.round &&
      (record.phase === null || before.record.phase === record.phase)
    if (isSecondHalf) rounds[rounds.length - 1] = bothHalves(before.record, record)
    else rounds.push(record)
  })
  return rounds
}

function bothHalves(first: RoundRecord, second: RoundRecord): RoundRecord {
  return {
    heading: first.heading,
    phase: first.phase,
    round: first.round,
    executorBackend: first.executorBackend ?? second.executorBackend,
    result: first.result ?? second.result,
    reviewerBackend: second.reviewerBackend ?? first.reviewerBackend,
    failures: [...first.failures, ...second.failures],
    verdict: second.verdict ?? first.verdict,
    issues: [...first.issues, ...second.issues],
    questions: [...first.questions, ...second.questions],
    outcome: second.outcome ?? first.outcome,
    notes: [...first.notes, ...second.notes],
  }
}
