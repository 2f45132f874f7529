import type { AgentTask } from '../types.ts'
import type { CliBackend, CliCall, CliStart } from './backend.ts'
import { quoteAtSigns } from './cli/at-signs.ts'
import type { JsonObject } from './cli/json.ts'
import { excludedTools, qwenMode } from './qwen/limits.ts'
import { readQwen } from './qwen/read.ts'

export const qwen: CliBackend = {
  kind: 'qwen',
  program: 'qwen',
  testedVersion: '0.24.4',
  keys: ['OPENAI_API_KEY'],
  login: [],
  // It rewrites the settings in the repository at every start, and takes variables from both.
  hides: ['.qwen', 'QWEN.md', '.env'],
  abilities: {
    roles: 'review and fix',
    schema: true,
    turnLimit: true,
    dollarLimit: false,
    cost: false,
    readOnly: 'only read_file, grep_search and glob are offered; nothing outside the workspace is read',
  },
  start,
  reader: readQwen,
}

function start(call: CliCall): CliStart {
  const { task, model, baseUrl, env } = call
  const { turns, seconds } = task.budget
  return {
    args: [
      ...['--auth-type', 'openai'],
      // Always named: otherwise a file of the repository could say where the key is sent.
      ...['--openai-base-url', baseUrl ?? env.OPENAI_BASE_URL ?? 'https://api.openai.com/v1'],
      ...['-m', model ?? env.OPENAI_MODEL ?? 'qwen3-coder-plus'],
      ...['-o', 'stream-json', '--chat-recording=false', '--safe-mode'],
      ...['--approval-mode', qwenMode(task)],
      ...['--exclude-tools', excludedTools(task).join(',')],
      ...(turns === null ? [] : ['--max-session-turns', String(turns)]),
      ...['--max-wall-time', `${Math.ceil(seconds)}s`],
      ...(task.schema === null ? [] : ['--json-schema', `@${call.home}/${schemaFile}`]),
    ],
    env: { ...env },
    files: [
      { path: '.qwen/settings.json', content: JSON.stringify(settings(task)) },
      ...(task.schema === null ? [] : [{ path: schemaFile, content: JSON.stringify(task.schema) }]),
    ],
    input: quoteAtSigns(task.prompt),
  }
}

function settings({ mayWrite }: AgentTask): JsonObject {
  return {
    // In a folder that is not trusted no variables are taken from its files, and nothing can be edited.
    security: { folderTrust: { enabled: !mayWrite } },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    general: { enableAutoUpdate: false },
    // We wait and try again ourselves; six tries of its own remain, which it does not tell about.
    model: { generationConfig: { maxRetries: 0 } },
  }
}

const schemaFile = 'reply.schema.json'
