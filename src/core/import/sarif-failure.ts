import { beginning } from '../values/shortened.ts'
import { isRecord, listOf, recordOf, textOf, type UnknownRecord } from './shape.ts'

/** Why the silence of a run proves nothing, one sentence each: it failed, or not all of its results are here. */
export function failuresOf(run: UnknownRecord): readonly string[] {
  return [
    ...(Array.isArray(run.results) ? [] : ['The run has no list of results.']),
    ...(hasResultsElsewhere(run) ? ['The run keeps results in other files, which are not read.'] : []),
    ...('invocations' in run ? invocationFailures(run.invocations) : []),
  ]
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

/** The text of each, where there is one. */
function errorsOf(invocation: UnknownRecord): readonly (string | undefined)[] {
  return [...listOf(invocation.toolExecutionNotifications), ...listOf(invocation.toolConfigurationNotifications)]
    .filter(isRecord)
    .filter(({ level }) => typeof level === 'string' && level.toLowerCase() === 'error')
    .map(({ message }) => textOf(recordOf(message).text))
}

function sentence(what: string, why: string | undefined): string {
  return why === undefined ? `${what}.` : `${what}: ${beginning(why.trim(), 300).replace(/\.$/, '')}.`
}
