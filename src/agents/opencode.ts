import type { CliBackend, CliCall, CliStart } from './backend.ts'
import type { JsonObject } from './cli/json.ts'
import { modelAsked } from './opencode/model.ts'
import { readOpencode } from './opencode/read.ts'

/** Key, and the name of the service in this program. The first is also the key for an address of one's own. */
const services = [
  ['OPENAI_API_KEY', 'openai'],
  ['ANTHROPIC_API_KEY', 'anthropic'],
  ['GEMINI_API_KEY', 'google'],
  ['OPENROUTER_API_KEY', 'openrouter'],
  ['OPENCODE_API_KEY', 'opencode'],
] as const

export const opencode: CliBackend = {
  kind: 'opencode',
  program: 'opencode',
  testedVersion: '1.18.33',
  keys: services.map(([key]) => key),
  login: ['.local/share/opencode/auth.json'],
  // No switch stops the plugins in the first, nor the instructions in the last two when a file beside them is read.
  hides: ['.opencode', 'opencode.json', 'opencode.jsonc', 'AGENTS.md', 'CONTEXT.md'],
  abilities: {
    roles: 'review and fix',
    schema: false,
    turnLimit: false,
    dollarLimit: false,
    cost: true,
    readOnly: 'only read, grep and glob are allowed; nothing outside the workspace is read',
  },
  start,
  reader: readOpencode,
}

function start(call: CliCall): CliStart {
  const { home, env, task } = call
  const model = modelOf(call)
  return {
    args: [
      ...['run', '--pure', '--format', 'json'],
      ...(model === null ? [] : ['-m', model]),
      // Otherwise a model is asked for one.
      ...['--title', 'review-loop'],
    ],
    env: {
      ...env,
      XDG_CONFIG_HOME: `${home}/.config`,
      XDG_DATA_HOME: `${home}/.local/share`,
      XDG_CACHE_HOME: `${home}/.cache`,
      XDG_STATE_HOME: `${home}/.local/state`,
      OPENCODE_CONFIG_CONTENT: JSON.stringify(config(call)),
      ...switches,
    },
    files: [],
    input: task.prompt,
  }
}

const switches = {
  OPENCODE_DISABLE_PROJECT_CONFIG: '1',
  OPENCODE_DISABLE_CLAUDE_CODE: '1',
  OPENCODE_DISABLE_EXTERNAL_SKILLS: '1',
  OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
  OPENCODE_DISABLE_AUTOUPDATE: '1',
  OPENCODE_DISABLE_MODELS_FETCH: '1',
  OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
  OPENCODE_DISABLE_SHARE: '1',
}

function config(call: CliCall): JsonObject {
  const model = modelOf(call)
  return {
    autoupdate: false,
    share: 'disabled',
    snapshot: false,
    // Both would start programs that the repository brings along.
    formatter: false,
    lsp: false,
    // Rules, not questions: a question that nobody answers ends the run.
    permission: { '*': 'deny', ...allowed(['read', 'grep', 'glob', 'list', ...(call.task.mayWrite ? ['edit'] : [])]) },
    ...(model === null ? {} : { model, small_model: model }),
    ...providers(call),
    ...(call.baseUrl === null ? {} : { provider: { [ownProvider]: provider(call, call.baseUrl) } }),
  }
}

function allowed(tools: readonly string[]): JsonObject {
  return Object.fromEntries(tools.map((tool) => [tool, 'allow']))
}

const ownProvider = 'custom'

/** As the program names it: provider/model. Null: it chooses among the services it has a key for. */
function modelOf(call: CliCall): string | null {
  return call.baseUrl === null ? call.model : `${ownProvider}/${modelAsked(call)}`
}

/** Without a key the program has free models of its own to choose from: code is not sent there unless it is asked for. */
function providers(call: CliCall): JsonObject {
  const [named] = modelOf(call)?.split('/') ?? []
  if (named !== undefined) return { enabled_providers: [named] }
  const withKey = services.filter(([key]) => (call.env[key] ?? '') !== '').map(([, service]) => service)
  return withKey.length === 0 ? { disabled_providers: ['opencode'] } : { enabled_providers: withKey }
}

/** Any service that speaks like OpenAI's. Only the key of that kind is sent to it. */
function provider(call: CliCall, baseUrl: string): JsonObject {
  const { env } = call
  const apiKey = (env.OPENAI_API_KEY ?? '') === '' ? 'none' : '{env:OPENAI_API_KEY}'
  return {
    npm: '@ai-sdk/openai-compatible',
    options: { baseURL: baseUrl, apiKey },
    models: { [modelAsked(call) ?? '']: { limit: { context: 200_000, output: 16_384 } } },
  }
}
