import * as v from 'valibot'
import type { RawFinding } from '../../types.ts'
import { withHiddenBlockers, withoutAddedDirectives } from './directives.ts'
import { type Check, covers, toFinding } from './finding.ts'
import { type BuiltinReviewer, hasConflictMarkers, isSource, type SourceFile } from './reviewer.ts'
import { ruffChecks } from './rules/ruff.ts'
import { applyEdits, type TextEdit } from './text-edits.ts'

const extensions = new Set(['.py', '.pyi'])

const directive = /#\s*(?:(?:ruff|flake8)\s*:\s*)?noqa/i

/** Python, in this process: the checker is a WebAssembly module without access to files. */
export const ruff: BuiltinReviewer = {
  name: 'ruff',
  applies: (file) => isSource(file, extensions),
  review: async (files, signal) => {
    const sources = files.filter((source) => !hasConflictMarkers(source.text))
    if (sources.length === 0) return []
    const check = await loadChecker()
    const findings: RawFinding[] = []
    for (const source of sources) {
      signal.throwIfAborted()
      const bare = withoutAddedDirectives(source, directive)
      const found = report(source, check(source.text))
      findings.push(
        ...(bare === null ? found : withHiddenBlockers(found, report({ ...source, text: bare }, check(bare)))),
      )
      await nextTurn()
    }
    return findings
  },
}

type Diagnostic = v.InferOutput<typeof diagnosticSchema>

const position = v.object({ row: v.number(), column: v.number() })

const diagnosticSchema = v.object({
  code: v.nullable(v.string()),
  message: v.string(),
  start_location: position,
  end_location: position,
  fix: v.nullable(
    v.object({
      message: v.nullable(v.string()),
      edits: v.array(v.object({ content: v.nullable(v.string()), location: position, end_location: position })),
    }),
  ),
})

async function loadChecker(): Promise<(text: string) => Diagnostic[]> {
  const { PositionEncoding, Workspace } = await import('@astral-sh/ruff-wasm-nodejs').catch((cause: unknown) => {
    throw new Error('The Python checker "@astral-sh/ruff-wasm-nodejs" cannot be loaded on this machine.', { cause })
  })
  // The newest grammar, so that no valid file is called broken. Files of the change configure nothing.
  const settings = { 'target-version': 'py314', lint: { select: [...ruffChecks.keys()] } }
  const workspace = new Workspace(settings, PositionEncoding.Utf16)
  return (text) => v.parse(v.array(diagnosticSchema), workspace.check(text))
}

function report(source: SourceFile, diagnostics: readonly Diagnostic[]): RawFinding[] {
  const broken = diagnostics.find((diagnostic) => isSyntaxError(diagnostic))
  // After the first syntax error the rest is a consequence of it.
  const read = broken === undefined ? diagnostics : isTemplate(source.text) ? [] : [broken]
  return read.flatMap((diagnostic) => {
    const finding = toRuffFinding(source, diagnostic)
    return finding === null ? [] : [finding]
  })
}

function isSyntaxError({ code }: Diagnostic): boolean {
  return code === null || code === 'invalid-syntax'
}

function isTemplate(text: string): boolean {
  return /\{\{.*\}\}|\{%.*%\}/.test(text)
}

const syntaxError: Check = {
  severity: 'P1',
  category: 'correctness',
  confidence: 0.85,
  impact: 'The module cannot be imported.',
}
const unweighed: Check = { severity: 'P3', category: 'correctness', confidence: 0.7, impact: null }

function toRuffFinding(source: SourceFile, diagnostic: Diagnostic): RawFinding | null {
  const { code, message, start_location: start, end_location: end, fix } = diagnostic
  const isBroken = isSyntaxError(diagnostic)
  const known = ruffChecks.get(code ?? '')
  const line = start.row
  // A package's own file imports in order to export.
  if (code === 'F401' && /(^|\/)__init__\.pyi?$/.test(source.file.path)) return null
  const repair = fix !== null && known?.fixable ? applyEdits(source.text, line, fix.edits.map(toTextEdit)) : null
  const suggested = repair !== null && covers(source.file.added, repair) ? repair : null
  return toFinding(source, isBroken ? syntaxError : (known ?? unweighed), {
    reviewer: 'ruff',
    rule: isBroken ? 'ruff/syntax-error' : `ruff/${code}`,
    line: suggested?.start ?? line,
    endLine: suggested?.end ?? Math.max(line, end.column === 1 ? end.row - 1 : end.row),
    title: isBroken ? `Syntax error: ${message}` : message,
    problem: message,
    fix: fix?.message ?? null,
    suggestion: suggested?.text ?? null,
  })
}

function toTextEdit(edit: NonNullable<Diagnostic['fix']>['edits'][number]): TextEdit {
  return { start: edit.location, end: edit.end_location, content: edit.content ?? '' }
}

/** Lets an abort arrive between two files. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
