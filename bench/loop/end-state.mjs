// What a loop leaves behind, without what may differ between two runs of the same: ids of sessions and commits, times, places.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'

/** `steps` are the results of the program, the last one last. */
export function endState(stage, steps) {
  const plain = plainText(stage)
  const result = JSON.parse(plain(steps.at(-1).stdout || 'null'))
  const { git, repository } = stage
  return {
    'exit codes': steps.map(({ code }) => code),
    outcome: result?.outcome ?? plain(steps.at(-1).stderr),
    reason: result?.reason,
    question: result?.question,
    rounds: result?.rounds,
    ledger: result?.ledger,
    certificates: result?.certificates,
    usage: result?.usage,
    commits: plain(git('log', '--format=%T %an %B', 'main..HEAD')),
    branches: plain(git('for-each-ref', '--format=%(refname)', 'refs/heads')),
    status: git('status', '--porcelain=v2', '--untracked-files=all'),
    index: git('ls-files', '--stage'),
    files: filesBelow(repository, /^(\.git|\.review-loop)$/),
    documents: filesBelow(join(repository, '.review-loop', 'findings'), /^$/, plain),
    leftovers: names(join(repository, '.review-loop', 'tmp')),
    calls: answered(stage),
  }
}

/** Where two end states differ, a line each. */
export function differences(expected, found) {
  return Object.keys(expected).flatMap((key) => {
    const [one, other] = [textOf(expected[key]), textOf(found[key])]
    if (one === other) return []
    const at = [...one].findIndex((letter, index) => letter !== other?.[index])
    const from = Math.max(0, at - 60)
    return [`${key}: …${one.slice(from, at + 160)}… became …${String(other).slice(from, at + 160)}…`]
  })
}

/** Whatever the order of its keys. */
function textOf(value) {
  const isRecord = (one) => one !== null && typeof one === 'object' && !Array.isArray(one)
  const sorted = (_, one) => (isRecord(one) ? Object.fromEntries(Object.entries(one).sort()) : one)
  return JSON.stringify(value, sorted)
}

/** Who was asked what and answered, each once: a call that was cut off is asked again. */
function answered(stage) {
  const asked = stage.calls().filter(({ ended, role }) => ended !== undefined && isAgent(role))
  return [...new Set(asked.map(identityOf))].sort()
}

export function identityOf({ name, round, mark }) {
  return `${name} in round ${round}, ${mark}`
}

export function isAgent(role) {
  return role === 'reviewer' || role === 'verifier' || role === 'fixer'
}

function plainText({ folder, git }) {
  const commits = git('rev-list', '--reverse', '--all').trim().split('\n')
  const own = git('rev-list', '--reverse', 'HEAD').trim().split('\n')
  return (text) =>
    [...own, ...commits]
      .reduce((known, commit, index) => known.replaceAll(commit, `commit ${Math.min(index, own.length)}`), text)
      .replaceAll(folder, '')
      .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'session')
      .replace(/\d{4}-\d\d-\d\d[T ][\d:.]+Z?/g, 'time')
      .replace(/"durationMs": ?\d+/g, '"durationMs":0')
}

function filesBelow(root, without, plain = (text) => text, folder = '') {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (without.test(path)) return []
    if (entry.isDirectory()) return filesBelow(root, without, plain, path)
    const file = join(root, path)
    const content = entry.isSymbolicLink() ? readlinkSync(file) : plain(readFileSync(file, 'utf8'))
    return [`${path} ${createHash('sha256').update(content).digest('hex').slice(0, 16)}`]
  })
}

function names(folder) {
  return existsSync(folder) ? readdirSync(folder).map((name) => name.replace(/\d.*$/, '…')) : []
}
