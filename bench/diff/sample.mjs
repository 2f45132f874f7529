// Taking samples: git alone here, everything else in a fresh process.
import { spawnSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const task = fileURLToPath(new URL('./task.mjs', import.meta.url))

/** What `git diff` does to find and print the same change, into a file, in ms. */
export function gitAlone(repository, file) {
  const options = ['--no-color', '--no-ext-diff', '--no-textconv', '-M', '--src-prefix=a/', '--dst-prefix=b/']
  const output = openSync(file, 'w')
  const start = performance.now()
  const { status } = spawnSync('git', ['diff', '-p', ...options, repository.base, repository.head, '--'], {
    cwd: repository.workTree,
    env: environmentFor(repository),
    stdio: ['ignore', output, 'inherit'],
  })
  const time = performance.now() - start
  closeSync(output)
  if (status !== 0) throw new Error('git diff failed')
  return time
}

/** Runs a task of task.mjs and gives its { first, warm, rss }. */
export function runTask(options) {
  const env = options.repository ? environmentFor(options.repository) : process.env
  const result = spawnSync(process.execPath, [task, JSON.stringify(options)], { encoding: 'utf8', env })
  if (result.status !== 0) throw new Error(result.stderr)
  return JSON.parse(result.stdout)
}

function environmentFor({ gitDir, workTree }) {
  const place = { GIT_DIR: gitDir, GIT_WORK_TREE: workTree }
  return { ...process.env, ...place, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' }
}

/** Takes turns, so that a change of the machine's mood hits all alike. */
export function bestOf(rounds, measurements) {
  const times = measurements.map(() => Number.POSITIVE_INFINITY)
  for (let round = 0; round < rounds; round++) {
    measurements.forEach((measurement, index) => {
      times[index] = Math.min(times[index], measurement())
    })
  }
  return times
}

export function best(rounds, measurement, field = 'first') {
  const results = Array.from({ length: rounds }, measurement)
  return results.reduce((left, right) => (right[field] < left[field] ? right : left))
}

export function lowest(results, field) {
  return Math.min(...results.map((result) => result[field]))
}
