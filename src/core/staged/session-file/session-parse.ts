import type { DocumentLine, Report } from '../../loop/finding-drafts.ts'
import type { DocumentProblem } from '../../loop/parse-findings.ts'
import { splitSections } from '../markdown/sections.ts'
import { type CanonicalSection, isCanonical, type SessionDocument, type Supplement } from './session-document.ts'
import { lineOutsideRounds } from './session-history.ts'
import { parseMetadata } from './session-metadata.ts'
import { checkOutline } from './session-outline.ts'
import { readPhase, readPlan } from './session-plan.ts'
import { beginsSection, readPlanText, readText } from './session-text.ts'

export type ParsedSession = { readonly value: SessionDocument } | { readonly problems: readonly DocumentProblem[] }

/** A section of the file as it stands there. */
export interface SessionPart {
  readonly title: string
  /** Of its heading, counted from 1. */
  readonly line: number
  readonly lines: readonly DocumentLine[]
}

/**
 * Ours, or one of another tool. What it says in its own way is kept to the letter; what contradicts the protocol is refused
 * with its line. Nothing is repaired: who repairs a state that others share decides for them.
 */
export function parseSession(markdown: string): ParsedSession {
  const problems: DocumentProblem[] = []
  const report: Report = (line, text) => void problems.push({ line, text })
  const { lines, isFenceOpen, sections } = splitSections(markdown, 2)
  if (isFenceOpen) return { problems: [openFence(lines)] }
  const starts = sections.filter(({ level, heading }) => level === 2 && beginsSection(heading))
  const parts = starts.map(({ heading: title, line }, index) => ({
    title,
    line,
    lines: lines.slice(line, (starts[index + 1]?.line ?? lines.length + 1) - 1),
  }))
  checkOutline(parts, lines.length, report)
  const value = readDocument(lines.slice(0, (starts[0]?.line ?? lines.length + 1) - 1), parts, report)
  return problems.length === 0 ? { value } : { problems: problems.sort((one, other) => one.line - other.line) }
}

function openFence(lines: readonly DocumentLine[]): DocumentProblem {
  const line = lines.findLastIndex(({ isCode }) => !isCode) + 2
  return { line, text: 'A fenced block that begins here is not closed: all that follows would count as code.' }
}

function readDocument(
  preamble: readonly DocumentLine[],
  parts: readonly SessionPart[],
  report: Report,
): SessionDocument {
  const partOf = (title: CanonicalSection): SessionPart | undefined => parts.find((part) => part.title === title)
  const textOf = (title: CanonicalSection): string => readText(partOf(title)?.lines ?? [])
  const metadata = parseMetadata(partOf('Session Metadata')?.lines ?? [], report)
  const phase = readPhase(partOf('Current Phase'), report)
  const reviewHistory = textOf('Review History')
  const outside = lineOutsideRounds(partOf('Review History')?.lines ?? [])
  if (outside !== null) report(outside.number, outsideRounds)
  return {
    preamble: readText(preamble),
    problemDescription: textOf('Problem Description'),
    context: textOf('Context'),
    acceptanceCriteria: textOf('Acceptance Criteria'),
    ...phase,
    approvedPlan: readPlan(parts, { currentPhase: phase.currentPhase, reviewHistory, metadata }, report),
    reviewHistory,
    filesChanged: textOf('Files Changed'),
    keyRelatedFiles: textOf('Key Related Files'),
    timingLog: textOf('Timing Log'),
    metadata,
    supplements: supplementsOf(parts),
  }
}

const outsideRounds =
  'What is said here in the review history belongs to no round: a round begins with a heading such as "### Planning Round 1".'

function supplementsOf(parts: readonly SessionPart[]): readonly Supplement[] {
  let after: CanonicalSection | null = null
  const supplements: Supplement[] = []
  for (const { title, lines } of parts) {
    if (isCanonical(title)) after = title
    else supplements.push({ title, text: title === 'Draft Plan' ? readPlanText(lines) : readText(lines), after })
  }
  return supplements
}
