import type { RawFinding } from '../../types.ts'
import { withHiddenBlockers, withoutAddedDirectives } from './directives.ts'
import { type Check, quote, toFinding, touches } from './finding.ts'
import { editFor, lineEdits, replacementText } from './line-edits.ts'
import { type Diagnostic, fixWithOxlint, runOxlint } from './oxlint-process.ts'
import { type BuiltinReviewer, isReadable, isSource, type SourceFile } from './reviewer.ts'
import { firstLabelRules, oxlintChecks, reactOnly } from './rules/oxlint.ts'
import { worded } from './wording.ts'

const extensions = new Set([
  ...['.js', '.mjs', '.cjs', '.jsx', '.ts', '.mts', '.cts', '.tsx'],
  ...['.vue', '.svelte', '.astro'],
])

/** Types that oxlint cannot parse. */
const usesFlow = /^\s*(?:\/\/|\/?\*+).*@flow\b/m

const directive = /\b(?:eslint|oxlint)-disable/i

/** JavaScript and TypeScript. */
export const oxlint: BuiltinReviewer = {
  name: 'oxlint',
  applies: (file) => isSource(file, extensions),
  review: async (files, signal) => {
    const sources = files.filter((source) => isReadable(source) && !usesFlow.test(source.text))
    const [found, bare] = await Promise.all([report(sources, [], signal), reportBare(sources, signal)])
    return withHiddenBlockers(await withSuggestions(sources, found, signal), bare)
  },
}

/** `texts` are what oxlint sees of the sources: the same lines, perhaps with directives made ineffective. */
async function report(
  sources: readonly SourceFile[],
  texts: readonly string[],
  signal: AbortSignal,
): Promise<RawFinding[]> {
  if (sources.length === 0) return []
  const diagnostics = await runOxlint(
    sources.map((source, index) => ({ file: source.file, text: texts[index] ?? source.text })),
    signal,
  )
  return diagnostics.filter(isWorthReading).flatMap((diagnostic) => {
    const source = sources[diagnostic.index]
    const finding = source === undefined ? null : read(source, diagnostic)
    return finding === null ? [] : [finding]
  })
}

/** After the first syntax error of a file the others are consequences of it. */
function isWorthReading({ rule, index }: Diagnostic, place: number, all: readonly Diagnostic[]): boolean {
  return rule !== null || all.findIndex((other) => other.rule === null && other.index === index) === place
}

function reportBare(sources: readonly SourceFile[], signal: AbortSignal): Promise<RawFinding[]> {
  const bare = sources.flatMap((source) => {
    const text = withoutAddedDirectives(source, directive)
    return text === null ? [] : [{ source, text }]
  })
  return report(
    bare.map(({ source }) => source),
    bare.map(({ text }) => text),
    signal,
  )
}

const usesReact = /['"](?:react|preact|react-dom|next|@remix-run|gatsby)(?:\/[^'"]*)?['"]/

const syntaxError: Check = {
  severity: 'P1',
  category: 'correctness',
  confidence: 0.85,
  impact: 'The file cannot be loaded or compiled.',
}

const unweighed: Check = { severity: 'P3', category: 'correctness', confidence: 0.7, impact: null }

function read(source: SourceFile, diagnostic: Diagnostic): RawFinding | null {
  const name = diagnostic.rule ?? 'syntax-error'
  const check = diagnostic.rule === null ? syntaxError : (oxlintChecks.get(name) ?? unweighed)
  const labels = firstLabelRules.has(name) ? diagnostic.labels : diagnostic.labels.toReversed()
  const label = labels.find((range) => touches(source.file.added, range))
  // An import that nobody uses does no harm.
  if (name === 'no-unused-vars' && diagnostic.message.includes('imported')) return null
  if (label === undefined || (reactOnly.has(name) && !usesReact.test(source.text))) return null
  const { message, help } = diagnostic
  return toFinding(source, check, {
    reviewer: 'oxlint',
    rule: `oxlint/${name}`,
    line: label.start,
    endLine: label.end,
    ...worded(diagnostic.rule === null ? `Syntax error: ${message}` : message),
    fix: help,
    suggestion: null,
  })
}

async function withSuggestions(
  sources: readonly SourceFile[],
  findings: readonly RawFinding[],
  signal: AbortSignal,
): Promise<RawFinding[]> {
  const repairable = sources.filter((source) =>
    findings.some((finding) => finding.file === source.file.path && isFixable(finding)),
  )
  if (repairable.length === 0) return [...findings]
  const fixed = await fixWithOxlint(repairable, signal)
  return repairable.reduce<RawFinding[]>(
    (all, source, index) => attach(all, source, fixed[index] ?? source.text),
    [...findings],
  )
}

function isFixable(finding: RawFinding): boolean {
  return oxlintChecks.get(finding.rule?.slice('oxlint/'.length) ?? '')?.fixable === true
}

/** Each edit goes to the first finding it repairs: the same repair is not offered twice. */
function attach(findings: readonly RawFinding[], source: SourceFile, fixed: string): RawFinding[] {
  const lines = source.text.split('\n')
  const left = new Set(lineEdits(lines, fixed.split('\n')))
  return findings.map((finding) => {
    if (finding.file !== source.file.path || finding.line === null || !isFixable(finding)) return finding
    const edit = editFor(lines, [...left], source.file.added, {
      start: finding.line,
      end: finding.endLine ?? finding.line,
    })
    if (edit === null) return finding
    left.delete(edit)
    const evidence = quote(source.text, edit)
    return { ...finding, line: edit.start, endLine: edit.end, evidence, suggestion: replacementText(edit) }
  })
}
