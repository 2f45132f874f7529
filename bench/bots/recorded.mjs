// A folder of recorded comments with labels: manifest.json, one body (and maybe the API object) for each entry, dedup/.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export function readRecorded(folder) {
  const manifest = readJson(join(folder, 'manifest.json'))
  return manifest.map((entry) => {
    const comment = commentOf(folder, entry)
    return { label: labelOf(entry), comment, date: dateOf(entry, comment) }
  })
}

/** When a text was written; undefined where nobody recorded it. REST and GraphQL spell the fields differently. */
function dateOf({ date }, { raw }) {
  const names = ['created', 'submitted', 'completed', 'updated'].flatMap((name) => [`${name}_at`, `${name}At`])
  return [date, ...[...names, 'at'].map((name) => raw?.[name])].find((value) => !Number.isNaN(Date.parse(value)))
}

function labelOf({ id, bot, class: kind, label }) {
  return { id, bot, class: kind, ready: label.ready, failure: label.failure, items: label.items }
}

function commentOf(folder, { id, bot, login, surface, state, commit, path, line, files }) {
  const fileWith = (ending) => files.find((name) => name.endsWith(ending))
  const body = readFileSync(join(folder, fileWith('.md')), 'utf8')
  const object = fileWith('.json')
  const raw = object === undefined ? null : readJson(join(folder, object))
  return { id, bot, login, surface, state, commit, path, line, body, raw }
}

/** Pairs of files `<name>-threads.json` and `<name>-groups.json`. */
export function readThreadSets(folder) {
  return dedupFiles(folder)
    .filter((name) => name.endsWith('-threads.json'))
    .map((name) => {
      const read = (ending) => readJson(join(folder, 'dedup', name.replace('-threads.json', ending)))
      const threads = read('-threads.json').data.repository.pullRequest.reviewThreads.nodes
      const { groups, singletons } = read('-groups.json')
      return { name: name.replace('-threads.json', ''), threads, groups, singletons }
    })
}

/** What a reviewer demands in two rounds, the second the opposite of the first. */
export function readOscillations(folder) {
  return dedupFiles(folder)
    .filter((name) => name.endsWith('-oscillation.json'))
    .map((name) => ({ name: name.replace('.json', ''), ...readJson(join(folder, 'dedup', name)) }))
}

function dedupFiles(folder) {
  const dedup = join(folder, 'dedup')
  return existsSync(dedup) ? readdirSync(dedup).sort() : []
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
