import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { root } from './support/program.ts'

// The action and every workflow that we show must be safe to copy. Each rule is a list of what is wrong.

type Map = Readonly<Record<string, unknown>>

interface Document {
  readonly name: string
  readonly content: Map
}

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const yaml = (name: string, text: string): Document => ({ name, content: parse(text) })
const names = (folder: string, end: string) => readdirSync(join(root, folder)).filter((name) => name.endsWith(end))

const action = yaml('action.yml', read('action.yml'))
const examples = names('examples/github', '.yml').map((name) => yaml(name, read(`examples/github/${name}`)))
const shown = [...names('docs', '.md').map((name) => `docs/${name}`), 'README.md'].flatMap((page) =>
  [...read(page).matchAll(/^```ya?ml\n([\s\S]*?)^```/gm)]
    .map((match, index) => yaml(`${page} ${index + 1}`, match[1] ?? ''))
    .filter(({ content }) => typeof content === 'object' && content !== null && 'jobs' in content),
)
const workflows = [...examples, ...shown]

it('finds what there is to look at', () => {
  expect(examples.map(({ name }) => name)).toEqual(['fork-post.yml', 'fork-review.yml', 'review.yml'])
  expect(shown.length).toBeGreaterThan(0)
})

describe.each([action, ...workflows])('$name', ({ content }) => {
  const steps = stepsOf(content)

  it('names each action by its commit', () => {
    expect(steps.map(({ uses }) => uses).filter((uses) => uses !== undefined && !isPinned(uses))).toEqual([])
  })

  it('puts no expression into a script', () => {
    const scripts = steps.flatMap((step) => [step.run, Object(step.with).script])
    expect(scripts.filter((script) => String(script ?? '').includes('${{'))).toEqual([])
  })

  it('keeps no credentials in the checkout', () => {
    const checkouts = steps.filter(({ uses }) => String(uses).startsWith('actions/checkout@'))
    expect(checkouts.filter((step) => Object(step.with)['persist-credentials'] !== false)).toEqual([])
  })

  it('knows each step whose output it uses, and each input', () => {
    const text = JSON.stringify(content)
    const ids = steps.map(({ id }) => id)
    const used = [...text.matchAll(/\bsteps\.([\w-]+)\./g)].map(([, id]) => id)
    expect(used.filter((id) => !ids.includes(id))).toEqual([])
    const inputs = [...text.matchAll(/\binputs\.([\w-]+)/g)].map(([, name]) => name ?? '')
    expect(inputs.filter((name) => !(name in Object(content.inputs)))).toEqual([])
  })
})

describe.each(workflows)('$name', ({ content }) => {
  const jobs = Object.values(Object(content.jobs)) as Map[]

  it('asks for the least that it needs', () => {
    const tables = [content.permissions, ...jobs.map(({ permissions }) => permissions ?? {})]
    expect(tables.filter((table) => typeof table !== 'object' || table === null)).toEqual([])
    const writes = tables.flatMap((table) => Object.entries(Object(table)).filter(([, access]) => access === 'write'))
    const allowed = ['pull-requests', 'checks', 'security-events']
    expect(writes.map(([scope]) => scope).filter((scope) => !allowed.includes(scope))).toEqual([])
    expect(Object.values(Object(content.permissions)).filter((access) => access === 'write')).toEqual([])
  })

  it('never runs with rights beside the code of the change', () => {
    const triggers = triggersOf(content)
    expect(triggers).not.toContain('pull_request_target')
    for (const job of jobs) {
      const uses = stepsOf({ jobs: { job } }).map((step) => String(step.uses))
      const mayWrite = Object.values(Object(job.permissions)).includes('write')
      if (triggers.includes('workflow_run')) expect(uses.filter((name) => /checkout/.test(name))).toEqual([])
      if (triggers.includes('pull_request') && mayWrite) {
        expect(job.if).toMatch(/^\$\{\{ github\.event\.pull_request\.head\.repo\.full_name == github\.repository \}\}$/)
      }
    }
  })

  it('ends by itself, on a machine of GitHub', () => {
    expect(
      jobs.filter((job) => typeof job['timeout-minutes'] !== 'number' || job['runs-on'] !== 'ubuntu-latest'),
    ).toEqual([])
  })

  it('gives the action only inputs that it has', () => {
    const given = stepsOf(content).filter(({ uses }) => String(uses).includes('/review-loop@'))
    const unknown = given.flatMap((step) =>
      Object.keys(Object(step.with)).filter((key) => !(key in Object(action.content.inputs))),
    )
    expect(unknown).toEqual([])
  })
})

it('says in the action in which shell each script runs', () => {
  expect(stepsOf(action.content).filter(({ run, shell }) => run !== undefined && shell !== 'bash')).toEqual([])
})

it('shows in the page what the examples are', () => {
  const page = read('docs/github-actions.md')
  for (const { name } of examples) expect(page).toContain(`examples/github/${name}`)
})

function stepsOf(content: Map): readonly Map[] {
  const lists = [Object(content.runs).steps, ...Object.values(Object(content.jobs)).map((job) => Object(job).steps)]
  return lists.flatMap((list) => (Array.isArray(list) ? list : []))
}

function isPinned(uses: unknown): boolean {
  return /^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/.test(String(uses))
}

/** `on` is a word, a list or a table. */
function triggersOf({ on }: Map): readonly string[] {
  if (typeof on === 'string') return [on]
  return Array.isArray(on) ? on.map(String) : Object.keys(Object(on))
}
