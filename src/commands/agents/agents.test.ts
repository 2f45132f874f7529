import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { loadConfig } from '../../config/load.ts'
import { type AgentFlags, chooseAgents } from './agents.ts'
import { agentChecks, configuredAgents, knownPrograms } from './doctor-agents.ts'

const root = mkdtempSync(join(tmpdir(), 'choose-agents-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
writeFileSync(join(root, 'replies.jsonl'), '{"text":"no findings"}\n')
for (const name of ['claude', 'codex', 'opencode']) writeFileSync(join(root, name), '#!/bin/sh\n', { mode: 0o755 })

async function choose(flags: AgentFlags, text = '') {
  const { config, origins, errors } = await loadConfig({ config: { name: 'config.yaml', text }, waivers: undefined })
  expect(errors).toEqual([])
  return chooseAgents({ flags, config, origins, variables: { PATH: root, HOME: root }, root })
}

it.each<[string, AgentFlags, string]>([
  ['no limit', { agent: 'codex' }, ''],
  ['a program that tells its cost', { agent: 'claude', maxDollars: 1 }, ''],
  ['a model whose price is known', { agent: 'codex:gpt-5.5', maxDollars: 1 }, ''],
  ['replies that nobody is paid for', { agent: `replay:${join(root, 'replies.jsonl')}`, maxDollars: 1 }, ''],
])('says nothing of prices with %s', async (_, flags, text) => {
  expect((await choose(flags, text)).notices).toEqual([])
})

const tiered =
  'agents: { mine: { kind: codex, model: unused, models: { strong: gpt-5.5, standard: gpt-5.5, cheap: gpt-5.5 } } }\n'

it('says nothing of the price of a model that no tier asks', async () => {
  expect((await choose({ agent: 'mine', maxDollars: 1 }, tiered)).notices).toEqual([])
})

const command = 'agents: { mine: { kind: command, command: claude } }\n'
const own = 'agents: { mine: { kind: opencode, model: house-model, base_url: "http://127.0.0.1:1/v1" } }\n'

it.each<[AgentFlags, string, RegExp]>([
  [{ agent: 'codex', maxDollars: 1 }, '', /for codex: name its model \(codex:MODEL\)/],
  [{ agent: 'codex:house-model', maxDollars: 1 }, '', /for codex: the price of house-model is not known/],
  [{ agent: 'mine', maxDollars: 1 }, command, /for mine: it does not say what it used/],
  [{ agent: 'mine' }, `${command}budget: { dollars: 1 }`, /for mine/],
  [{ agent: 'mine', maxDollars: 1 }, own, /for mine: the price of house-model/],
])('says once that a limit in dollars may not hold: %j %s', async (flags, text, notice) => {
  const { notices } = await choose(flags, text)
  expect(notices).toEqual([expect.stringMatching(notice)])
})

it.each<[string, AgentFlags, string, RegExp]>([
  ['a verifier without an agent that reviews', { verifier: 'claude' }, '', /--verifier has no effect/],
  ['a program that is not there', { agent: 'gemini' }, '', /^reviewer: gemini is not installed/],
  ['a verifier that is not there', { agent: 'claude', verifier: 'gemini' }, '', /^verifier: gemini is not installed/],
  [
    'a role whose program is not there, with its place',
    {},
    'roles:\n  reviewer: gemini\n',
    /^config\.yaml:2: roles\.reviewer: gemini is not installed/,
  ],
])('refuses %s', async (_, flags, text, message) => {
  await expect(choose(flags, text)).rejects.toMatchObject({ exitCode: 2, message: expect.stringMatching(message) })
})

it('does not look at a verifier when nobody reviews', async () => {
  expect(await choose({ verifier: 'none' }, 'roles: { verifier: gemini }')).toMatchObject({ verifier: null })
})

it('tells the version of a program that came in a package, and who is kept from a shell', async () => {
  const place = join(root, 'node_modules/@openai/codex')
  const bin = join(root, 'bin')
  for (const folder of [join(place, 'bin'), bin]) mkdirSync(folder, { recursive: true })
  writeFileSync(join(place, 'package.json'), '{"version":"0.1.2-linux"}')
  writeFileSync(join(place, 'bin/codex'), '#!/bin/sh\n', { mode: 0o755 })
  symlinkSync(join(place, 'bin/codex'), join(bin, 'codex'))
  const here = { variables: { PATH: bin, HOME: root, CODEX_API_KEY: 'x' }, root, sandbox: 'off' } as const
  const known = (await knownPrograms(here)).find(({ name }) => name === 'codex')
  expect(known?.detail).toMatch(/^key; version 0\.1\.2 \(tested with [\d.]+\); .*; read-only \(its own kernel sandbox/)
  const text = 'agents: { quiet: { kind: codex, shell: never } }\n'
  const { config } = await loadConfig({ config: { name: 'config.yaml', text }, waivers: undefined })
  expect(agentChecks(await configuredAgents(config, here))).toMatchObject([{ detail: 'codex; key; shell: never' }])
})
