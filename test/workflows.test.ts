import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { root } from './support/program.ts'
import {
  actionProblems,
  expression,
  pairProblems,
  type Shown,
  stepProblems,
  stepsOf,
  workflowProblems,
} from './support/workflow-rules.ts'

// The action and every workflow that we show must be safe to copy.

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const names = (folder: string, end: string) => readdirSync(join(root, folder)).filter((name) => name.endsWith(end))

function shownIn(name: string, text: string): Shown {
  const content: unknown = parse(text)
  return { name, content: Array.isArray(content) ? { steps: content } : Object(content) }
}

const action = shownIn('action.yml', read('action.yml'))
const files = names('examples/github', '.yml').map((name) => `examples/github/${name}`)
const examples = files.map((path) => shownIn(path, read(path)))
const pages = [...names('docs', '.md').map((name) => `docs/${name}`), 'README.md']
const blocks = pages.flatMap((page) =>
  [...read(page).matchAll(/^```ya?ml\n([\s\S]*?)^```/gm)]
    .map((match, index) => shownIn(`${page} ${index + 1}`, match[1] ?? ''))
    .filter(({ content }) => 'jobs' in content || stepsOf(content).some(({ uses }) => uses !== undefined)),
)

function problemsOf(shown: Shown): readonly string[] {
  if ('runs' in shown.content) return actionProblems(shown)
  return 'jobs' in shown.content ? workflowProblems(shown, action) : stepProblems(shown)
}

it('finds what there is to look at', () => {
  expect(files.map((path) => path.split('/').at(-1))).toEqual(['fork-post.yml', 'fork-review.yml', 'review.yml'])
  expect(blocks.map(({ name }) => name)).toEqual(['docs/ci.md 1', 'docs/github-actions.md 1'])
})

it.each([action, ...examples, ...blocks])('$name is safe to copy', (shown) => {
  expect(problemsOf(shown)).toEqual([])
})

/** The first major version of each that runs on Node 24: runners no longer have Node 20. */
const onNode24: Readonly<Record<string, number>> = {
  checkout: 5,
  'setup-node': 5,
  'upload-artifact': 6,
  'download-artifact': 7,
}

