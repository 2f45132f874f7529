import { join } from 'node:path'
import type { Usage } from '../types.ts'
import type { CliBackend, CliCall, CliEnd, CliOutcome, CliReader, CliStart } from './backend.ts'
import { failureOfError } from './cli/failure.ts'
import { asObject, countAt, type JsonObject, numberAt, objectAt, objectsAt, parseJsonLine, parseJsonObject, textAt } from './cli/json.ts'
import { endedEarly, failed, judge } from './cli/outcome.ts'
import { watchRetries } from './cli/retries.ts'
import { addUsage, nothingUsed, usageWithCacheInside } from './cli/usage.ts'

export const copilot: CliBackend = {
  kind: 'copilot',
  program: 'copilot',
  testedVersion: '1.0.102',
  keys: ['COPILOT_PROVIDER_API_KEY', 'COPILOT_GITHUB_TOKEN'],
  // Its configuration file also lists trusted folders, whose hooks would run: it is never taken over.
  login: [],
  abilities: {
    roles: 'review and fix',
    schema: false,
    turnLimit: false,
    dollarLimit: false,
    cost: false,
    readOnly: 'only reading tools are offered',
  },
  start,
  reader: readCopilot,
}

const readingTools = ['view', 'grep', 'glob']
// Which of them is offered depends on the model.
const writingTools = ['apply_patch', 'edit', 'create']
const ownProviderModel = 'gpt-5.5'

function start(call: CliCall): CliStart {
  const { mayWrite, prompt } = call.task
  const tools = mayWrite ? [...readingTools, ...writingTools] : readingTools
  return {
    args: [
      ...['--output-format', 'json', '--no-ask-user', '--no-custom-instructions', '--disable-builtin-mcps'],
      ...['--no-auto-update', '--disable-client-telemetry', '--available-tools', ...tools],
      ...(mayWrite ? ['--allow-tool', 'write'] : []),
      ...['--usage-output-file', usageFile(call)],
    ],
    env: {
      ...call.env,
      ...providerOf(call),
      COPILOT_HOME: join(call.home, '.copilot'),
      COPILOT_AUTO_UPDATE: 'false',
    },
    files: [],
    input: prompt,
  }
}

/** With an own provider nothing but that provider is reached, and no log-in at GitHub is needed. */
function providerOf({ baseUrl, model, env }: CliCall): Record<string, string> {
  const address = baseUrl ?? env.COPILOT_PROVIDER_BASE_URL
  if (address === undefined) return model === null ? {} : { COPILOT_MODEL: model }
  return {
    COPILOT_OFFLINE: 'true',
    COPILOT_PROVIDER_TYPE: 'openai',
    ...env,
    COPILOT_PROVIDER_BASE_URL: address,
    COPILOT_MODEL: model ?? env.COPILOT_MODEL ?? ownProviderModel,
  }
}

/** The only place where it tells the tokens. */
function usageFile({ temporary }: CliCall): string {
  return join(temporary, 'copilot-usage.json')
}

function readCopilot(call: CliCall): CliReader {
  const retries = watchRetries()
  let turns = 0
  let toolCalls = 0
  let text = ''
  let usage: Usage = nothingUsed
  let error: JsonObject | undefined
  let aborted = false
  let resultCode: number | undefined

  return {
    line: (line) => {
      const event = parseJsonLine(line)
      read(textAt(event, 'type'), objectAt(event, 'data'), event)
    },
    progress: () => ({ turns, toolCalls, usage }),
    giveUp: retries.giveUp,
    finish(end) {
      usage = usageOf(end.file(usageFile(call)))
      if (error !== undefined) return failureOf(error)
      if (aborted) return endedEarly({ ...end, signal: end.signal ?? 'a signal' })
      const ended = resultCode === 0
      return judge({ ended, text, structured: undefined, needsStructured: false, outputTokens: usage.outputTokens }, end)
    },
  }

  function read(type: string | undefined, data: JsonObject | undefined, event: JsonObject | undefined): void {
    if (type === 'assistant.turn_start') turns += 1
    else if (type === 'tool.execution_start') toolCalls += 1
    else if (type === 'assistant.message') hear(data)
    else if (type === 'assistant.idle') aborted ||= data?.aborted === true
    else if (type === 'session.error') error = data ?? {}
    else if (type === 'model.call_failure') retry(data)
    else if (type === 'result') resultCode = numberAt(event, 'exitCode')
  }

  function hear(message: JsonObject | undefined): void {
    retries.recovered()
    if (objectsAt(message, 'toolRequests').length === 0) text = textAt(message, 'content') ?? ''
  }
}
