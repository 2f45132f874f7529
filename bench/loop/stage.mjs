// One loop on a stage of its own: a fresh repository, a configuration, and who plays in it.
import { spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { root, runProgram } from '../measure.mjs'

const program = join(root, 'dist', 'cli.js')
const player = join(root, 'bench', 'loop', 'player.mjs')
const realGit = runProgram('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).stdout.trim()

/** `template` is a repository that is copied. `play` says what is done by whom. */
export function openStage(parent, template, play) {
  const folder = mkdtempSync(join(parent, 'stage-'))
  const repository = join(folder, 'repository')
  cpSync(template, repository, { recursive: true, verbatimSymlinks: true })
  const command = `${process.execPath} ${player} ${folder}`
  write(join(folder, 'play.json'), JSON.stringify(play))
  write(join(folder, 'calls.jsonl'), '')
  write(join(folder, 'config.yaml'), JSON.stringify(configOf(command, play)))
  write(join(folder, 'story.md'), '# Values\n\n## Acceptance Criteria\n\n1. Every value is fine.\n')
  if (play.hook !== undefined) script(join(repository, '.git', 'hooks', 'pre-commit'), `exec ${command} hook\n`)
  mkdirSync(join(folder, 'home'))
  // The same words on every stage: a fixer is told which command its fix broke.
  const check = `${process.execPath} ${player} "$HOME/.." validate`
  const validate = Array.from({ length: play.checks ?? 0 }, (_, index) => `${check} ${index + 1}`)
  return {
    folder,
    repository,
    words: wordsOf(folder, play, validate),
    env: environment(folder, process.env.PATH),
    git: gitIn(repository),
    calls: () => readCalls(folder),
    journal: () => readJournal(repository),
  }
}

function configOf(command, { panel }) {
  const agent = { kind: 'command', command }
  if (panel !== true) return { agents: { bench: agent } }
  const limits = { partition_lines: 20, fast_path_lines: 10 }
  return { agents: { bench: agent, other: agent }, panel: { agents: ['other'], passes: 2 }, limits }
}

function wordsOf(folder, { words = [], story }, validate) {
  return [
    ...['--agent', 'bench', '--config', join(folder, 'config.yaml'), '--format', 'json'],
    ...validate.flatMap((line) => ['--validate', line]),
    ...(story === true ? ['--story', join(folder, 'story.md')] : []),
    ...words,
  ]
}

/** Without the settings, keys and log-ins of whoever runs this. */
function environment(folder, PATH) {
  return { PATH, LANG: 'C.UTF-8', TERM: 'dumb', HOME: join(folder, 'home'), GIT_CONFIG_NOSYSTEM: '1' }
}

/** The same stage with a git that costs more time: see there. */
export function watchGit(stage) {
  const bin = join(stage.folder, 'bin')
  script(join(bin, 'git'), countingGit(stage.folder))
  return { ...stage, env: environment(stage.folder, `${bin}:${process.env.PATH}`) }
}

/** Counts its calls, and kills the loop before or after the one that `kill-at` names. Whatever happens, git is run. */
function countingGit(folder) {
  return `printf . >>'${folder}/git-calls'
if [ -f '${folder}/kill-at' ]; then
  read -r at when <'${folder}/kill-at'
  if [ "$(wc -c <'${folder}/git-calls')" -ge "$at" ] && mv '${folder}/kill-at' '${folder}/kill-done' 2>/dev/null; then
    [ "$when" = after ] && { '${realGit}' "$@"; code=$?; }
    : >'${folder}/killed'
    kill -9 "$(cat '${folder}/pid')"
    [ "$when" = after ] && exit "$code"
  fi
fi
exec '${realGit}' "$@"
`
}

export function gitIn(folder) {
  return (...args) => {
    const { status, stdout, stderr } = runProgram(realGit, args, { cwd: folder, encoding: 'utf8' })
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
    return stdout
  }
}

/** A repository on `main`, with a branch that holds the change. `dirty` and `staged` are not committed. */
export function makeTemplate(folder, { base = {}, change, dirty = {}, staged = {} }) {
  mkdirSync(folder, { recursive: true })
  const git = gitIn(folder)
  const put = (files) => {
    for (const [path, text] of Object.entries(files)) write(join(folder, path), text)
  }
  git('init', '-q', '--template=', '-b', 'main')
  git('config', 'user.name', 'Bench')
  git('config', 'user.email', 'bench@example.invalid')
  put({ 'README.md': '# Values\n', ...base })
  git('add', '-A')
  git('commit', '-q', '-m', 'Start')
  git('switch', '-q', '-c', 'topic')
  put(change)
  git('add', '-A')
  git('commit', '-q', '-m', 'Add values')
  put(staged)
  git('add', '-A')
  put(dirty)
  return folder
}

/** The program on this stage. `onStart` gets the child. Ends with its exit code, null when it was killed. */
export function runLoop(stage, words, onStart = () => {}) {
  return new Promise((resolve, reject) => {
    const start = performance.now()
    const child = spawn(process.execPath, [program, ...words], {
      cwd: stage.repository,
      env: stage.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    write(join(stage.folder, 'pid'), `${child.pid}\n`)
    const output = { stdout: '', stderr: '' }
    for (const stream of ['stdout', 'stderr']) {
      child[stream].setEncoding('utf8').on('data', (text) => {
        output[stream] += text
      })
    }
    child.on('error', reject)
    // Not `close`: somebody who outlives the loop may hold its output.
    child.on('exit', (code) => setImmediate(() => resolve({ code, ms: performance.now() - start, ...output })))
    onStart(child)
  })
}

/** Calls in the order in which they began, with `ended` where they came to their end. */
function readCalls(folder) {
  const calls = new Map()
  for (const line of readFileSync(join(folder, 'calls.jsonl'), 'utf8').split('\n').filter(Boolean)) {
    const entry = JSON.parse(line)
    calls.set(entry.call, { ...calls.get(entry.call), ...entry })
  }
  return [...calls.values()]
}

/** Its whole lines. */
function readJournal(repository) {
  const folder = join(repository, '.review-loop', 'sessions')
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
  return files.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').slice(0, -1))
}

function script(path, text) {
  write(path, `#!/bin/sh\n${text}`)
  chmodSync(path, 0o755)
}

export function write(path, text) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
