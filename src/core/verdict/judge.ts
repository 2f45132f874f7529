import type { ChangedFile, Config, DiscardedFinding, Finding, RawFinding } from '../../types.ts'
import type { FileContents } from '../evidence/anchor-index.ts'
import { mergeFindings } from '../findings/merge.ts'
import { validateFindings } from '../findings/validate.ts'
import { applyIgnores, applySeverityOverrides, ruleMatches } from './house-rules.ts'
import { applyWaivers } from './waivers.ts'

export interface JudgeInput {
  readonly files: readonly ChangedFile[]
  readonly contents: ReadonlyMap<string, FileContents>
  /** Findings of an earlier review that still hold. What is raised again is merged with what is raised now. */
  readonly carried: readonly Finding[]
  readonly config: Config
  /** Reviewer → the files it was given. */
  readonly assigned?: ReadonlyMap<string, ReadonlySet<string>>
  /** Reviewers that must be surer than others. */
  readonly floors?: ReadonlyMap<string, number>
  readonly today: string
}

export interface Judgement {
  readonly findings: readonly Finding[]
  readonly discarded: readonly DiscardedFinding[]
  readonly waiverNotices: readonly string[]
}

/** From what reviewers said to what counts: validated, under the rules of the house, merged, less what is waived. */
export function judge(raw: readonly RawFinding[], input: JudgeInput): Judgement {
  const { config } = input
  const validated = validateFindings(raw, { ...input, lines: config.lines, confidenceFloor: config.confidenceFloor })
  const rules = dropRulesOff(validated.kept, config.builtin.rulesOff)
  const all = applyIgnores([...rules.kept, ...input.carried], config.ignore)
  const weighed = applySeverityOverrides(all.kept, config.severity)
  const { merged, duplicates } = mergeFindings(weighed)
  const { kept, waived, notices } = applyWaivers(merged, config.waivers, input.today)
  return {
    findings: kept,
    discarded: [...validated.discarded, ...rules.off, ...all.ignored, ...duplicates, ...waived],
    waiverNotices: notices,
  }
}

function dropRulesOff(findings: readonly Finding[], patterns: readonly string[]) {
  const isOff = (finding: Finding) => patterns.some((pattern) => ruleMatches(pattern, finding.rule))
  return {
    kept: findings.filter((finding) => !isOff(finding)),
    off: findings.filter(isOff).map(
      (finding): DiscardedFinding => ({
        ...finding,
        code: 'rule_off',
        reason: `The configuration turns ${finding.rule} off.`,
      }),
    ),
  }
}
