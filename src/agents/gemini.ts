import type { CliBackend, CliCall, CliStart } from './backend.ts'
import { quoteAtSigns } from './cli/at-signs.ts'
import type { JsonObject } from './cli/json.ts'
import { readGemini } from './gemini/read.ts'

export const gemini: CliBackend = {
  kind: 'gemini',
  program: 'gemini',
  testedVersion: '0.61.0',
  keys: ['GEMINI_API_KEY'],
  login: ['.gemini/oauth_creds.json', '.gemini/google_accounts.json'],
  hides: ['GEMINI.md', '.gemini'],
  abilities: {
    roles: 'review and fix',
    schema: false,
    turnLimit: true,
    dollarLimit: false,
    cost: false,
    readOnly: 'only reading tools are registered; nothing outside the workspace is read',
  },
  start,
  reader: readGemini,
}

function start(call: CliCall): CliStart {
  const { task, model, baseUrl, env, home } = call
  return {
    args: [
      // Without one it asks a second model at every turn which model to ask.
      ...['-m', model ?? 'pro'],
      ...['-o', 'stream-json'],
      // For this run only, and without the hooks and servers that a lasting trust would start.
      '--skip-trust',
      ...['--approval-mode', task.mayWrite ? 'auto_edit' : 'default'],
    ],
    env: {
      ...env,
      // Always set, if only to nothing: otherwise a file of the repository could say where the key is sent.
      GOOGLE_GEMINI_BASE_URL: baseUrl ?? env.GOOGLE_GEMINI_BASE_URL ?? '',
      GEMINI_CLI_HOME: home,
      // Otherwise it starts itself a second time, and signals do not reach the one that works.
      GEMINI_CLI_NO_RELAUNCH: 'true',
    },
    files: [{ path: '.gemini/settings.json', content: JSON.stringify(settings(call)) }],
    input: quoteAtSigns(task.prompt),
  }
}

function settings({ task, env }: CliCall): JsonObject {
  const hasKey = (env.GEMINI_API_KEY ?? '') !== ''
  return {
    security: { auth: { selectedType: hasKey ? 'gemini-api-key' : 'oauth-personal' } },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    // We wait and try again ourselves, where the wait is shared between calls.
    general: { enableAutoUpdate: false, maxAttempts: 2 },
    model: { maxSessionTurns: task.budget.turns ?? -1 },
    mcp: { allowed: ['none'] },
    hooksConfig: { enabled: false },
    tools: { core: task.mayWrite ? [...readingTools, 'replace', 'write_file'] : readingTools },
    skills: { enabled: false },
    // No variables from files of the repository.
    advanced: { ignoreLocalEnv: true },
  }
}

const readingTools = ['read_file', 'glob', 'grep_search', 'list_directory']
