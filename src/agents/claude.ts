import type { CliBackend, CliCall, CliStart } from './backend.ts'
import { claudeTools, permissionMode } from './claude/limits.ts'
import { readClaude } from './claude/read.ts'
import { readerInstructions } from './cli/reader-instructions.ts'
import { isAtLeast } from './cli/version.ts'

export const claude: CliBackend = {
  kind: 'claude',
  program: 'claude',
  testedVersion: '2.1.325',
  keys: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'],
  login: ['.claude/.credentials.json'],
  asksVersion: true,
  abilities: {
    roles: 'review and fix',
    schema: true,
    turnLimit: true,
    dollarLimit: true,
    cost: true,
    readOnly: 'only Read, Grep and Glob are offered; nothing outside the workspace is read',
  },
  start,
  reader: readClaude,
}

function start(call: CliCall): CliStart {
  const { task, model } = call
  const { turns, dollars, dollarsLeft = dollars } = task.budget
  return {
    args: [
      ...['-p', '--no-session-persistence', '--disable-slash-commands'],
      // Parts of messages are a sign of life while a long answer is written: who is silent for long counts as hung.
      ...['--output-format', 'stream-json', '--verbose', '--include-partial-messages'],
      ...(model === null ? [] : ['--model', model]),
      ...(task.mayWrite ? [] : ['--system-prompt', readerInstructions]),
      ...['--tools', claudeTools(task).join(',')],
      ...confinement(call.version),
      ...['--strict-mcp-config', '--permission-mode', permissionMode(task)],
      ...(turns === null ? [] : ['--max-turns', String(turns)]),
      // At this limit it withholds an answer that is paid for. That a call keeps to its share is for us to see.
      ...(dollarsLeft === null ? [] : ['--max-budget-usd', String(dollarsLeft)]),
      ...(task.schema === null ? [] : ['--json-schema', JSON.stringify(task.schema)]),
    ],
    env: environment(call),
    files: [],
    input: task.prompt,
  }
}

/** Hooks, servers, keys and addresses that the repository configures must not apply; older versions have one switch less. */
function confinement(version: string | null): readonly string[] {
  if (isAtLeast(version, '2.1.259')) return ['--restricted', '--permission-prompts', 'none']
  return isAtLeast(version, '2.1.248') ? ['--restricted'] : ['--setting-sources', 'user']
}

function environment({ baseUrl, env, home, temporary, task }: CliCall): Record<string, string> {
  return {
    ...env,
    ...(baseUrl === null ? {} : { ANTHROPIC_BASE_URL: baseUrl }),
    CLAUDE_CONFIG_DIR: `${home}/.claude`,
    CLAUDE_CODE_TMPDIR: temporary,
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_ERROR_REPORTING: '1',
    // Titles of commits and instructions in the repository are the change's own words, and `@name` in a diff must not
    // bring that file into the prompt.
    CLAUDE_CODE_DISABLE_GIT_INSTRUCTIONS: '1',
    CLAUDE_CODE_DISABLE_CLAUDE_MDS: '1',
    CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
    CLAUDE_CODE_DISABLE_ATTACHMENTS: '1',
    // We wait and try again ourselves, where the wait is shared between calls.
    CLAUDE_CODE_MAX_RETRIES: '2',
    API_TIMEOUT_MS: String(Math.ceil(task.budget.seconds * 1000)),
  }
}
