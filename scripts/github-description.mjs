// Cuts GitHub's official description of its REST interface down to what we call, for the test double. The whole of it is
// hundreds of megabytes, so only the cut is kept: run this when an operation is added to the list.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const version = '23.0.2'
const operations = ['pulls/list', 'pulls/get', 'repos/list-pull-requests-associated-with-commit']
const target = new URL('../test/kit/github-server/data/rest.json', import.meta.url)

const whole = download()
const paths = {}
for (const [path, item] of Object.entries(whole.paths)) {
  for (const [method, operation] of Object.entries(item)) {
    if (!operations.includes(operation?.operationId)) continue
    const { operationId, parameters, responses } = operation
    const { content } = responses['200']
    const response = content['application/json'].schema
    paths[path] = { ...paths[path], [method]: { operationId, parameters, response } }
  }
}
const components = { schemas: {}, parameters: {} }
collect(paths)
const cut = { source: `@octokit/openapi ${version}, MIT, © GitHub`, paths, components }
writeFileSync(target, `${JSON.stringify(withoutProse(cut))}\n`)

function download() {
  const folder = mkdtempSync(join(tmpdir(), 'github-description-'))
  try {
    execFileSync('npm', ['pack', '--silent', `@octokit/openapi@${version}`], { cwd: folder })
    const [archive] = readdirSync(folder)
    execFileSync('tar', ['xzf', archive, 'package/generated/api.github.com.json'], { cwd: folder })
    return JSON.parse(readFileSync(join(folder, 'package/generated/api.github.com.json'), 'utf8'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
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
