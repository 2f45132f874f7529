// Cuts GitHub's official description of its REST interface down to what we call, for the test double. The whole of it is
// hundreds of megabytes, so only the cut is kept: run this when an operation is added to the list. It fetches the package, or
// reads it where it is unpacked: node scripts/github-description.mjs [folder of @octokit/openapi]
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const version = '23.0.2'
const operations = [
  ...['apps/create-installation-access-token', 'apps/get-authenticated', 'apps/get-repo-installation'],
  ...['checks/create', 'checks/get', 'checks/list-annotations', 'checks/list-for-ref', 'checks/list-suites-for-ref'],
  ...['checks/update', 'code-scanning/get-sarif', 'code-scanning/upload-sarif'],
  ...['issues/create-comment', 'issues/get-comment', 'issues/list-comments', 'issues/list-events-for-timeline'],
  ...['issues/update-comment', 'meta/get'],
  ...['pulls/create-reply-for-review-comment', 'pulls/create-review', 'pulls/create-review-comment'],
  ...['pulls/dismiss-review', 'pulls/get', 'pulls/list', 'pulls/list-comments-for-review', 'pulls/list-commits'],
  ...['pulls/list-files', 'pulls/list-requested-reviewers', 'pulls/list-review-comments', 'pulls/list-reviews'],
  ...['pulls/request-reviewers', 'pulls/submit-review', 'pulls/update-review-comment', 'rate-limit/get'],
  ...['reactions/create-for-issue-comment', 'reactions/list-for-issue', 'reactions/list-for-issue-comment'],
  ...['reactions/list-for-pull-request-review-comment', 'repos/compare-commits-with-basehead'],
  ...['repos/create-commit-status', 'repos/get', 'repos/get-collaborator-permission-level'],
  ...['repos/get-combined-status-for-ref', 'repos/list-pull-requests-associated-with-commit'],
  ...['users/get-authenticated'],
]
const target = new URL('../test/kit/github-server/data/rest.json', import.meta.url)

const [unpacked] = process.argv.slice(2)
const whole = unpacked === undefined ? download() : readDescription(unpacked)
const paths = {}
const missing = new Set(operations)
for (const [path, item] of Object.entries(whole.paths)) {
  for (const [method, operation] of Object.entries(item)) {
    if (!missing.delete(operation?.operationId)) continue
    const { operationId, parameters = [], requestBody, responses } = operation
    const body = requestBody?.content?.['application/json']?.schema
    const answers = Object.entries(responses).map(([status, answer]) => [status, schemaOf(answer)])
    const cut = { operationId, parameters, ...(body && { body }), responses: Object.fromEntries(answers) }
    paths[path] = { ...paths[path], [method]: cut }
  }
}
if (missing.size > 0) throw new Error(`GitHub describes no ${[...missing].join(', ')}.`)
const components = { schemas: { 'basic-error': whole.components.schemas['basic-error'] }, parameters: {} }
collect(paths)
const cut = { source: `@octokit/openapi ${version}, MIT, © GitHub`, paths, components }
writeFileSync(target, `${JSON.stringify(withoutProse(cut))}\n`)
execFileSync('npx', ['biome', 'check', '--write', fileURLToPath(target)])

function download() {
  const folder = mkdtempSync(join(tmpdir(), 'github-description-'))
  try {
    execFileSync('npm', ['pack', '--silent', `@octokit/openapi@${version}`], { cwd: folder })
    const [archive] = readdirSync(folder)
    execFileSync('tar', ['xzf', archive, 'package/generated/api.github.com.json'], { cwd: folder })
    return readDescription(join(folder, 'package'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readDescription(folder) {
  return JSON.parse(readFileSync(join(folder, 'generated/api.github.com.json'), 'utf8'))
}

/** Null: an answer without JSON. */
function schemaOf(answer) {
  const [, name] = /^#\/components\/responses\/(.+)$/.exec(answer.$ref ?? '') ?? []
  const found = name === undefined ? answer : whole.components.responses[name]
  return found.content?.['application/json']?.schema ?? null
}

/** What is referred to, and what that refers to. */
function collect(value) {
  if (typeof value !== 'object' || value === null) return
  const [, kind, name] = /^#\/components\/(\w+)\/(.+)$/.exec(value.$ref ?? '') ?? []
  if (kind in components && !(name in components[kind])) {
    components[kind][name] = whole.components[kind][name]
    collect(components[kind][name])
  }
  for (const inner of Object.values(value)) collect(inner)
}

/** Descriptions and examples are most of the bytes and check nothing. */
function withoutProse(value) {
  if (Array.isArray(value)) return value.map(withoutProse)
  if (typeof value !== 'object' || value === null) return value
  const isSchema = 'type' in value || '$ref' in value || 'anyOf' in value || 'in' in value || 'schema' in value
  const entries = Object.entries(value).filter(
    ([key, inner]) => !(isSchema && typeof inner !== 'object' && ['description', 'title', 'example'].includes(key)),
  )
  const kept = entries.filter(([key]) => !(isSchema && ['examples', 'example'].includes(key)))
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutProse(inner)]))
}
