import type { JsonObject } from './json.ts'
import type { ProviderName, ToolCall } from './providers/provider.ts'

/** How one agent program names the tools that a step may need. */
export interface Dialect {
  readonly program: string
  /** The API the program speaks when nothing else gives it away. */
  readonly home: readonly ProviderName[]
  readonly read: (path: string) => ToolCall
  readonly edit: (path: string, old: string, replacement: string) => ToolCall
  readonly write: (path: string, content: string) => ToolCall
  readonly shell: (command: string) => ToolCall
  /** The tool that carries a structured answer, where the program has one. */
  readonly structured: string | null
}

const description = 'scripted command'

const claude: Dialect = {
  program: 'claude',
  home: ['anthropic'],
  read: (path) => call('Read', { file_path: path }),
  edit: (path, old, replacement) => call('Edit', { file_path: path, old_string: old, new_string: replacement }),
  write: (path, content) => call('Write', { file_path: path, content }),
  shell: (command) => call('Bash', { command, description }),
  structured: 'StructuredOutput',
}

/** codex reads files by shell only, and edits by patch. */
const codex: Dialect = {
  program: 'codex',
  home: ['responses'],
  read: (path) => codex.shell(`cat ${quoted(path)}`),
  edit: (path, old, replacement) => patchCall(updatePatch(path, old, replacement)),
  write: (path, content) => patchCall(addPatch(path, content)),
  shell: (command) => call('exec_command', { cmd: command }),
  structured: null,
}

/** codex with a model it does not know: no patch tool, but its shell understands the same patches. */
const codexShell: Dialect = {
  ...codex,
  program: 'codex without patches',
  edit: (path, old, replacement) => codex.shell(patchCommand(updatePatch(path, old, replacement))),
  write: (path, content) => codex.shell(patchCommand(addPatch(path, content))),
}

/** The other way of codex: one tool that takes JavaScript. */
const codexCode: Dialect = {
  ...codex,
  program: 'codex code mode',
  home: [],
  read: (path) => codexCode.shell(`cat ${quoted(path)}`),
  edit: (path, old, replacement) => scriptCall('apply_patch', updatePatch(path, old, replacement)),
  write: (path, content) => scriptCall('apply_patch', addPatch(path, content)),
  shell: (command) => scriptCall('exec_command', { cmd: command }),
}

const gemini: Dialect = {
  program: 'gemini',
  home: ['gemini'],
  read: (path) => call('read_file', { file_path: path }),
  edit: (path, old, replacement) =>
    call('replace', { file_path: path, instruction: 'scripted edit', old_string: old, new_string: replacement }),
  write: (path, content) => call('write_file', { file_path: path, content }),
  shell: (command) => call('run_shell_command', { command, description }),
  structured: null,
}

const qwen: Dialect = {
  program: 'qwen',
  home: ['chat'],
  read: (path) => call('read_file', { file_path: path }),
  edit: (path, old, replacement) => call('edit', { file_path: path, old_string: old, new_string: replacement }),
  write: (path, content) => call('write_file', { file_path: path, content }),
  shell: (command) => call('run_shell_command', { command, description, is_background: false }),
  structured: 'structured_output',
}

const opencode: Dialect = {
  program: 'opencode',
  home: [],
  read: (path) => call('read', { filePath: path }),
  edit: (path, old, replacement) => call('edit', { filePath: path, oldString: old, newString: replacement }),
  write: (path, content) => call('write', { filePath: path, content }),
  shell: (command) => call('bash', { command, description }),
  structured: null,
}

const copilot: Dialect = {
  program: 'copilot',
  home: [],
  read: (path) => call('view', { path }),
  edit: (path, old, replacement) => call('edit', { path, old_str: old, new_str: replacement }),
  write: (path, content) => call('create', { path, file_text: content }),
  shell: (command) => call('bash', { command, description }),
  structured: null,
}

/** copilot and opencode offer some models a patch tool instead of edit and create. */
const copilotPatch: Dialect = { ...copilot, program: 'copilot with patches', edit: codex.edit, write: codex.write }
const opencodePatch: Dialect = { ...opencode, program: 'opencode with patches', edit: codex.edit, write: codex.write }

// Of equals the first wins.
const dialects = [claude, codexShell, codex, gemini, qwen, opencode, copilot, codexCode, copilotPatch, opencodePatch]

/** The dialect with the most tools on offer; the program at home on this API when that does not decide. */
export function dialectOf(provider: ProviderName, offered: readonly string[]): Dialect {
  const score = (dialect: Dialect) =>
    namesIn(dialect).filter((name) => offered.includes(name)).length + (dialect.home.includes(provider) ? 0.5 : 0)
  return dialects.reduce((best, dialect) => (score(dialect) > score(best) ? dialect : best))
}

function namesIn(dialect: Dialect): string[] {
  const calls = [dialect.read(''), dialect.edit('', '', ''), dialect.write('', ''), dialect.shell('')]
  return [...new Set([...calls.map((made) => made.name), ...(dialect.structured === null ? [] : [dialect.structured])])]
}

function call(name: string, input: JsonObject): ToolCall {
  return { name, input }
}

/** As plain text where the tool takes that; else under both names that programs use for it. */
function patchCall(patch: string): ToolCall {
  return { name: 'apply_patch', input: { input: patch, patchText: patch }, raw: patch }
}

function patchCommand(patch: string): string {
  return `apply_patch <<'END_OF_PATCH'\n${patch}END_OF_PATCH`
}

function scriptCall(tool: string, input: JsonObject | string): ToolCall {
  const script = `const result = await tools.${tool}(${JSON.stringify(input)}); text(result);`
  return { name: 'exec', input: { input: script }, raw: script }
}

function updatePatch(path: string, old: string, replacement: string): string {
  return patchOf(`Update File: ${path}\n@@\n${prefixed('-', old)}\n${prefixed('+', replacement)}`)
}

function addPatch(path: string, content: string): string {
  return patchOf(`Add File: ${path}\n${prefixed('+', content.replace(/\n$/, ''))}`)
}

function patchOf(body: string): string {
  return `*** Begin Patch\n*** ${body}\n*** End Patch\n`
}

function prefixed(sign: string, text: string): string {
  return text
    .split('\n')
    .map((line) => sign + line)
    .join('\n')
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", `'\\''`)}'`
}
