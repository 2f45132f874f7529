import type { Usage } from '../types.ts'
import type { CliBackend, CliCall, CliEnd, CliOutcome, CliReader, CliStart } from './backend.ts'
import { failureOfError } from './cli/failure.ts'
import { countAt, type JsonObject, objectAt, parseJsonLine, textAt } from './cli/json.ts'
import { failed, judge, lastLine } from './cli/outcome.ts'
import { nothingUsed, usageWithCacheInside } from './cli/usage.ts'

export const gemini: CliBackend = {
  kind: 'gemini',
  program: 'gemini',
  testedVersion: '0.61.0',
  keys: ['GEMINI_API_KEY'],
  login: ['.gemini/oauth_creds.json', '.gemini/google_accounts.json'],
  // Instruction files enter the prompt in a trusted folder, and an untrusted one is not worked in.
  hides: ['GEMINI.md', '.gemini', '.env'],
  abilities: {
    roles: 'review and fix',
    schema: false,
    turnLimit: true,
    dollarLimit: false,
    cost: false,
    readOnly: 'only reading tools are registered',
  },
  start,
  reader: readGemini,
}

const readingTools = ['read_file', 'glob', 'grep_search', 'list_directory']
const writingTools = ['replace', 'write_file']

function start(call: CliCall): CliStart {
  const { task, model, baseUrl, home } = call
  const modelArgs = model === null ? [] : ['-m', model]
  const mode = task.mayWrite ? 'auto_edit' : 'default'
  return {
    args: [...modelArgs, '-o', 'stream-json', '--skip-trust', '--approval-mode', mode],
    env: {
      ...call.env,
      ...(baseUrl === null ? {} : { GOOGLE_GEMINI_BASE_URL: baseUrl }),
      GEMINI_CLI_HOME: home,
      // Without it signals do not end the program, and it starts twice.
      GEMINI_CLI_NO_RELAUNCH: 'true',
    },
    files: [{ path: '.gemini/settings.json', content: JSON.stringify(settingsOf(call)) }],
    input: task.prompt,
  }
}

function settingsOf({ task, env }: CliCall): JsonObject {
  return {
    security: { auth: { selectedType: env.GEMINI_API_KEY === undefined ? 'oauth-personal' : 'gemini-api-key' } },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    general: { enableAutoUpdate: false, maxAttempts: 2 },
    model: { maxSessionTurns: task.budget.turns ?? -1 },
    mcp: { allowed: ['none'] },
    hooksConfig: { enabled: false },
    tools: { core: task.mayWrite ? [...readingTools, ...writingTools] : readingTools },
    // A file of the repository must not set the address that the key is sent to.
    advanced: { ignoreLocalEnv: true },
  }
}

function readGemini(): CliReader {
  let turns = 0
  let toolCalls = 0
  let modelSpeaks = false
  let text = ''
  let usage: Usage = nothingUsed
  let problem: string | null = null
  let result: JsonObject | null = null

  return {
    line: (line) => read(parseJsonLine(line)),
    progress: () => ({ turns, toolCalls, usage }),
    // Its own retries are seen on standard error only; they are set low, and time is limited.
    giveUp: () => null,
    finish: (end) =>
      failureOf(end, problem, result) ??
      judge(
        {
          ended: textAt(result ?? undefined, 'status') === 'success',
          text,
          structured: undefined,
          needsStructured: false,
          outputTokens: usage.outputTokens,
        },
        end,
      ),
  }

  function read(event: JsonObject | undefined): void {
    const type = textAt(event, 'type')
    if (type === 'tool_use') {
      speak()
      toolCalls += 1
      text = ''
    } else if (type === 'tool_result') {
      modelSpeaks = false
    } else if (type === 'message' && textAt(event, 'role') === 'assistant') {
      speak()
      text += textAt(event, 'content') ?? ''
    } else if (type === 'error') {
      problem ??= textAt(event, 'message') ?? 'an error without words'
    } else if (type === 'result' && event !== undefined) {
      result = event
      usage = usageOf(objectAt(event, 'stats'))
    }
  }

  /** The program names no turns: one begins with the model's first word or call after it was given something. */
  function speak(): void {
    if (!modelSpeaks) turns += 1
    modelSpeaks = true
  }
}

function usageOf(stats: JsonObject | undefined): Usage {
  return usageWithCacheInside(countAt(stats, 'input_tokens'), countAt(stats, 'cached'), countAt(stats, 'output_tokens'))
}

/** An error event is a failure even when the program then reports success. */
function failureOf(end: CliEnd, problem: string | null, result: JsonObject | null): CliOutcome | null {
  const { exitCode } = end
  const error = objectAt(result ?? undefined, 'error')
  const words = textAt(error, 'message') ?? problem
  const known = exitCode === null ? undefined : exitCodes.get(exitCode)
  if (known !== undefined) return failed(known, words ?? lastLine(end.stderr))
  if (words === null && textAt(result ?? undefined, 'status') !== 'error') return null
  const message = words ?? 'an error without words'
  if (message.includes('Loop detected')) return failed('malformed', 'the model repeated itself and was stopped')
  return failed(failureOfError(statusOf(exitCode, message), message), message)
}

const exitCodes = new Map<number, 'not_logged_in' | 'misconfigured' | 'over_budget'>([
  [41, 'not_logged_in'],
  [42, 'misconfigured'],
  [53, 'over_budget'],
  [55, 'misconfigured'],
])

/** The service's status is in the text, or is the exit code, of which the system keeps the lowest 8 bits. */
function statusOf(exitCode: number | null, message: string): number | undefined {
  const written = /"code":\s*(\d{3})\b/.exec(message)
  if (written !== null) return Number(written[1])
  const status = (exitCode ?? 0) + 256
  return status >= 400 && status < 512 ? status : undefined
}