it.each(['action.yml', ...files, ...pages])('%s uses actions that run on Node 24', (path) => {
  const used = [...read(path).matchAll(/uses: actions\/([\w-]+)@\S+(?: # v(\d+)\.)?/g)]
  const old = used.filter(([, name = '', major]) => !(Number(major) >= (onNode24[name] ?? Number.POSITIVE_INFINITY)))
  expect(old.map(([text]) => text)).toEqual([])
})

it.each(examples)('$name lets one run at a time write about a change', ({ content }) => {
  expect(content).toMatchObject({ concurrency: { group: expect.stringMatching(/\.number|\.head_branch/) } })
})

it('shows workflows that fit each other, and says where they are', () => {
  expect(pairProblems(examples)).toEqual([])
  for (const path of files) expect(read('docs/github-actions.md')).toContain(path)
})

const [forkPost, forkReview, review] = ['fork-post', 'fork-review', 'review'].map(
  (name) => `examples/github/${name}.yml`,
) as [string, string, string]
const checkout = 'actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1'
const ownBranches = `    if: ${expression('github.event.pull_request.head.repo.full_name == github.repository')}\n`
const program = 'node "$GITHUB_ACTION_PATH/dist/cli.js"'
const elsewhere = `jobs:\n  other:\n    uses: a/b/.github/workflows/c.yml@${'0'.repeat(40)}\n`

describe('what would not be', () => {
  it.each([
    [
      'an input in a script',
      'action.yml',
      '(review --github',
      `(review ${expression('inputs.agent')} --github`,
      /in a script/,
    ],
    ['a word that is several', 'action.yml', '--agent "$AGENT"', '--agent $AGENT', /\$AGENT is not in quotes/],
    ['a value that is run', 'action.yml', 'arguments+=(--agent "$AGENT")', 'eval "x $AGENT"', /evaluates/],
    ['a program of the checkout', 'action.yml', program, 'npx review-loop', /something else: npx/],
    [
      'scripts of the checkout',
      'action.yml',
      '  arguments=(review',
      '  npm ci\n        x=(review',
      /something else: npm/,
    ],
    ['a file of the checkout', 'action.yml', program, 'node tools/review.mjs', /something else: node tools/],
    ['settings of the checkout', 'action.yml', '(review --github', '(review --config x --github', /--config/],
    ['findings of the checkout', 'action.yml', ':-$RUNNER_TEMP/review-loop', ':-handoff', /handoff is in the checkout/],
    [
      'a title',
      'action.yml',
      expression('inputs.agent'),
      expression('github.event.pull_request.title'),
      /title is not ours/,
    ],
    [
      'a title in another spelling',
      'action.yml',
      expression('inputs.agent'),
      expression("github['head_ref']"),
      /github is not ours/,
    ],
    ['all that is known', 'action.yml', expression('inputs.agent'), expression('toJSON(github)'), /toJSON is not ours/],
    ['another shell', 'action.yml', 'shell: bash', 'shell: sh', /the shell sh/],
    ['an action by its tag', review, checkout, 'actions/checkout@v4', /not named by its commit/],
    ['credentials beside code', review, 'persist-credentials: false', 'persist-credentials: true', /credentials is on/],
    ['packages of a cache', 'action.yml', 'package-manager-cache: false', 'package-manager-cache: true', /cache is on/],
    ['an input that there is not', review, 'command:', 'comand:', /no input comand/],
    ['all rights', review, 'permissions: {}', 'permissions: write-all', /more than it needs: rights: write-all/],
    ['the rights of the repository', review, 'permissions: {}\n', '', /rights: undefined/],
    ['the right to push', review, 'contents: read', 'contents: write', /more than it needs: contents/],
    ['rights for forks', review, ownBranches, '', /writes for forks/],
    ['rights for all', review, '== github.repository }}', '!= 1 || true }}', /writes for forks/],
    [
      'rights with code of forks',
      review,
      '  pull_request:',
      '  pull_request_target:',
      /started by pull_request_target/,
    ],
    ['a comment that starts it', review, '  pull_request:', '  issue_comment:', /started by issue_comment/],
    ['what is done elsewhere', review, 'jobs:\n', elsewhere, /done elsewhere: a\/b/],
    ['a machine of ours', review, 'ubuntu-latest', 'self-hosted', /self-hosted/],
    ['rights in the first step', forkReview, 'pull-requests: read', 'pull-requests: write', /writes for forks/],
    ['a secret for forks', forkReview, 'fail: "false"', `token: ${expression('secrets.BIG')}`, /secret for strangers/],
    ['code in the second step', forkPost, 'steps:\n', `steps:\n      - uses: ${checkout}\n`, /runs with rights/],
    ['a script in the second step', forkPost, 'steps:\n', 'steps:\n      - run: git clone x\n', /runs with rights/],
    [
      'files of a stranger where programs look',
      forkPost,
      `${expression('runner.temp')}/review-loop`,
      '.',
      /puts files of strangers into \./,
    ],
    ['a check by a fork', forkPost, 'check: "false"', 'check: "true"', /believes a fork/],
    ['a review in the second step', forkPost, 'command: post', 'command: review-and-post', /believes a fork/],
    ['a tag in a page', 'docs/github-actions.md', `@${'0'.repeat(40)}`, '@main', /not named by its commit/],
  ])('%s', (_, path, from, to, expected) => {
    const text = read(path)
    expect(text).toContain(from)
    const changed = text.replaceAll(from, () => to)
    const yaml = path.endsWith('.md') ? (/^```yaml\n([\s\S]*?)^```/m.exec(changed)?.[1] ?? '') : changed
    expect(problemsOf(shownIn(path, yaml)).join('\n')).toMatch(expected)
  })

  it.each([
    ['a first workflow of another name', '[Review of forks]', '[Reviews]', /waits for a workflow Reviews/],
    ['files of another name', 'name: review\n', 'name: reviews\n', /takes files reviews/],
  ])('%s', (_, from, to, expected) => {
    const changed = examples.map((shown) =>
      shown.name === forkPost ? shownIn(forkPost, read(forkPost).replace(from, to)) : shown,
    )
    expect(pairProblems(changed).join('\n')).toMatch(expected)
  })
})
