import { describe, expect, it } from 'vitest'
import { loadConfig } from './load.ts'

const load = (config: string, waivers?: string) =>
  loadConfig({
    config: { name: 'config.yaml', text: config },
    waivers: waivers === undefined ? undefined : { name: 'waivers.yaml', text: waivers },
  })

describe('loadConfig', () => {
  it('gives every key a default', async () => {
    const { config, errors, origins } = await loadConfig({ config: undefined, waivers: undefined })
    expect(errors).toEqual([])
    expect(origins.size).toBe(0)
    expect(config).toMatchObject({
      base: null,
      lines: 'hunk',
      confidenceFloor: 0.5,
      limits: { fastPathLines: 200, incrementalFiles: 30 },
    })
  })

  it('takes an empty file for no configuration', async () => {
    expect((await load('# nothing here\n')).errors).toEqual([])
  })

  it('says where each written value came from, and only those', async () => {
    const { config, origins } = await load('base: develop\nlimits:\n  large_file_kb: 5\nbuiltin: { disable: [ruff] }\n')
    expect(config.base).toBe('develop')
    expect(config.limits.largeFileKb).toBe(5)
    expect(Object.fromEntries(origins)).toEqual({
      base: 'config.yaml:1',
      'limits.large_file_kb': 'config.yaml:3',
      'builtin.disable': 'config.yaml:4',
    })
  })

  it.each([
    ['limts:\n  large_file_kb: 5', 'config.yaml:1: unknown key "limts"; did you mean "limits"?'],
    [
      'base: x\nlimits:\n  large_file: 5',
      'config.yaml:3: unknown key "limits.large_file"; did you mean "large_file_kb"?',
    ],
    ['zzz: 1', 'config.yaml:1: unknown key "zzz"'],
    ['lines: loose', 'config.yaml:1: "lines" must be ("hunk" | "strict"), found "loose"'],
    ['confidence_floor: 2', 'config.yaml:1: "confidence_floor" must be <=1, found 2'],
    ['- a\n- b', 'config.yaml:1: expected keys and values, found a list'],
    ['just text', 'config.yaml: expected keys and values, found "just text"'],
    ['severity: [{ severity: P1 }]', 'an entry of severity needs a rule, a category or a path'],
    [
      'agents:\n  strong: { kind: claude }\nroles:\n  reviewer: strnog',
      'config.yaml:4: "roles.reviewer": there is no agent called "strnog"; did you mean strong?',
    ],
    [
      'panel: { agents: [codx] }',
      'config.yaml:1: "panel.agents": there is no agent called "codx"; did you mean codex?',
    ],
    [
      'agents:\n  auto: { kind: claude }',
      'config.yaml:2: an agent cannot be called "auto": auto, none, builtin have a meaning of their own',
    ],
    ['agents: { x: { kind: claude, model: "" } }', 'config.yaml:1: "agents.x.model" must not be empty'],
    [
      'agents:\n  x:\n    kind: command\n    command: "node \'agent.mjs"',
      `config.yaml:4: "agents.x.command": node 'agent.mjs cannot be run: a quotation mark or a backslash has no counterpart`,
    ],
    [
      'agents:\n  x: { kind: api, model: llama3, provider: openai-compatible }',
      'config.yaml:2: "agents.x.base_url": openai-compatible needs the address of the service, with /v1 at its end',
    ],
    [
      'agents:\n  x: { kind: command, command: agent, key_env: MY_KEY }',
      'config.yaml:2: "agents.x.key_env": a command agent takes no key_env, only command, env',
    ],
    ['import: { security_p0: 5 }', 'import.security_p1 must not be above import.security_p0'],
  ])('refuses %j', async (text, expected) => {
    expect((await load(text)).errors).toEqual([expected])
  })

  it.each([
    'a: [1',
    'base: x\nbase: y',
    'a: &x [1]\nb: *x',
    '\t- x: y',
    '- '.repeat(30_000),
    `a: ${'['.repeat(30_000)}`,
  ])('refuses broken or tricky YAML: %j', async (text) => {
    expect((await load(text)).errors[0]).toMatch(/^config\.yaml/)
  })

  it('warns when nothing would be reviewed', async () => {
    expect((await load('ignore: ["**"]')).warnings).toHaveLength(1)
  })
})

describe('waivers', () => {
  it('are read with their optional fields', async () => {
    const { config, errors } = await load(
      '',
      'waivers:\n  - { id: F-00000001, reason: ok }\n  - { rule: a/b, path: src/, reason: ok, expires: 2030-01-31 }\n',
    )
    expect(errors).toEqual([])
    expect(config.waivers).toEqual([
      { id: 'F-00000001', rule: null, path: null, title: null, reason: 'ok', expires: null },
      { id: null, rule: 'a/b', path: 'src/', title: null, reason: 'ok', expires: '2030-01-31' },
    ])
  })

  it.each([
    ['waivers: [{ id: F-00000001 }]', 'waivers.yaml:1: "waivers.0.reason" is missing'],
    ['waivers: [{ id: F-00000001, reason: " " }]', 'waivers.yaml:1: "waivers.0.reason" must say why'],
    ['waivers: [{ id: 00000001, reason: x }]', 'waivers.yaml:1: "waivers.0.id" must be string, found 1'],
    [
      'waivers: [{ id: abcdef01, reason: x }]',
      'waivers.yaml:1: "waivers.0.id" must be the id of a finding, such as F-1261c0ee',
    ],
    ['waivers: [{ rule: a, reason: x }]', 'a waiver needs either an id, or a rule and a path (reason: "x")'],
    [
      'waivers: [{ id: F-00000001, reason: x, expires: soon }]',
      'waivers.yaml:1: "waivers.0.expires" must be a date such as 2027-01-31',
    ],
  ])('refuses %j', async (text, expected) => {
    expect((await load('', text)).errors).toEqual([expected])
  })
})
