import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Rule, SgNode } from '@ast-grep/napi'
import { goRules } from './rules/go.ts'
import { javaRules } from './rules/java.ts'
import { javascriptRules } from './rules/javascript.ts'
import type { AstRule, Language } from './rules/rule.ts'
import { rustRules } from './rules/rust.ts'
import { applyEdits, type Replacement } from './text-edits.ts'

export interface Match {
  readonly rule: AstRule
  readonly start: number
  readonly end: number
  /** The code is a test that lives in an ordinary file, as usual in Rust. */
  readonly inTest: boolean
  readonly repair: Replacement | null
}

export interface AstEngine {
  match(language: Language, text: string): Match[]
  /** To be awaited between files: lets an abort arrive, and keeps memory bounded when there are many. */
  breathe(): Promise<void>
}

export const astRules: readonly AstRule[] = [...goRules, ...javaRules, ...rustRules, ...javascriptRules]

type AstGrep = typeof import('@ast-grep/napi')
type NapiLang = Parameters<AstGrep['parse']>[0]

const names: Readonly<Record<Language, NapiLang>> = {
  go: 'go',
  java: 'java',
  rust: 'rust',
  javascript: 'JavaScript',
  typescript: 'TypeScript',
  tsx: 'Tsx',
}

/** Throws one clear sentence when the parser does not exist for this machine. */
export async function loadEngine(needed: ReadonlySet<Language>): Promise<AstEngine> {
  const astGrep = await import('@ast-grep/napi').catch((cause: unknown) => {
    throw new Error('The syntax tree engine "@ast-grep/napi" cannot be loaded on this machine.', { cause })
  })
  if (needed.has('go') || needed.has('java') || needed.has('rust')) await registerLanguages(astGrep)
  return {
    match: (language, text) => matchAll(astGrep, language, text),
    breathe: async () => {
      await new Promise<void>((resolve) => setImmediate(resolve))
      if (++filesSeen % 50 === 0) collectGarbage()
    },
  }
}

let filesSeen = 0
let registered: Promise<void> | null = null

/** The engine takes registrations exactly once in a process, so all come together. */
function registerLanguages(astGrep: AstGrep): Promise<void> {
  registered ??= Promise.all([
    import('@ast-grep/lang-go'),
    import('@ast-grep/lang-java'),
    import('@ast-grep/lang-rust'),
  ]).then(
    ([go, java, rust]) => astGrep.registerDynamicLanguage({ go: go.default, java: java.default, rust: rust.default }),
    (cause: unknown) => {
      throw new Error('The parsers for Go, Java and Rust cannot be loaded on this machine.', { cause })
    },
  )
  return registered
}

/** Syntax trees live outside the JavaScript heap and go only with their handles: 1,000 files would hold over 1 GB. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
}

/** One pass over the tree with all rules at once; which of them it was is asked only where something matched. */
function matchAll(astGrep: AstGrep, language: Language, text: string): Match[] {
  const rules = astRules.filter((rule) => rule.languages.includes(language) && rule.gate.test(text))
  if (rules.length === 0) return []
  const root = astGrep.parse(names[language], text).root()
  const any: Rule[] = rules.flatMap((rule) => rule.matchers.map((matcher) => matcher.rule))
  return root
    .findAll({ rule: { any } })
    .flatMap((node) => rules.flatMap((rule) => matchOne(root, node, rule, text) ?? []))
}

function matchOne(root: SgNode, node: SgNode, rule: AstRule, text: string): Match | null {
  const matcher = rule.matchers.find((candidate) => node.matches({ rule: candidate.rule }))
  if (matcher === undefined) return null
  const { start, end } = node.range()
  const repair = matcher.rewrite === undefined ? null : rewrite(root, node, matcher.rule, matcher.rewrite, text)
  return { rule, start: start.line + 1, end: end.line + 1, inTest: isInlineTest(node), repair }
}

function rewrite(root: SgNode, node: SgNode, rule: Rule, template: string, text: string): Replacement | null {
  const { start, end } = node.range()
  // Asked again with the single rule: after the combined search the variables may be another rule's.
  const bound = root.findAll({ rule }).find((candidate) => candidate.id() === node.id())
  if (bound === undefined) return null
  const content = template.replaceAll(/\$([A-Z]+)/g, (_, name: string) => bound.getMatch(name)?.text() ?? '')
  const position = (at: typeof start) => ({ row: at.line + 1, column: at.column + 1 })
  return applyEdits(text, start.line + 1, [{ start: position(start), end: position(end), content }])
}

/** A Rust module called `tests`, or a function marked as a test. */
function isInlineTest(node: SgNode): boolean {
  return node
    .ancestors()
    .some((outer) => outer.kind() === 'mod_item' && /^tests?$/.test(outer.field('name')?.text() ?? ''))
}
