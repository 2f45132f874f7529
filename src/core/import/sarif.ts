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
import { readSuppressions } from './sarif-suppression.ts'
import { isRecord, listOf, recordOf, textOf, type UnknownRecord } from './shape.ts'
import type { SuppressedFinding } from './suppressed.ts'
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
  const suppressed = read.flatMap((each) => each.suppressed)
  return {
    findings: read.flatMap(({ findings }) => findings),
    ...(suppressed.length > 0 && { suppressed }),
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
  readonly suppressed: readonly SuppressedFinding[]
  /** Why the tool may have more to say than is here. */
  readonly failures: readonly string[]
}

function readRun(run: UnknownRecord, options: ImportOptions, remarks: Remarks): RunFindings {
  const tool = toolName(run) ?? 'unknown'
  const read = createResultReader(run, tool, options, remarks)
  const findings: RawFinding[] = []
  const suppressed: SuppressedFinding[] = []
  for (const result of listOf(run.results)) {
    const one = isRecord(result) ? read(result) : skip(remarks.losses, unreadable)
    if (one?.places === null) findings.push(one.finding)
    else if (one !== null) suppressed.push({ finding: one.finding, places: one.places })
  }
  const failures = [...failuresOf(run), ...remarks.losses.sentences()]
  return { reviewer: reviewerName(tool), findings, suppressed, failures }
}

interface ReadResult {
  readonly finding: RawFinding
  /** Null: not suppressed. */
  readonly places: SuppressedFinding['places'] | null
}

function createResultReader(run: UnknownRecord, tool: string, options: ImportOptions, { notes, losses }: Remarks) {
  const ruleOf = createRuleFinder(run)
  const locate = createLocator(run, createPathReader(options.root), notes)
  return (result: UnknownRecord): ReadResult | null => {
    const suppression = readSuppressions(result)
    const reason = reasonToSkip(result) ?? (suppression === 'accepted' ? suppressed : undefined)
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
    const finding = location.outside === null ? rawFinding(foreign) : placelessFinding(foreign, location.outside, notes)
    if (finding === null) return null
    if (typeof suppression === 'string') return { finding, places: null }
    notes.add(heldBack)
    return { finding, places: suppression.map((each) => (each === null ? location : locate({ locations: [each] }))) }
  }
}

function reasonToSkip(result: UnknownRecord): ((count: number) => string) | undefined {
  const isPass = result.kind === 'pass' || result.kind === 'notApplicable'
  if (isPass && !isGrave(result.level)) return notFailed
  return result.baselineState === 'unchanged' || result.baselineState === 'absent' ? notNew : undefined
}

/** What passed has no such level: then one of the two is wrong, and it may be the word for passing. */
function isGrave(level: unknown): boolean {
  return level !== undefined && level !== 'none' && level !== 'note'
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
const heldBack = (count: number): string =>
  `${results(count)} suppressed in the code: counted only where the change touches ${count === 1 ? 'it' : 'them'}.`
