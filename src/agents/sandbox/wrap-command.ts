import { existsSync, lstatSync, realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import { ensureStateFolder } from '../../io/state-folder.ts'
import type { SandboxLevel } from './level.ts'
import { isolation } from './probe-sandbox.ts'
import { secretPlaces } from './secret-places.ts'

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
  const hidden = existing([...secretPlaces(), ...wanted.hide, ...(wanted.mayWrite ? [] : workingFiles(repository))])
  const inside = (path: string) => path === repository || path.startsWith(repository + sep)
  const mounts = [
    ...hidden.filter((path) => !inside(path)).flatMap(hide),
    ...(wanted.mayWrite ? writable(repository, wanted.protect ?? []) : ['--ro-bind', repository, repository]),
    ...hidden.filter(inside).flatMap(hide),
    ...[wanted.home, wanted.temporary].map((path) => realpathSync(path)).flatMap((path) => ['--bind', path, path]),
  ]
  const args = [...isolation, ...mounts, '--chdir', repository, '--', wanted.program, ...wanted.args]
  return { program: level.program, args, isSandbox: true }
}

/** A reviewer is to look at the code, not at what earlier reviewers said about it. */
function workingFiles(repository: string): string[] {
  const names = ['cache', 'findings', 'handoff', 'reviews', 'sessions', 'tmp', 'undone']
  return names.map((name) => join(repository, '.review-loop', name))
}

/** A linked worktree has a file called .git; the folder it names is outside and read-only like everything else. */
function writable(repository: string, protect: readonly string[]): string[] {
  ensureStateFolder(repository)
  const kept = [join(repository, '.git'), join(repository, '.review-loop'), ...existing(protect)]
  const readOnly = kept.filter((path) => existsSync(path) && !lstatSync(path).isSymbolicLink())
  return ['--bind', repository, repository, ...readOnly.flatMap((path) => ['--ro-bind', path, path])]
}

/** Links are followed: bubblewrap mounts over the thing itself. */
function existing(paths: readonly string[]): string[] {
  return [...new Set(paths.filter((path) => existsSync(path)).map((path) => realpathSync(path)))]
}

function hide(path: string): string[] {
  return statSync(path).isDirectory() ? ['--tmpfs', path] : ['--ro-bind', '/dev/null', path]
}
