import { type CanonicalSection, canonicalSections, type SessionDocument } from './session-document.ts'
import { metadataLines } from './session-metadata.ts'
import { writePlanText, writeText } from './session-text.ts'

/**
 * The whole file, in canonical form: line feeds, no byte order mark, one blank line before a heading and none after it, no marks
 * behind a heading, no blank space at the end of a section; phase, source and metadata without emphasis, the known keys of
 * the metadata in their order and the others after them. All else stays to the letter. A fenced block that a text leaves
 * open is closed. `parseSession` reads the same document back.
 */
export function renderSession(document: SessionDocument): string {
  const sections = canonicalSections.flatMap((title) => [
    part(`## ${title}`, sectionBody(document, title)),
    ...supplementsAfter(document, title),
  ])
  const preamble = writeText(document.preamble)
  const parts = [...supplementsAfter(document, null), ...sections]
  return `${(preamble === '' ? parts : [preamble, ...parts]).join('\n\n')}\n`
}

function part(heading: string, body: string): string {
  return body === '' ? heading : `${heading}\n${body}`
}

function supplementsAfter({ supplements }: SessionDocument, section: CanonicalSection | null): readonly string[] {
  return supplements
    .filter(({ after }) => after === section)
    .map(({ title, text }) =>
      part(`## ${title}`.trimEnd(), title === 'Draft Plan' ? writePlanText(text) : writeText(text)),
    )
}

function sectionBody(document: SessionDocument, section: CanonicalSection): string {
  switch (section) {
    case 'Problem Description':
      return writeText(document.problemDescription)
    case 'Context':
      return writeText(document.context)
    case 'Acceptance Criteria':
      return writeText(document.acceptanceCriteria)
    case 'Current Phase':
      return `${document.currentPhase}\n\n${writeText(document.phaseNote)}`.trimEnd()
    case 'Approved Plan':
      return planBody(document)
    case 'Review History':
      return writeText(document.reviewHistory)
    case 'Files Changed':
      return writeText(document.filesChanged)
    case 'Key Related Files':
      return writeText(document.keyRelatedFiles)
    case 'Timing Log':
      return writeText(document.timingLog)
    case 'Session Metadata':
      return metadataLines(document.metadata).join('\n')
  }
}

function planBody({ approvedPlan }: SessionDocument): string {
  if (approvedPlan === null) return ''
  return `- Source: ${approvedPlan.source}\n\n${writePlanText(approvedPlan.text)}`
}
