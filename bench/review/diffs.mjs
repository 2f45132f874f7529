// Ten real changes. BENCH_REPOSITORIES names a folder with <owner>+<name>/repo (or <owner>+<name>), git folders of these
// repositories.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gitIn } from './stage.mjs'

export const diffs = [
  ['gin-gonic+gin', '2e915f4e5083'],
  ['BurntSushi+ripgrep', '91afd4214a9a'],
  ['caddyserver+caddy', '0e2c7e1d35b2'],
  ['scrapy+scrapy', '499e7e8aa685'],
  ['honojs+hono', '2d3bc55954ed'],
  ['BurntSushi+ripgrep', 'c57d0fb4e862'],
  ['caddyserver+caddy', 'f145bce553a3'],
  ['knex+knex', '8d43019873a2'],
  ['caddyserver+caddy', 'd7764dfdbbee'],
  ['honojs+hono', '62f11a281766'],
]

/** A repository of its own whose branch `topic` is one commit ahead of `main`; objects are borrowed. Null: not here. */
export function checkOut(repositories, [name, commit], folder) {
  const source = [join(repositories, name, 'repo'), join(repositories, name)].find((path) =>
    existsSync(join(path, 'objects')),
  )
  if (source === undefined) return null
  mkdirSync(folder, { recursive: true })
  const git = gitIn(folder)
  git('init', '-q', '-b', 'start')
  writeFileSync(join(folder, '.git', 'objects', 'info', 'alternates'), `${join(source, 'objects')}\n`)
  git('update-ref', 'refs/heads/main', `${commit}^`)
  git('checkout', '-q', '-b', 'topic', commit)
  const counts = git('diff', '--numstat', 'main...topic').trim().split('\n')
  const lines = counts.flatMap((line) => line.split('\t').slice(0, 2)).reduce((sum, count) => sum + Number(count), 0)
  return { git, folder, name: name.replace('+', '/'), commit, lines }
}

/** Ten more lines at the end of the file that changed most. */
export function followUp({ git, folder }) {
  const changed = git('diff', '--numstat', '--diff-filter=AM', 'main...topic').trim().split('\n')
  const [, , file] = changed
    .map((line) => line.split('\t'))
    .reduce((most, row) => (Number(row[0]) > Number(most[0]) ? row : most))
  const path = join(folder, file)
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, `${text}${text.trimEnd().split('\n').slice(-10).join('\n')}\n`)
  git('commit', '-q', '-a', '-m', 'Follow up')
}

/** As it was before any review. */
export function reset({ git, commit }) {
  git('reset', '-q', '--hard', commit)
  git('clean', '-q', '-f', '-d', '-x')
}
