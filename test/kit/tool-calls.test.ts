import { afterAll, beforeAll, expect, it } from 'vitest'
import { asked, post } from './ask.ts'
import type { ProviderName } from './model-server/providers/provider.ts'
import type { Step } from './model-server/scenario.ts'
import { type ModelServer, startModelServer } from './model-server/server.ts'

let server: ModelServer
beforeAll(async () => {
  server = await startModelServer()
})
afterAll(() => server.close())

const edit: Step = { edit: { path: '/r/a.js', old: 'one\ntwo', new: 'three' } }
const write: Step = { write: { path: '/r/b.js', content: 'x\n' } }
const patch = '*** Begin Patch\n*** Update File: /r/a.js\n@@\n-one\n-two\n+three\n*** End Patch\n'
const added = '*** Begin Patch\n*** Add File: /r/b.js\n+x\n*** End Patch\n'

// program · its API · tools it offers · step · the call it gets
const translations: [string, ProviderName, string[], Step, string, unknown][] = [
  ['claude', 'anthropic', ['Glob', 'Grep', 'Read'], { read: '/r/a.js' }, 'Read', { file_path: '/r/a.js' }],
  [
    'claude',
    'anthropic',
    ['Read', 'Edit', 'Write'],
    edit,
    'Edit',
    { file_path: '/r/a.js', old_string: 'one\ntwo', new_string: 'three' },
  ],
  ['claude', 'anthropic', ['Read', 'Edit', 'Write'], write, 'Write', { file_path: '/r/b.js', content: 'x\n' }],
  [
    'claude, not offered',
    'anthropic',
    ['Read'],
    { shell: 'ls' },
    'Bash',
    { command: 'ls', description: 'scripted command' },
  ],
  ['claude', 'anthropic', ['Read', 'StructuredOutput'], { json: { a: 1 } }, 'StructuredOutput', { a: 1 }],
  [
    'codex',
    'responses',
    ['exec_command', 'apply_patch'],
    { read: "/r/it's" },
    'exec_command',
    { cmd: "cat '/r/it'\\''s'" },
  ],
  ['codex', 'responses', ['exec_command', 'apply_patch'], edit, 'apply_patch', patch],
  ['codex', 'responses', ['exec_command', 'apply_patch'], write, 'apply_patch', added],
  [
    'codex, unknown model',
    'responses',
    ['exec_command'],
    edit,
    'exec_command',
    { cmd: `apply_patch <<'END_OF_PATCH'\n${patch}END_OF_PATCH` },
  ],
  [
    'codex, code mode',
    'responses',
    ['exec', 'wait'],
    { shell: 'ls' },
    'exec',
    'const result = await tools.exec_command({"cmd":"ls"}); text(result);',
  ],
  ['gemini', 'gemini', ['read_file', 'glob'], { read: '/r/a.js' }, 'read_file', { file_path: '/r/a.js' }],
  [
    'gemini',
    'gemini',
    ['read_file', 'replace', 'write_file'],
    edit,
    'replace',
    { file_path: '/r/a.js', instruction: 'scripted edit', old_string: 'one\ntwo', new_string: 'three' },
  ],
  [
    'qwen',
    'chat',
    ['read_file', 'edit', 'write_file'],
    edit,
    'edit',
    { file_path: '/r/a.js', old_string: 'one\ntwo', new_string: 'three' },
  ],
  ['qwen', 'chat', ['read_file', 'structured_output'], { json: { a: 1 } }, 'structured_output', { a: 1 }],
  [
    'opencode',
    'chat',
    ['read', 'edit', 'write'],
    edit,
    'edit',
    { filePath: '/r/a.js', oldString: 'one\ntwo', newString: 'three' },
  ],
  ['opencode', 'chat', ['read', 'glob'], { read: '/r/a.js' }, 'read', { filePath: '/r/a.js' }],
  ['copilot', 'chat', ['view', 'rg', 'glob'], { read: '/r/a.js' }, 'view', { path: '/r/a.js' }],
  ['copilot', 'chat', ['view', 'apply_patch'], edit, 'apply_patch', { input: patch, patchText: patch }],
  [
    'copilot on Anthropic',
    'anthropic',
    ['view', 'edit', 'create'],
    write,
    'create',
    { path: '/r/b.js', file_text: 'x\n' },
  ],
]

it.each(translations)('speaks the tools of %s', async (_program, provider, offered, step, name, input) => {
  server.add('step', { steps: [step] })
  // Of the programs only codex offers tools that take plain text.
  const takesText = (tool: string) => provider === 'responses' && ['apply_patch', 'exec'].includes(tool)
  const tools = offered.map((tool) => ({
    name: tool,
    takes: takesText(tool) ? ('text' as const) : ('object' as const),
  }))
  const answer = asked[provider].readWhole(await post(server, 'step', asked[provider], tools))
  expect(answer.calls).toEqual([[name, input]])
})
