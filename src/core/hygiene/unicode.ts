import type { Report } from './finding.ts'

export interface HiddenHit {
  readonly at: number
  readonly report: Report
  /** The line without the characters. */
  readonly cleaned: string
}

/** Characters that change how a line is shown, or are not shown at all. `first` is true for the first line of a file. */
export function findHidden(text: string, first: boolean): HiddenHit | null {
  const body = first && text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
  const offset = text.length - body.length
  const report = bidirectional.test(body) ? bidirectionalReport : hidden.test(body) ? hiddenReport : null
  if (report === null) return null
  const pattern = report === bidirectionalReport ? bidirectional : hidden
  const at = body.search(pattern) + offset
  return {
    at,
    report,
    cleaned: text.slice(0, offset) + body.replaceAll(everywhere(bidirectional), '').replaceAll(everywhere(hidden), ''),
  }
}

/** Embeddings, overrides and isolates: they reorder what is around them. */
const bidirectional = /[\u202a-\u202e\u2066-\u2069]/

/**
 * Of no width and no use in code: spaces, joiners and fillers next to plain text, direction marks without a right-to-left letter
 * near, tag characters outside a flag. Joiners inside words of scripts that need them, and in emoji, are left alone.
 */
const hidden =
  /[\u2060-\u2064\u180e\ufeff\u3164\uffa0]|(?<![^\u0000-\u007f\u200b-\u200d])(?:\u200b|\u200c|\u200d|\u00ad|\u115f|\u1160)(?![^\u0000-\u007f\u200b-\u200d])|(?<![\u0590-\u08ff\ufb1d-\ufefc]\s?)[\u200e\u200f\u061c](?!\s?[\u0590-\u08ff\ufb1d-\ufefc])|(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]*)[\u{e0000}-\u{e007f}]/u

function everywhere(pattern: RegExp): RegExp {
  return new RegExp(pattern.source, `${pattern.flags}g`)
}

const bidirectionalReport: Report = {
  rule: 'hygiene/bidi',
  severity: 'P1',
  category: 'security',
  title: 'Hidden characters reorder the line',
  problem:
    'The line holds bidirectional control characters: it is shown in another order than it is read by a compiler.',
  impact: 'Code can look harmless to a reviewer and do something else.',
  fix: 'Remove the control characters; write them as escapes where they are meant.',
}

const hiddenReport: Report = {
  rule: 'hygiene/hidden-unicode',
  severity: 'P2',
  category: 'security',
  title: 'Invisible characters in the line',
  problem: 'The line holds characters that are not shown: zero-width, filler or tag characters.',
  impact: 'Names that look the same can differ, and text can be hidden from people but not from programs.',
  fix: 'Remove the characters; write them as escapes where they are meant.',
}
