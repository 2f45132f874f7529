import type { Handoff } from '../../core/post/read-handoff.ts'
import { hashText } from '../../core/values/hash.ts'
import { shortened } from '../../core/values/shortened.ts'
import { verdictLabels } from '../../core/verdict/gate.ts'
import type { Finding } from '../../types.ts'
import { explanationText } from '../explanation.ts'
import { visible, visibleLine } from '../visible.ts'
import { levelOf, lineRange } from '../words.ts'
import { overviewText } from './post-summary.ts'

/** More are not looked at by anybody; the worst come first. */
const mostNotes = 1000

/** What is said about the commit, in the shape that the forge takes. An incomplete review has not passed. */
export function reportOf({ head, verdict, findings, summary }: Handoff) {
  const notes = findings.flatMap(noteOf).slice(0, mostNotes)
  const said = {
    passed: verdict === 'approve',
    title: verdictLabels[verdict],
    summary: overviewText({ summary }),
    notes,
  }
  return { commit: head, name: 'review-loop', key: `review-loop-${hashText(JSON.stringify(said))}`, ...said }
}

/** As GitHub takes them: 255 characters, and 64 KB of which a character may need four. */
const longest = { title: 255, message: 16_000 } as const

/** A note stands on a line: what is about a whole file stands on its first. */
function noteOf(finding: Finding) {
  if (finding.file === null) return []
  const { start, end } = lineRange(finding) ?? { start: 1, end: 1 }
  const title = shortened(`${finding.severity} ${visibleLine(finding.title)}`, longest.title)
  return [
    {
      ...{ path: visible(finding.file), line: start, endLine: end, level: levelOf(finding), title },
      message: shortened(explanationText(finding, '\n\n') || title, longest.message),
    },
  ]
}
