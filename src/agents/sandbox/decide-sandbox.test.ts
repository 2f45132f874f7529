import { expect, it } from 'vitest'
import { decideSandbox, isHeld } from './decide-sandbox.ts'
import type { SandboxLevel, SandboxPolicy } from './level.ts'

const levels: Record<string, SandboxLevel> = {
  bubblewrap: { kind: 'bubblewrap', program: '/usr/bin/bwrap' },
  none: { kind: 'none', reason: 'bubblewrap (bwrap) is not installed', agentOwn: false },
  mac: { kind: 'none', reason: 'bubblewrap exists on Linux only', agentOwn: true },
}

it.each<[policy: SandboxPolicy, level: string, kind: string, expected: string]>([
  ['auto', 'bubblewrap', 'claude', 'bubblewrap'],
  ['auto', 'none', 'claude', 'none, said'],
  ['auto', 'mac', 'claude', 'none, said'],
  ['auto', 'mac', 'codex', 'none, said'],
  ['auto', 'bubblewrap', 'command', 'none'],
  ['auto', 'none', 'command', 'none'],
  ['required', 'bubblewrap', 'claude', 'bubblewrap'],
  ['required', 'bubblewrap', 'command', 'bubblewrap'],
  ['required', 'none', 'command', 'refused'],
  ['required', 'none', 'claude', 'refused'],
  ['required', 'none', 'codex', 'refused'],
  ['required', 'mac', 'codex', 'none, said'],
  ['required', 'mac', 'claude', 'refused'],
  ['required', 'none', 'api', 'none'],
  ['required', 'none', 'builtin', 'none'],
  ['off', 'bubblewrap', 'claude', 'none'],
  ['off', 'none', 'replay', 'none'],
])('%s with %s: %s runs in %s', (policy, level, kind, expected) => {
  const decision = decideSandbox(policy, levels[level]!, kind)
  if (decision.kind === 'refuse') expect([decision.status, expected]).toEqual(['sandbox', 'refused'])
  else expect(decision.level.kind + (decision.notice === null ? '' : ', said')).toBe(expected)
})

it.each<[policy: SandboxPolicy, level: string, kind: string, held: boolean]>([
  ['auto', 'bubblewrap', 'claude', true],
  ['auto', 'none', 'claude', false],
  ['required', 'none', 'claude', false],
  ['off', 'bubblewrap', 'claude', false],
  ['auto', 'bubblewrap', 'command', false],
  ['auto', 'mac', 'codex', false],
  ['off', 'none', 'api', true],
  ['off', 'none', 'replay', true],
])('%s with %s: what %s may write is held: %s', (policy, level, kind, held) => {
  expect(isHeld(decideSandbox(policy, levels[level]!, kind), kind)).toBe(held)
})
