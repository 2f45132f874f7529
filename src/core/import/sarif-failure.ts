import { beginning } from '../values/shortened.ts'
import { hasBrokenRules } from './sarif-shape.ts'
import { isRecord, recordOf, textOf, type UnknownRecord } from './shape.ts'

/** Why the silence of a run proves nothing, one sentence each: it failed, or not all of its results are here. */
export function failuresOf(run: UnknownRecord): readonly string[] {
  return [
    ...(Array.isArray(run.results) ? [] : ['The run has no list of results.']),
    ...(hasResultsElsewhere(run) ? ['The run keeps results in other files, which are not read.'] : []),
    ...(toolName(run) === undefined ? ['The run does not name its tool.'] : []),
    ...(hasBrokenRules(run) ? ['The list of rules cannot be read, which says how grave results are.'] : []),
    ...('invocations' in run ? invocationFailures(run.invocations) : []),
  ]
}

export function toolName(run: UnknownRecord): string | undefined {
  return textOf(recordOf(recordOf(run.tool).driver).name)
}

function hasResultsElsewhere(run: UnknownRecord): boolean {
  return 'results' in recordOf(run.externalPropertyFileReferences)
}

/** SARIF requires `executionSuccessful`: an invocation without it was damaged. */
function invocationFailures(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return [unsaid]
  return [...new Set(value.map((invocation) => failureOf(recordOf(invocation))).filter((reason) => reason !== null))]
}

const unsaid = 'The tool does not say whether its run succeeded.'

function failureOf(invocation: UnknownRecord): string | null {
  const { executionSuccessful, processStartFailureMessage, exitSignalName, exitCodeDescription } = invocation
  const broken = textOf(processStartFailureMessage) ?? textOf(exitSignalName)
  const errors = errorsOf(invocation)
  if (executionSuccessful === false || broken !== undefined) {
    const why = broken ?? textOf(exitCodeDescription) ?? errors.find((text) => text !== undefined)
    return sentence('The tool says that its run failed', why)
  }
  if (executionSuccessful !== true) return unsaid
  if (errors.length === 0) return null
  const count = errors.length === 1 ? '1 error' : `${errors.length} errors`
  return sentence(`The tool reports ${count}`, errors[0])
}

/** The text of each, where there is one. A level that SARIF does not know may be an error. */
function errorsOf(invocation: UnknownRecord): readonly (string | undefined)[] {
  return [invocation.toolExecutionNotifications, invocation.toolConfigurationNotifications]
    .flatMap((notices) => notices ?? [])
    .map(recordOf)
    .filter((notice) => isDamaged(notice) || !['none', 'note', 'warning', undefined].includes(levelOf(notice)))
    .map(({ message }) => textOf(recordOf(message).text))
}

/** SARIF requires a message. */
function isDamaged({ message }: UnknownRecord): boolean {
  return !isRecord(message)
}

function levelOf({ level }: UnknownRecord): string | undefined {
  return level === undefined ? undefined : String(level).toLowerCase()
}

function sentence(what: string, why: string | undefined): string {
  return why === undefined ? `${what}.` : `${what}: ${beginning(why.trim(), 300).replace(/\.$/, '')}.`
}
