import type { RawFinding } from '../../types.ts'
import { type AstEngine, loadEngine, type Match } from './ast-engine.ts'
import { covers, toFinding } from './finding.ts'
import { type BuiltinReviewer, extensionOf, isReadable, isSource, type SourceFile } from './reviewer.ts'
import type { Language } from './rules/rule.ts'

const languages: ReadonlyMap<string, Language> = new Map([
  ['.go', 'go'],
  ['.java', 'java'],
  ['.rs', 'rust'],
  ...['.js', '.mjs', '.cjs', '.jsx'].map((extension) => [extension, 'javascript'] as const),
  ...['.ts', '.mts', '.cts'].map((extension) => [extension, 'typescript'] as const),
  ['.tsx', 'tsx'],
])

/** Our own rule pack: Go, Java and Rust, and what oxlint leaves open in JavaScript and TypeScript. */
export const rules: BuiltinReviewer = {
  name: 'rules',
  applies: (file) => isSource(file, new Set(languages.keys())),
  review: async (files, signal) => {
    const sources = files.filter(isReadable)
    const engine = await loadEngine(new Set(sources.flatMap((source) => languageOf(source) ?? [])))
    const findings: RawFinding[] = []
    for (const source of sources) {
      signal.throwIfAborted()
      findings.push(...inspect(engine, source))
      await engine.breathe()
    }
    return findings
  },
}

function languageOf(source: SourceFile): Language | undefined {
  return languages.get(extensionOf(source.file.path))
}

function inspect(engine: AstEngine, source: SourceFile): RawFinding[] {
  const language = languageOf(source)
  const matches = language === undefined ? [] : engine.match(language, source.text)
  return matches.flatMap((match) => {
    const finding = toRuleFinding(source, match)
    return finding === null ? [] : [finding]
  })
}

function toRuleFinding(source: SourceFile, { rule, start, end, inTest, repair }: Match): RawFinding | null {
  const suggested = repair !== null && covers(source.file.added, repair) ? repair : null
  return toFinding(
    source,
    rule,
    {
      reviewer: 'rules',
      rule: `rules/${rule.id}`,
      line: suggested?.start ?? start,
      endLine: suggested?.end ?? end,
      title: rule.title,
      problem: rule.problem,
      fix: rule.fix,
      suggestion: suggested?.text ?? null,
    },
    inTest ? 'test' : undefined,
  )
}
