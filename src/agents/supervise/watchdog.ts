import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { cleanEnvironment } from '../../io/exec.ts'
import { endTreesNow, type Tree } from './end-tree.ts'
import { markerPrefix } from './marker.ts'

/**
 * A shell that waits at the other end of a pipe. Each line it reads lists the groups that run at that time. When the pipe
 * closes we are gone, however that happened: it ends those groups and whoever carries our marker, and removes our folder.
 */
const program = `
trap '' HUP INT TERM
running=
folder=
while read -r word rest; do
  case $word in
    running) running=$rest ;;
    folder) folder=$rest ;;
  esac
done
if [ -n "$running" ]; then
  for round in 1 2 3 4 5 6 7 8; do
    for group in $running; do kill -KILL -- "-$group" 2>/dev/null; done
    [ -d /proc/self ] || break
    found=$(grep -lsaF "$1" /proc/[0-9]*/environ 2>/dev/null)
    [ -n "$found" ] || break
    for file in $found; do pid=\${file#/proc/}; kill -KILL "\${pid%/environ}" 2>/dev/null; done
  done
fi
[ -n "$folder" ] && rm -rf -- "$folder"
`

const running = new Set<Tree>()
let folder: string | null = null
let helper: ChildProcess | null = null
let atExit = false

/** From now on nothing of this tree survives us. Call it right after the start of the child. */
export function guardTree(tree: Tree): void {
  running.add(tree)
  watch()
}

/** The tree has ended. */
export function releaseTree(tree: Tree): void {
  running.delete(tree)
  tell()
}

/** A folder that is removed when we end, however that happens. */
export function guardFolder(path: string): void {
  folder = path
  watch()
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
  const groups = [...running].map(({ pid }) => pid)
  helper?.stdin?.write(`${folder === null ? '' : `folder ${folder}\n`}running ${groups.join(' ')}\n`)
}

function startHelper(): ChildProcess | null {
  if (process.platform === 'win32') return null
  // A clean environment: the marker of our own supervisor must not reach it, or it would be ended before its work.
  const child = spawn('sh', ['-c', program, 'review-loop-watchdog', markerPrefix], {
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
