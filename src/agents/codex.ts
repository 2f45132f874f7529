import type { CliBackend, CliCall, CliStart } from './backend.ts'
import { readerInstructions } from './cli/reader-instructions.ts'
import { isAtLeast } from './cli/version.ts'
import { readCodex } from './codex/read.ts'
import { strictSchema } from './codex/schema.ts'

const keys = ['CODEX_API_KEY', 'OPENAI_API_KEY'] as const

const targets = [
  ['linux-x64', 'x86_64-unknown-linux-musl'],
  ['linux-arm64', 'aarch64-unknown-linux-musl'],
  ['darwin-x64', 'x86_64-apple-darwin'],
  ['darwin-arm64', 'aarch64-apple-darwin'],
] as const

export const codex: CliBackend = {
  kind: 'codex',
  program: 'codex',
  testedVersion: '0.166.0',
  keys,
  login: ['.codex/auth.json'],
  // A `$name` in the prompt, so in any diff, brings in the skill of that name; no switch stops it.
  hides: ['.codex/skills', '.agents/skills'],
  asksVersion: true,
  native: targets.flatMap(([platform, target]) => {
    const path = `@openai/codex-${platform}/vendor/${target}/bin/codex`
    return [path, `node_modules/${path}`]
  }),
  abilities: {
    roles: 'review and fix',
    schema: true,
    turnLimit: false,
    dollarLimit: false,
    cost: false,
    readOnly: 'its own kernel sandbox: a shell that reads the whole disk, writes nothing and has no network',
  },
  start,
  reader: readCodex,
}

function start(call: CliCall): CliStart {
  const { task, model, home } = call
  const schema = task.schema === null ? null : JSON.stringify(strictSchema(task.schema))
  // With a log-in the service takes no instructions but the program's own.
  const ownWords = !task.mayWrite && hasOwnProvider(call)
  return {
    args: [
      'exec',
      ...provider(call),
      ...['--json', '--color', 'never', '--ephemeral', '--skip-git-repo-check'],
      ...(model === null ? [] : ['-m', model]),
      // Neither the user's nor the repository's configuration applies; the sandbox is always named for the same reason.
      ...['--ignore-user-config', '--ignore-rules'],
      ...(task.mayWrite ? ['-s', 'workspace-write'] : ['-s', 'read-only']),
      // Named so, a feature that the version does not know is an error; this one must be off.
      ...(call.shell === 'never' ? ['--disable', 'shell_tool'] : []),
      ...settings(call).flatMap((setting) => ['-c', setting]),
      ...(ownWords ? ['-c', `model_instructions_file=${JSON.stringify(`${home}/${instructionsFile}`)}`] : []),
      ...(schema === null ? [] : ['--output-schema', `${home}/${schemaFile}`]),
      '-',
    ],
    env: environment(call),
    // Without its folder the program does not start.
    files: [
      { path: '.codex/config.toml', content: '' },
      ...(schema === null ? [] : [{ path: schemaFile, content: schema }]),
      ...(ownWords ? [{ path: instructionsFile, content: readerInstructions }] : []),
    ],
    input: task.prompt,
  }
}

const schemaFile = '.codex/reply.schema.json'
const instructionsFile = '.codex/instructions.md'

function settings({ task, version }: CliCall): readonly string[] {
  return [
    ...['plugins', 'apps', 'hooks', 'goals', 'multi_agent', 'unbounded_connection_retries'].map(
      (feature) => `features.${feature}=false`,
    ),
    // Newer models have helpers whatever the features say, and what those use is told to nobody. Older versions stop at this.
    ...(isAtLeast(version, '0.144.0') ? ['features.multi_agent_v2.max_concurrent_threads_per_session=1'] : []),
    'analytics.enabled=false',
    'web_search="disabled"',
    // Instructions in the repository are the change's own words; ours come with the prompt.
    'project_doc_max_bytes=0',
    'skills.include_instructions=false',
    'skills.bundled.enabled=false',
    // Commands do not get the key.
    'shell_environment_policy.inherit="core"',
    'shell_environment_policy.ignore_default_excludes=false',
    ...(task.mayWrite
      ? ['sandbox_workspace_write.exclude_slash_tmp=true', 'sandbox_workspace_write.exclude_tmpdir_env_var=true']
      : ['features.view_image=false', 'tools.experimental_request_user_input.enabled=false']),
  ]
}

/**
 * With a key or an address, a provider of our own: only there can the retries be set low. With a log-in, the one that
 * the program has.
 */
function provider(call: CliCall): readonly string[] {
  const key = keyOf(call)
  if (!hasOwnProvider(call)) return []
  const fields = [
    'name="review-loop"',
    `base_url=${JSON.stringify(call.baseUrl ?? 'https://api.openai.com/v1')}`,
    'wire_api="responses"',
    ...(key === undefined ? [] : ['env_key="CODEX_API_KEY"']),
    'request_max_retries=1',
    'stream_max_retries=2',
    `stream_idle_timeout_ms=${Math.ceil(call.task.budget.seconds * 1000)}`,
  ]
  return ['-c', 'model_provider="review-loop"', '-c', `model_providers.review-loop={${fields.join(',')}}`]
}

function hasOwnProvider(call: CliCall): boolean {
  return keyOf(call) !== undefined || call.baseUrl !== null
}

function environment(call: CliCall): Record<string, string> {
  const key = keyOf(call)
  return { ...call.env, ...(key === undefined ? {} : { CODEX_API_KEY: key }), CODEX_HOME: `${call.home}/.codex` }
}

function keyOf({ env }: CliCall): string | undefined {
  return keys.map((name) => env[name]).find((value) => value !== undefined && value !== '')
}
