import type { Rule } from '@ast-grep/napi'
import type { Check } from '../finding.ts'

export type Language = 'go' | 'java' | 'rust' | 'javascript' | 'typescript' | 'tsx'

export interface Matcher {
  /** In ast-grep's rule language. */
  readonly rule: Rule
  /** What the matched code should read instead; `$NAME` stands for what the pattern's `$NAME` matched. */
  readonly rewrite?: string
}

/** One check of our own. Pure data: the examples are run by a test. */
export interface AstRule extends Check {
  /** 'go/defer-in-loop': the family, then the name. */
  readonly id: string
  readonly languages: readonly Language[]
  readonly title: string
  readonly problem: string
  readonly fix: string
  /** What every match must contain. Most files contain none of it, and are then not even parsed. */
  readonly gate: RegExp
  readonly matchers: readonly Matcher[]
  /** Whole snippets that must be reported, and near misses that must not. */
  readonly bad: readonly string[]
  readonly good: readonly string[]
}
