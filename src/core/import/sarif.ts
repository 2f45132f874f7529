import type { RawFinding } from '../../types.ts'
import { placelessFinding, rawFinding, reviewerName } from './finding.ts'
import { createPathReader } from './place.ts'
import type { ImportOptions, ImportResult } from './result.ts'
import { failuresOf, toolName } from './sarif-failure.ts'
import { suggestedEdit } from './sarif-fix.ts'
import { gradeOf } from './sarif-grade.ts'
import { createLocator } from './sarif-location.ts'
import { messageOf } from './sarif-message.ts'
import { createRuleFinder } from './sarif-rules.ts'
import { oddFields } from './sarif-shape.ts'
import { isRecord, listOf, recordOf, textOf, type UnknownRecord } from './shape.ts'
import { createRemarks, have, type Remarks, results, type Tally, unreadable, withoutMessage } from './tally.ts'

/** Expects an object with a list `runs`. */
export function readSarif(log: UnknownRecord, name: string, options: ImportOptions): ImportResult {
  const runs = listOf(log.runs).map(recordOf)
  if (runs.some(isOldRun)) return { problems: [`${name} is SARIF of a version before 2.1.0, which cannot be read.`] }
  if (runs.length === 0) return { problems: [`${name} is SARIF without a run: no analyser has spoken in it.`] }
  const { notes } = createRemarks()
  if (log.version !== '2.1.0')
    notes.add(() => `It names SARIF version ${JSON.stringify(log.version)}; it was read as 2.1.0.`)
  const read = runs.map((run) => readRun(run, options, createRemarks(notes)))
  return {
    findings: read.flatMap(({ findings }) => findings),
    reviewers: [...new Set(read.map(({ reviewer }) => reviewer))],
    notes: notes.sentences().map((note) => `${name}: ${note}`),
    incomplete: read.flatMap(({ reviewer, failures }) =>
      failures.length === 0 ? [] : [{ reviewer, reason: failures.join(' ') }],
    ),
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
  /** Why the tool may have more to say than is here. */
  readonly failures: readonly string[]
}

function readRun(run: UnknownRecord, options: ImportOptions, remarks: Remarks): RunFindings {
  const tool = toolName(run) ?? 'unknown'
  const read = createResultReader(run, tool, options, remarks)
  const findings: RawFinding[] = []
  for (const result of listOf(run.results)) {
    const finding = isRecord(result) ? read(result) : skip(remarks.losses, unreadable)
    if (finding !== null) findings.push(finding)
  }
  return { reviewer: reviewerName(tool), findings, failures: [...failuresOf(run), ...remarks.losses.sentences()] }
}

function createResultReader(run: UnknownRecord, tool: string, options: ImportOptions, { notes, losses }: Remarks) {
  const ruleOf = createRuleFinder(run)
  const locate = createLocator(run, createPathReader(options.root), notes)
  return (result: UnknownRecord): RawFinding | null => {
    const reason = reasonToSkip(result)
    if (reason !== undefined) return skip(notes, reason)
    const rule = ruleOf(result)
    const message = messageOf(result, rule, recordOf(recordOf(run.tool).driver))
    if (message === undefined) return skip(losses, withoutMessage)
    const { id, descriptor } = rule
    const grade = gradeOf(result, descriptor, options.severity)
    for (const odd of oddFields(result, descriptor)) losses.add(odd)
    if (grade.hasUnknownScore) losses.add(unknownScore)
    const location = locate(result)
    const suggested = suggestedEdit(result, descriptor, location, { run, locate, lineText: options.lineText })
    const foreign = { tool, rule: id, message, ...grade, ...location, ...suggested }
    return location.outside === null ? rawFinding(foreign) : placelessFinding(foreign, location.outside, notes)
  }
}

function reasonToSkip(result: UnknownRecord): ((count: number) => string) | undefined {
  if (result.kind === 'pass' || result.kind === 'notApplicable') return notFailed
  if (result.baselineState === 'unchanged' || result.baselineState === 'absent') return notNew
  const suppressions = listOf(result.suppressions).map(recordOf)
  // One that was rejected, or that nobody has decided yet, counts against all others.
  return suppressions.length > 0 && suppressions.every(isAccepted) ? suppressed : undefined
}

/** A suppression without a status counts as accepted. */
function isAccepted(suppression: UnknownRecord): boolean {
  return suppression.status === undefined || suppression.status === 'accepted'
}

function skip(tally: Tally, reason: (count: number) => string): null {
  tally.add(reason)
  return null
}

const unknownScore = (count: number): string =>
  `${results(count)} ${have(count)} a security-severity that is neither a number from 0 to 10 nor a word of CVSS.`
const notFailed = (count: number): string => `Skipped ${results(count)} of kind pass or notApplicable.`
const notNew = (count: number): string => `Skipped ${results(count)} that the baseline had before or that went away.`
const suppressed = (count: number): string => `Skipped ${results(count)} suppressed by the tool itself.`
