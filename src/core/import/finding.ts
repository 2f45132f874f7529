import type { RawFinding, Severity } from '../../types.ts'
import { alwaysBlocks, isBlocking } from '../findings/severity.ts'
import { shortened } from '../values/shortened.ts'
import type { LineEdit } from './edit.ts'
import { textOf } from './shape.ts'
import { outside, type Tally } from './tally.ts'

/** What an analyser says, in the words all foreign formats share. */
export interface ForeignFinding {
  readonly tool: string
  readonly rule: string | undefined
  readonly message: string
  readonly severity: Severity
  readonly category: string
  readonly file: string | null
  readonly line: number | null
  readonly endLine: number | null
  readonly fix: string | null
  readonly edit: LineEdit | null
  readonly quote: string | null
  readonly confidence: number
}

/** How confident we are in an analyser that does not say it. */
export const usualConfidence = 0.8

const longestTitle = 120
const longestProblem = 4000

export function rawFinding(foreign: ForeignFinding): RawFinding {
  const message = foreign.message.trim()
  const edit = usable(foreign)
  return {
    reviewer: reviewerName(foreign.tool),
    file: foreign.file,
    line: edit?.start ?? foreign.line,
    endLine: edit === null ? foreign.endLine : edit.end > edit.start ? edit.end : null,
    severity: foreign.severity,
    blocking: isBlocking(foreign.severity, false, null),
    category: foreign.category,
    rule: foreign.rule === undefined ? null : ruleName(foreign.tool, foreign.rule),
    title: titleOf(message),
    problem: shortened(message, longestProblem),
    impact: null,
    fix: foreign.fix === null ? null : shortened(foreign.fix, longestProblem),
    suggestion: edit?.suggestion ?? null,
    evidence: foreign.line === null && foreign.file !== null ? foreign.file : foreign.quote,
    confidence: foreign.confidence,
    discard: false,
    discriminator: null,
  }
}

/**
 * For a path that leads out of the repository: an analyser in a container has other paths. Advice is left out; what blocks
 * stays without a place, so that its quote is searched for, or somebody decides.
 */
export function placelessFinding(foreign: ForeignFinding, path: string, notes: Tally): RawFinding | null {
  if (alwaysBlocks(foreign.severity))
    return rawFinding({ ...foreign, message: withPath(foreign.message, path), file: null, line: null, endLine: null })
  notes.add(outside)
  return null
}

export function withPath(message: string, path: string): string {
  return `${message.trim()}\n\nReported in ${shortened(path, longestTitle)}, which is not in the repository.`
}

/** The first line; its first sentence where the line is too long for a title. */
function titleOf(message: string): string {
  const line = message.split('\n', 1)[0]?.trim() ?? ''
  if (line.length <= longestTitle) return line
  return /^.{10,118}?[.!?](?=\s)/u.exec(line)?.[0] ?? shortened(line, longestTitle)
}

/** 'reports/eslint.json' → 'eslint', for reports that do not say whose they are. */
export function bareName(path: string): string {
  return path.replace(/^.*[\\/]/, '').replace(/\.\w+$/, '')
}

/** Where the tool explains the rule; null for anything but a web address. */
export function pageHint(page: unknown): string | null {
  const address = textOf(page)
  return address !== undefined && /^https?:\/\/[^\s<>"]+$/.test(address) ? `See ${address}` : null
}

/** 'ESLint' → 'import:eslint'. */
export function reviewerName(tool: string): string {
  return `import:${slug(tool)}`
}

/** 'no-eval' of ESLint → 'eslint/no-eval'; a rule that already begins with its tool stays. */
function ruleName(tool: string, rule: string): string {
  const name = rule.trim().slice(0, longestTitle)
  const prefix = `${slug(tool)}/`
  return name.toLowerCase().startsWith(prefix) ? name : prefix + name
}

function slug(tool: string): string {
  const name = tool.trim().toLowerCase().slice(0, 60)
  return name.replace(/[^\p{L}\p{N}._@/-]+/gu, '-').replace(/^-+|-+$/g, '') || 'unknown'
}

/** A suggestion replaces the lines of its finding. One for other lines would be shown, and applied, in the wrong place. */
function usable({ line, endLine, edit }: ForeignFinding): LineEdit | null {
  if (edit === null || line === null) return null
  return edit.start <= line && edit.end >= (endLine ?? line) ? edit : null
}
