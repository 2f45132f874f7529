import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { agentVariables } from '../../io/exec.ts'
import { historyFolders } from '../../io/git/git-folder.ts'
import { ensureStateFolder } from '../../io/state-folder.ts'
import type { SandboxLevel } from './level.ts'
import { isolation } from './probe-sandbox.ts'
import { secretPlaces } from './secret-places.ts'
import {
  coverTemporary,
  foldersNamedIn,
  isInside,
  namedInCommand,
  realPaths,
  temporaryPlaces,
} from './temporary-places.ts'

export interface Confinement {
  /** False: the whole disk is read-only. True: the repository is writable, its .git and .review-loop are not. */
  readonly mayWrite: boolean
  readonly repository: string
  /** The isolated home and temporary folder; both exist and are always writable. */
  readonly home: string
  readonly temporary: string
  readonly program: string
  readonly args: readonly string[]
  /** Files and folders that look empty from inside, besides the well-known places of secrets. */
  readonly hide: readonly string[]
  /** Further places that stay read-only inside a writable repository: other worktrees. */
  readonly protect?: readonly string[]
}

export interface Command {
  readonly program: string
  readonly args: readonly string[]
  /** The program is a sandbox that starts another one. */
  readonly isSandbox?: true
}

/** The command that runs the program in this level. Makes the state folder of a writable repository if there is none. */
export function wrapCommand(level: SandboxLevel, wanted: Confinement): Command {
  if (level.kind === 'none') return { program: wanted.program, args: wanted.args }
  const repository = realpathSync(wanted.repository)
  const hidden = realPaths([...secretPlaces(), ...wanted.hide, ...(wanted.mayWrite ? [] : workingFiles(repository))])
  const inside = (path: string) => isInside(path, repository)
  const mounts = [
    ...privateTemporary(wanted, repository),
    ...hidden.filter((path) => !inside(path)).flatMap(hide),
    ...(wanted.mayWrite ? writable(repository, wanted.protect ?? []) : ['--ro-bind', repository, repository]),
    ...hidden.filter(inside).flatMap(hide),
    ...[wanted.home, wanted.temporary].map((path) => realpathSync(path)).flatMap((path) => ['--bind', path, path]),
  ]
  const args = [...isolation, ...mounts, '--chdir', repository, '--', wanted.program, ...wanted.args]
  return { program: level.program, args, isSandbox: true }
}

/** Empty in place of the machine's, where other programs have their sockets. The repository and its history stay in sight. */
function privateTemporary({ program, args }: Confinement, repository: string): string[] {
  const places = temporaryPlaces()
  const history = realPaths(historyFolders(repository))
  const visible = [...history, ...foldersNamedIn(agentVariables()), ...namedInCommand([program, ...args], places)]
  return coverTemporary(places, (place) => ['--tmpfs', place], visible)
}

/** A reviewer is to look at the code, not at what earlier reviewers said about it. */
function workingFiles(repository: string): string[] {
  const names = ['cache', 'findings', 'handoff', 'reviews', 'sessions', 'tmp', 'undone']
  return names.map((name) => join(repository, '.review-loop', name))
}

/** A linked worktree has a file called .git; the folder it names is outside and read-only like everything else. */
function writable(repository: string, protect: readonly string[]): string[] {
  ensureStateFolder(repository)
  const kept = [join(repository, '.git'), join(repository, '.review-loop'), ...realPaths(protect)]
  const readOnly = kept.filter((path) => existsSync(path) && !lstatSync(path).isSymbolicLink())
  return ['--bind', repository, repository, ...readOnly.flatMap((path) => ['--ro-bind', path, path])]
}

function hide(path: string): string[] {
  return statSync(path).isDirectory() ? ['--tmpfs', path] : ['--ro-bind', '/dev/null', path]
}
