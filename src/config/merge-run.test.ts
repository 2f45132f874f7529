import { expect, it } from 'vitest'
import { flatDefaults, flatKeys } from './flat-keys.ts'
import { loadConfig } from './load.ts'
import { isRunKey } from './run-schema.ts'

const load = (yaml: string, flat?: string) =>
  loadConfig({
    config: { name: 'config.yaml', text: yaml },
    flat: flat === undefined ? undefined : { name: 'config.md', text: flat },
    waivers: undefined,
  })

it('has every key of config.md that means something here, with its default', async () => {
  const { run, filled, origins } = await load('')
  const meant = Object.entries(flatKeys).flatMap(([key, { noOp }]) => (noOp ? [] : [key]))
  expect(Object.keys(run)).toEqual(meant)
  expect(flatDefaults).toMatchObject(run)
  expect(filled.run).toEqual(run)
  expect(Object.keys(flatKeys).filter(isRunKey)).toEqual(meant)
  expect(origins.size).toBe(0)
})

it('takes config.yaml before config.md before the defaults, key by key, and knows where each was written', async () => {
  const { run, filled, origins, errors, runWarnings } = await load(
    'lines: strict\nrun:\n  soft_limit_plan: 5\n  docs_file: ""\n',
    '# shared\nsoft_limit_plan: 4\nsoft_limit_exec: 2\nreviewer: subagent\n',
  )
  expect({ errors, runWarnings }).toEqual({ errors: [], runWarnings: [] })
  expect(run).toMatchObject({ soft_limit_plan: 5, soft_limit_exec: 2, docs_file: '', handsfree: false })
  expect(filled.run).toEqual(run)
  expect(Object.fromEntries(origins)).toEqual({
    lines: 'config.yaml:1',
    'run.soft_limit_plan': 'config.yaml:3',
    'run.docs_file': 'config.yaml:4',
    'run.soft_limit_exec': 'config.md:3',
  })
})

it('takes a default that is written in config.yaml for written', async () => {
  const { run } = await load('run: { handsfree: false }', 'handsfree: true')
  expect(run.handsfree).toBe(false)
})

it.each([
  ['run: { docs_file: ./docs//log.md }', ''],
  ['', 'docs_file: ./docs//log.md'],
])('has one spelling for a path: %j %j', async (yaml, flat) => {
  expect((await load(yaml, flat)).run.docs_file).toBe('docs/log.md')
})

it('is not misled by a text that reads like a key', async () => {
  const { run, origins } = await load('run: { review_focus: "handsfree: false" }', 'handsfree: true')
  expect(run).toMatchObject({ review_focus: 'handsfree: false', handsfree: true })
  expect(origins.get('run.handsfree')).toBe('config.md:1')
})

it('warns of what config.md has too much, apart from the rest', async () => {
  const { run, warnings, runWarnings, errors } = await load('', 'soft_limit_pan: 4\nauto_commit: yes\n')
  expect({ warnings, errors }).toEqual({ warnings: [], errors: [] })
  expect(run).toEqual((await load('')).run)
  expect(runWarnings).toEqual([
    'config.md:1: unknown key "soft_limit_pan"; did you mean "soft_limit_plan"?',
    'config.md:2: "auto_commit" must be true or false, found "yes"; the default counts',
  ])
})

it.each([
  ['run: { soft_limit_pan: 4 }', 'unknown key "run.soft_limit_pan"; did you mean "soft_limit_plan"?'],
  ['run: { cheap_model: x }', 'unknown key "run.cheap_model"'],
  ['run: { soft_limit_plan: 0 }', '"run.soft_limit_plan" must be a whole number from 1'],
  ['run: { auto_commit: "yes" }', '"run.auto_commit" must be true or false'],
  ['run: { reviewer_model: --dangerous }', '"run.reviewer_model" must be the name of a model'],
  ['run: { codex_reviewer_backend: claude }', '"run.codex_reviewer_backend" must be claude_cli or codex'],
  ['run: { commit_message_prefix: "" }', '"run.commit_message_prefix" must be a word on one line'],
  ['run: { docs_file: ../x.md }', '"run.docs_file" must be a path inside the repository, or "" for none'],
  ['run: { review_focus: 3 }', '"run.review_focus" must be a text'],
  [
    'run: { adversarial_gate_skip_paths: docs/** }',
    '"run.adversarial_gate_skip_paths" must be a list of patterns, as ["docs/**", "*.md"]',
  ],
])('refuses %j in config.yaml', async (yaml, problem) => {
  expect((await load(yaml)).errors).toEqual([`config.yaml:1: ${problem}`])
})
