import { incompleteFiles } from '../../core/change/incomplete-ranges.ts'
import { isUnverified } from '../../core/findings/discard-reasons.ts'
import { gravestFirst } from '../../core/verdict/conclude.ts'
import { judge } from '../../core/verdict/judge.ts'
import type { Config, DiscardedFinding } from '../../types.ts'
import { printFinding, type ReadFinding, readFinding, type Wording } from './finding-json.ts'
import { readGivenChange } from './given-change.ts'
import { loadHouse } from './house.ts'
import { workdirOption } from './options.ts'
import { diffDataSchema, findingsSchema } from './schemas.ts'
import type { Step } from './step.ts'
import { contentsFor } from './validate-contents.ts'

export const validate: Step = {
  options: {
    findings: { type: 'string', value: 'FILE', description: 'a list of findings, or {findings}' },
    'diff-data': { type: 'string', value: 'FILE', description: 'what parse-diff printed' },
    scope: {
      type: 'string',
      value: 'SCOPE',
      dashes: true,
      description: 'what was compared, where the diff data do not say it (see parse-diff)',
    },
    workdir: workdirOption,
  },
  description: [
    'Prints {validated, discarded: [{finding, reason, code, effect}], problems, warnings, normalization_warnings, non_standard_values, stats}.',
    'A finding: {file, line, severity, category, issue, explanation, recommendation, code_snippet, priority, confidence}, or our own {file, line, severity, title, problem, evidence, confidence, …}. One that cannot be read is discarded and named in problems, and makes the verdict inconclusive; so does one that blocks and could not be checked, with effect: unverified.',
    'Quotes are checked in the files of the repository; outside of it against patch_lines. The rules of the house (.review-loop/) apply.',
  ],
  examples: [
    ['review-loop tool validate --findings findings.json --diff-data diff_data.json > validate_output.json', ''],
  ],
  run: async (input, world) => {
    const { findings: entries } = input.requiredJson('findings', findingsSchema)
    const data = input.requiredJson('diff-data', diffDataSchema)
    const change = await readGivenChange(data, input, world, 'scope')
    const read = entries.map((entry) => readFinding(entry, change.repository?.root))
    const raw = read.flatMap((result) => ('findings' in result ? result.findings : []))
    const { contents, unchanged, warnings } = await contentsFor(raw, change, data.patch_lines)
    const house = await loadHouse(change.repository, world, change.baseCommit)
    const today = world.context.now().toISOString().slice(0, 10)
    const { config } = house
    const judgement = judge(raw, { files: change.files, contents, unchanged, carried: [], config, today })

    const wording = wordingOf(read)
    const validated = gravestFirst(judgement.findings).map((finding) => printFinding(finding, wording))
    const malformed = entries.flatMap((entry, index) => printMalformed(entry, read[index]!, index))
    const incomplete = change.trees === null ? incompleteFiles(data) : new Set<string>()
    const left = judgement.discarded.map((finding) => withoutGuess(finding, incomplete))
    const discarded = [...malformed, ...left.map((finding) => printDiscarded(finding, config, wording))]
    const odd = read.flatMap((result) => ('malformed' in result ? [result.malformed] : result.warnings))
    const problems = [...(change.files.length === 0 ? [emptyChange] : []), ...malformed.map(({ reason }) => reason)]
    return {
      validated,
      discarded,
      problems,
      warnings: [...warnings, ...[...incomplete].map(aboutIncomplete), ...house.warnings, ...judgement.waiverNotices],
      normalization_warnings: odd.length,
      non_standard_values: [...new Set(odd)],
      stats: {
        total_input: entries.length,
        validated: validated.length,
        ...countDiscarded(discarded),
        ...(problems.length === 0 ? {} : { problems: problems.length }),
      },
    }
  },
}

/** Where not all changed lines are known, nobody knows whether the line of a finding is one of them. */
function withoutGuess(finding: DiscardedFinding, incomplete: ReadonlySet<string>): DiscardedFinding {
  const { code, file } = finding
  if (code !== 'line_not_changed' || file === null || !incomplete.has(file)) return finding
  return { ...finding, code: 'no_location', reason: aboutIncomplete(file) }
}

function aboutIncomplete(path: string): string {
  return `The diff data do not name all changed lines of ${path}: write them again with review-loop tool parse-diff.`
}

const emptyChange = 'The change is empty: there was nothing to review.'

/** Whoever writes only our words reads only them. */
function wordingOf(read: readonly ReadFinding[]): Wording {
  const wordings = read.flatMap((result) => ('wording' in result ? [result.wording] : []))
  return wordings.length > 0 && wordings.every((wording) => wording === 'own') ? 'own' : '002'
}

function printMalformed(entry: unknown, read: ReadFinding, index: number) {
  if (!('malformed' in read)) return []
  const reason = `${constantOf(read.code)}: Finding ${index + 1} cannot be read: ${read.malformed}`
  return [{ finding: entry, reason, code: read.code, effect: 'unverified' }]
}

function printDiscarded(finding: DiscardedFinding, { unverified }: Config, wording: Wording) {
  const { code, reason, ...rest } = finding
  const effect = isUnverified(finding) && unverified === 'inconclusive' ? 'unverified' : 'none'
  return { finding: printFinding(rest, wording), reason: `${constantOf(code)}: ${reason}`, code: String(code), effect }
}

function constantOf(code: string): string {
  return `DISCARD_${code.toUpperCase()}`
}

function countDiscarded(discarded: readonly { readonly code: string }[]): Record<string, number> {
  const counts: Record<string, number> = { discarded: discarded.length }
  for (const { code } of discarded) counts[`discarded_${code}`] = (counts[`discarded_${code}`] ?? 0) + 1
  return counts
}
