import type { RawFinding } from '../../types.ts'
import { withHiddenBlockers, withoutAddedDirectives } from './directives.ts'
import { covers, toFinding } from './finding.ts'
import { type BuiltinReviewer, isReadable, isSource, type SourceFile } from './reviewer.ts'
import { type Diagnostic, runRuff } from './ruff-process.ts'
import { type RuffCheck, ruffChecks } from './rules/ruff.ts'
import { applyEdits, type TextEdit } from './text-edits.ts'
import { worded } from './wording.ts'

const extensions = new Set(['.py', '.pyi'])

const directive = /#\s*(?:(?:ruff|flake8)\s*:\s*)?noqa/i

/** Python. */
export const ruff: BuiltinReviewer = {
  name: 'ruff',
  applies: (file) => isSource(file, extensions),
  review: async (files, signal) => {
    const sources = files.filter(isReadable)
    if (sources.length === 0) return []
    const bare = sources.map((source) => withoutAddedDirectives(source, directive))
    const answers = await runRuff([...sources.map(({ text }) => text), ...bare.filter((text) => text !== null)], signal)
    const bareAnswers = answers.slice(sources.length).values()
    return sources.flatMap((source, index) => {
      const found = report(source, answers[index] ?? [])
      if (bare[index] === null) return found
      return withHiddenBlockers(found, report(source, bareAnswers.next().value ?? []))
    })
  },
}

function report(source: SourceFile, diagnostics: readonly Diagnostic[]): RawFinding[] {
  const lines = source.text.split('\n')
  const broken = diagnostics.find(isSyntaxError)
  // After the first syntax error the rest is a consequence of it.
  const read = broken === undefined ? diagnostics : isOtherLanguage(lines, broken) ? [] : [broken]
  return read.flatMap((diagnostic) => {
    const check = weigh(diagnostic, lines)
    const finding = check === null ? null : toRuffFinding(source, check, diagnostic)
    return finding === null ? [] : [finding]
  })
}

function isSyntaxError({ code }: Diagnostic): boolean {
  return code === null || code === 'invalid-syntax'
}

/** A template of a Python file, or Python 2: one odd line may be a mistake, several are a habit. */
function isOtherLanguage(lines: readonly string[], broken: Diagnostic): boolean {
  const old = /^\s*(?:print\s+["'\w]|raise\s+[\w.]+\s*,\s|except\s+[\w.]+\s*,\s*\w+\s*:|exec\s+["'\w])/
  const isTemplate = /\{\{.*\}\}|\{%.*%\}/.test(lines[broken.start_location.row - 1] ?? '')
  return isTemplate || lines.filter((line) => old.test(line)).length > 1
}

const syntaxError: RuffCheck = {
  severity: 'P1',
  category: 'correctness',
  confidence: 0.85,
  impact: 'The module cannot be imported.',
  fixable: false,
}

const minor: RuffCheck = { severity: 'P3', category: 'correctness', confidence: 0.7, impact: null, fixable: false }

/** Null when it is not worth reporting there. */
function weigh(diagnostic: Diagnostic, lines: readonly string[]): RuffCheck | null {
  if (isSyntaxError(diagnostic)) return syntaxError
  const { row, column } = diagnostic.start_location
  const before = (lines[row - 1] ?? '').slice(0, column - 1)
  // An exception that is named and not used harms nobody; a name inside a quoted annotation is never looked up.
  if (diagnostic.code === 'F841' && /^\s*except\b/.test(before)) return null
  if (diagnostic.code === 'F821' && /["'][\w\s[\],.|]*$/.test(before)) return minor
  return ruffChecks.get(diagnostic.code ?? '') ?? minor
}

function toRuffFinding(source: SourceFile, check: RuffCheck, diagnostic: Diagnostic): RawFinding | null {
  const { code, message, start_location: start, end_location: end, fix } = diagnostic
  const isBroken = isSyntaxError(diagnostic)
  const repair = fix !== null && check.fixable ? applyEdits(source.text, start.row, fix.edits.map(toTextEdit)) : null
  const suggested = repair !== null && covers(source.file.added, repair) ? repair : null
  return toFinding(source, check, {
    reviewer: 'ruff',
    rule: isBroken ? 'ruff/syntax-error' : `ruff/${code}`,
    line: suggested?.start ?? start.row,
    endLine: suggested?.end ?? (end.column === 1 ? end.row - 1 : end.row),
    ...worded(isBroken ? `Syntax error: ${message}` : message),
    fix: fix?.message ?? null,
    suggestion: suggested?.text ?? null,
  })
}

function toTextEdit(edit: NonNullable<Diagnostic['fix']>['edits'][number]): TextEdit {
  return { start: edit.location, end: edit.end_location, content: edit.content ?? '' }
}
