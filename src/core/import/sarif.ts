import type { RawFinding } from '../../types.ts'
import { rawFinding, reviewerName } from './finding.ts'
import { createPathReader } from './place.ts'
import type { ImportOptions, ImportResult } from './result.ts'
import { suggestedEdit } from './sarif-fix.ts'
import { gradeOf } from './sarif-grade.ts'
import { createLocator } from './sarif-location.ts'
import { messageOf } from './sarif-message.ts'
import { createRuleFinder } from './sarif-rules.ts'
import { isRecord, listOf, recordOf, textOf, type UnknownRecord } from './shape.ts'
import { createTally, outside, results, type Tally, withoutMessage } from './tally.ts'

/** Expects an object with a list `runs`. */
export function readSarif(log: UnknownRecord, name: string, options: ImportOptions): ImportResult {
  const runs = listOf(log.runs).map(recordOf)
  if (runs.some(isOldRun)) return { problems: [`${name} is SARIF of a version before 2.1.0, which cannot be read.`] }
  if (runs.length === 0) return { problems: [`${name} is SARIF without a run: no analyser has spoken in it.`] }
  const tally = createTally(name)
  if (log.version !== '2.1.0')
    tally.add(() => `It names SARIF version ${JSON.stringify(log.version)}; it was read as 2.1.0.`)
  const read = runs.map((run) => readRun(run, options, tally))
  return {
    findings: read.flatMap(({ findings }) => findings),
    reviewers: [...new Set(read.map(({ reviewer }) => reviewer))],
    notes: tally.notes(),
    incomplete: read.flatMap(({ reviewer, failure }) => (failure === null ? [] : [{ reviewer, reason: failure }])),
  }
}

/** Before 2.1.0 the name stood in the tool itself. */
function isOldRun(run: UnknownRecord): boolean {
  const tool = recordOf(run.tool)
  return !isRecord(tool.driver) && textOf(tool.name) !== undefined
}

interface RunFindings {
  readonly reviewer: string
  readonly findings: readonly RawFinding[]
  /** Why the tool's own run did not finish. */
  readonly failure: string | null
}

function readRun(run: UnknownRecord, options: ImportOptions, tally: Tally): RunFindings {
  const tool = textOf(recordOf(recordOf(run.tool).driver).name) ?? 'unknown'
  const read = createResultReader(run, tool, options, tally)
  const findings: RawFinding[] = []
  for (const result of listOf(run.results)) {
    const finding = isRecord(result) ? read(result) : skip(tally, unreadable)
    if (finding !== null) findings.push(finding)
  }
  return { reviewer: reviewerName(tool), findings, failure: failureOf(run) }
}

function failureOf(run: UnknownRecord): string | null {
  if (!Array.isArray(run.results)) return 'The run has no list of results.'
  const failed = listOf(run.invocations)
    .map(recordOf)
    .find((invocation) => invocation.executionSuccessful === false)
  if (failed === undefined) return null
  const notices = [...listOf(failed.toolExecutionNotifications), ...listOf(failed.toolConfigurationNotifications)]
  const errors = notices.map(recordOf).filter((notice) => notice.level === 'error')
  const text = textOf(failed.exitCodeDescription) ?? textOf(recordOf(errors[0]?.message).text)
  return `The tool says that its run failed${text === undefined ? '' : `: ${text.trim().slice(0, 300)}`}.`.replace(
    /\.\.$/,
    '.',
  )
}

function createResultReader(run: UnknownRecord, tool: string, options: ImportOptions, tally: Tally) {
  const ruleOf = createRuleFinder(run)
  const locate = createLocator(run, createPathReader(options.root), tally)
  return (result: UnknownRecord): RawFinding | null => {
    const reason = reasonToSkip(result)
    if (reason !== undefined) return skip(tally, reason)
    const rule = ruleOf(result)
    const message = messageOf(result, rule, recordOf(recordOf(run.tool).driver))
    if (message === undefined) return skip(tally, withoutMessage)
    const location = locate(result)
    if (location === 'outside') return skip(tally, outside)
    const { id, descriptor } = rule
    if (hasUnknownLevel(result)) tally.add(unknownLevel)
    return rawFinding({
      tool,
      rule: id,
      message,
      ...gradeOf(result, descriptor, options.severity),
      ...location,
      ...suggestedEdit(result, descriptor, location, { run, locate, lineText: options.lineText }),
    })
  }
}

function hasUnknownLevel({ level }: UnknownRecord): boolean {
  return level !== undefined && !['error', 'warning', 'note', 'none'].includes(String(level).toLowerCase())
}

function reasonToSkip(result: UnknownRecord): ((count: number) => string) | undefined {
  if (result.kind === 'pass' || result.kind === 'notApplicable') return notFailed
  if (result.baselineState === 'unchanged' || result.baselineState === 'absent') return notNew
  return listOf(result.suppressions).map(recordOf).some(isAccepted) ? suppressed : undefined
}

/** A suppression without a status counts as accepted. */
function isAccepted(suppression: UnknownRecord): boolean {
  return suppression.status === undefined || suppression.status === 'accepted'
}

function skip(tally: Tally, reason: (count: number) => string): null {
  tally.add(reason)
  return null
}

const unknownLevel = (count: number): string => `Read ${results(count)} as warnings: SARIF does not know their level.`
const unreadable = (count: number): string => `Skipped ${results(count)} that cannot be read.`
const notFailed = (count: number): string => `Skipped ${results(count)} of kind pass or notApplicable.`
const notNew = (count: number): string => `Skipped ${results(count)} that the baseline had before or that went away.`
const suppressed = (count: number): string => `Skipped ${results(count)} suppressed by the tool itself.`
