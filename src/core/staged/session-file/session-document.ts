import type { SessionMetadata } from './session-metadata.ts'

// The shared state of a staged run: `.review-loop/sessions/<uuid>.md`. Another tool that speaks the same protocol may go on with it.

export const canonicalSections = [
  'Problem Description',
  'Context',
  'Acceptance Criteria',
  'Current Phase',
  'Approved Plan',
  'Review History',
  'Files Changed',
  'Key Related Files',
  'Timing Log',
  'Session Metadata',
] as const

export type CanonicalSection = (typeof canonicalSections)[number]

/** Sections that some sessions have, and what each stands after when we write it. */
export const supplementalSections = {
  'Historical Context': 'Context',
  'Previous Session Context': 'Context',
  'Review Target': 'Approved Plan',
  'Draft Plan': 'Approved Plan',
} as const satisfies Record<string, CanonicalSection>

export type SupplementalSection = keyof typeof supplementalSections

export const phases = ['planning', 'execution'] as const

export type Phase = (typeof phases)[number]

export const planSources = ['reviewer-approved', 'user-supplied', 'review-only'] as const

export type PlanSource = (typeof planSources)[number]

export interface ApprovedPlan {
  readonly source: PlanSource
  /** Never empty. */
  readonly text: string
}

/** A section that is not canonical: a supplemental one, or one that only another tool knows. */
export interface Supplement {
  readonly title: string
  readonly text: string
  /** The canonical section before it; null for none. */
  readonly after: CanonicalSection | null
}

/** All texts are Markdown as it was meant, without blank lines at their ends: `renderSession` escapes what it must. */
export interface SessionDocument {
  /** What stands before the first section: the title. */
  readonly preamble: string
  readonly problemDescription: string
  readonly context: string
  readonly acceptanceCriteria: string
  readonly currentPhase: Phase
  /** What another tool wrote below the phase. */
  readonly phaseNote: string
  readonly approvedPlan: ApprovedPlan | null
  /** Append-only in meaning; see `readHistory` and `appendRound`. */
  readonly reviewHistory: string
  readonly filesChanged: string
  readonly keyRelatedFiles: string
  /** Append-only in meaning; see `readTiming` and `appendTiming`. */
  readonly timingLog: string
  readonly metadata: SessionMetadata
  readonly supplements: readonly Supplement[]
}

export function isCanonical(title: string): title is CanonicalSection {
  return canonicalSections.some((name) => name === title)
}

export function isSupplemental(title: string): title is SupplementalSection {
  return Object.hasOwn(supplementalSections, title)
}

/** Undefined when the session has no such section. */
export function supplementText({ supplements }: SessionDocument, title: SupplementalSection): string | undefined {
  return supplements.find((supplement) => supplement.title === title)?.text
}

/** Sets a supplemental section where it stands, else where it belongs; null takes it away. */
export function withSupplement(
  document: SessionDocument,
  title: SupplementalSection,
  text: string | null,
): SessionDocument {
  const { supplements } = document
  if (text === null) return { ...document, supplements: supplements.filter((supplement) => supplement.title !== title) }
  const isThere = supplements.some((supplement) => supplement.title === title)
  const added: Supplement = { title, text, after: supplementalSections[title] }
  const changed = supplements.map((supplement) => (supplement.title === title ? { ...supplement, text } : supplement))
  return { ...document, supplements: isThere ? changed : [added, ...supplements] }
}

/** Where the file of a session is, relative to the root. */
export const runFile = (id: string): string => `.review-loop/sessions/${id}.md`

/** The id of a session by the name of its file; undefined for any other file. */
export function sessionIdOf(fileName: string): string | undefined {
  return /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.md$/.exec(fileName)?.[1]
}
