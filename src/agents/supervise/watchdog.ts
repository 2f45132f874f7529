import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { cleanEnvironment } from '../../io/exec.ts'
import { endTreesNow } from './end-tree.ts'
import { markerPrefix, tagPrefix } from './marker.ts'
import { lookAt, type Tree } from './tree.ts'

/**
 * A shell that waits at the other end of a pipe. Each line it reads says who runs at that time, with the start of each.
 * When the pipe closes we are gone, however that happened: it ends them, their groups and whoever carries our mark, and
 * removes our folder. It sheds the mark of our own supervisor, or it would be ended before its work.
 */
const program = `
trap '' HUP INT TERM
ulimit -S -w unlimited 2>/dev/null || ulimit -S -x unlimited 2>/dev/null
running= known= folder=
while read -r word rest; do
  case $word in
    running) running=$rest ;;
    known) known=$rest ;;
    folder) folder=$rest ;;
  esac
done
started() {
  read -r line 2>/dev/null <"/proc/$1/stat" || return
  set -- \${line##*) }
  [ "$1" = Z ] || echo "\${20}"
}
if [ -n "$running" ]; then
  for round in 1 2 3 4 5 6 7 8; do
    for group in $running; do kill -KILL -- "-$group" 2>/dev/null; done
    [ -d /proc/self ] || break
    found=$(grep -lsaF "$1" /proc/[0-9]*/environ; grep -ls "^Max file locks *$2" /proc/[0-9]*/limits)
    for one in $known; do
      pid=\${one%:*}
      [ "$(started "$pid")" = "\${one#*:}" ] && found="$found /proc/$pid/stat"
    done
    [ -n "$found" ] || break
    for file in $found; do pid=\${file#/proc/}; kill -KILL "\${pid%/*}" 2>/dev/null; done
  done
fi
[ -n "$folder" ] && rm -rf -- "$folder"
`

/** How often we look who has come into the trees; without /proc it takes a program each time. */
const lookMs = process.platform === 'linux' ? 500 : 3000

const running = new Set<Tree>()
let folder: string | null = null
let helper: ChildProcess | null = null
let atExit = false
let looking: NodeJS.Timeout | undefined

/** From now on nothing of this tree survives us. Call it right after the start of the child. */
export function guardTree(tree: Tree): void {
  running.add(tree)
  watch()
  if (process.platform !== 'win32') looking ??= setInterval(look, lookMs).unref()
}

/** The tree has ended. */
export function releaseTree(tree: Tree): void {
  running.delete(tree)
  tell()
  if (running.size > 0) return
  clearInterval(looking)
  looking = undefined
}

/** A folder that is removed when we end, however that happens. */
export function guardFolder(path: string): void {
  folder = path
  watch()
}

function look(): void {
  lookAt([...running])
  tell()
}

function watch(): void {
  if (!atExit) {
    atExit = true
    process.on('exit', leave)
  }
  helper ??= startHelper()
  tell()
}

function tell(): void {
  const trees = [...running]
  const known = trees.flatMap((tree) => [...tree.known]).map(([pid, start]) => `${pid}:${start}`)
  const lines = [
    ...(folder === null ? [] : [`folder ${folder}`]),
    `known ${known.join(' ')}`,
    `running ${trees.map(({ pid }) => pid).join(' ')}`,
  ]
  helper?.stdin?.write(`${lines.join('\n')}\n`)
}

function startHelper(): ChildProcess | null {
  if (process.platform === 'win32') return null
  // A clean environment, without the marker of our own supervisor.
  const child = spawn('sh', ['-c', program, 'review-loop-watchdog', markerPrefix, tagPrefix], {
    cwd: '/',
    env: cleanEnvironment(),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const forget = () => {
    if (helper === child) helper = null
  }
  child.on('error', forget)
  child.on('exit', forget)
  child.stdin.on('error', forget)
  // It must not keep us alive.
  child.unref()
  if ('unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref()
  return child
}

function leave(): void {
  if (running.size > 0) endTreesNow([...running])
  running.clear()
  if (folder !== null) rmSync(folder, { recursive: true, force: true })
}
