import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { settingsOf } from '../../../test/kit/agent-call.ts'
import { createRepository, temporaryFolder } from '../../../test/support/repository.ts'
import { loadConfig } from '../../config/load.ts'
import { openRepository } from '../../io/git/repository.ts'
import type { AgentKind, LoopEvent } from '../../types.ts'
import { agentPort } from './agent-port.ts'
import { agentResources } from './agent-resources.ts'

it.skipIf(process.platform !== 'linux').each<[string, string, readonly AgentKind[], readonly RegExp[]]>([
  [
    'once, whoever runs without',
    'auto',
    ['claude', 'gemini', 'claude'],
    [/no sandbox .*\(no namespaces here\).*doctor/],
  ],
  ['not where nobody needs it', 'auto', ['command', 'api'], []],
  ['not to who switched it off', 'off', ['claude'], []],
])('tells that the sandbox does not work: %s', async (_, sandbox, kinds, expected) => {
  const path = temporaryFolder()
  writeFileSync(join(path, 'bwrap'), '#!/bin/sh\necho "no namespaces here" >&2; exit 1\n', { mode: 0o755 })
  const repository = await openRepository(createRepository().path)
  const text = `sandbox: ${sandbox}\n`
  const { config } = await loadConfig({ config: { name: 'config.yaml', text }, waivers: undefined })
  const told: unknown[] = []
  const emit = (event: LoopEvent) => told.push(event.type === 'notice' ? event.message : event)
  const request = { repository, config, variables: {}, reviewDir: 'r', flags: {}, emit }
  vi.stubEnv('PATH', path)
  // As in a loop: every round has agents of its own.
  for (const kind of kinds) await agentPort(settingsOf(kind), request, agentResources(request))
  vi.unstubAllEnvs()
  expect(told).toEqual(expected.map((words) => expect.stringMatching(words)))
})
