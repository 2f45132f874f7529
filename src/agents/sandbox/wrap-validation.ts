import { lstatSync, mkdirSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { searchPath } from '../../io/exec.ts'
import { gitFolder } from '../../io/git/git-folder.ts'
import type { Repository } from '../../io/git/repository.ts'
import { ensureStateFolder } from '../../io/state-folder.ts'
import { findProgram } from '../../io/which.ts'
import { isolation } from './probe-sandbox.ts'
import { secretPlaces } from './secret-places.ts'
import { foldersAt, foldersNamedIn, isInside, realPaths, temporaryPlaces } from './temporary-places.ts'
import { toolCaches } from './tool-caches.ts'
import { type ValidationPlaces, validationMounts } from './validation-mounts.ts'
import type { Command } from './wrap-command.ts'

export interface ValidationCommand {
  readonly repository: Repository
  /** Where it runs. */
  readonly folder: string
  /** Dependencies of the repository that `folder` links to. */
  readonly linked: readonly string[]
  /** An empty folder for one command or several. */
  readonly place: string
  /** For /bin/sh. */
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** The command in a sandbox. Unlike an agent it has the user's home, the caches of tools there, and most of the git folder. */
export function wrapValidation(bubblewrap: string, command: ValidationCommand): Command {
  const places = placesOf(command)
  const start = ['--chdir', places.folder, '--', '/bin/sh', ...command.args]
  return { program: bubblewrap, args: [...isolation, ...validationMounts(places), ...start], isSandbox: true }
}

function placesOf({ repository, folder, linked, place, env }: ValidationCommand): ValidationPlaces {
  const root = realpathSync(repository.root)
  const here = realpathSync(folder)
  const temporary = join(place, 'tmp')
  mkdirSync(temporary, { recursive: true, mode: 0o700 })
  const places = temporaryPlaces(env.TMPDIR)
  // A link to elsewhere could have been left by an earlier command of the change.
  const dependencies = linked.filter((path) => isInside(path, root) && foldersAt([path])[0] === path)
  const git = here === root ? gitPlaces(repository) : { gitFolders: [], protected: [] }
  return {
    folder: here,
    root,
    ...git,
    writable: [...cachesOutside(root, env), ...dependencies],
    hidden: hiddenPlaces(place),
    temporary,
    temporaryPlaces: places,
    visible: foldersNamedIn(env),
  }
}

/** Those of installed tools are made where they are missing: from inside, on a read-only disk, the tool could not. */
function cachesOutside(root: string, env: ValidationCommand['env']): string[] {
  const wanted = toolCaches(env).filter(({ path }) => !isInside(path, root) && !isInside(env.HOME ?? '', path))
  const paths = wanted.map(({ path }) => path)
  // In a folder that is writable anyway, it could be a link that a command of the change left.
  const outermost = wanted.filter(({ path }) => !paths.some((other) => other !== path && isInside(path, other)))
  for (const { path, program } of outermost) if (findProgram(program, searchPath()) !== undefined) makeQuietly(path)
  return foldersAt(outermost.map(({ path }) => path))
}

/** What decides how git reads everything else is read-only; the index, branches and objects are not. */
function gitPlaces(repository: Repository): Pick<ValidationPlaces, 'gitFolders' | 'protected'> {
  const { common, own } = gitFolder(repository)
  for (const name of ['hooks', 'info', 'refs/replace']) makeQuietly(join(common, name))
  const shared = ['config', 'config.worktree', 'hooks', 'info', 'refs/replace', 'objects/info/alternates']
  const names =
    own === '' ? shared : [...shared, ...['config.worktree', 'commondir', 'gitdir'].map((name) => own + name)]
  const entry = join(repository.root, '.git')
  const records = [ensureStateFolder(repository.root), ...names.map((name) => join(common, name))]
  const isFile = lstatSync(entry, { throwIfNoEntry: false })?.isFile() === true
  return { gitFolders: realPaths([common]), protected: realPaths(isFile ? [entry, ...records] : records) }
}

/** Maven refuses to start with settings that are an empty file. */
function hiddenPlaces(place: string): ValidationPlaces['hidden'] {
  const settings = join(place, 'settings.xml')
  writeFileSync(settings, '<settings/>\n')
  return realPaths(secretPlaces()).map((path) => {
    if (statSync(path).isDirectory()) return [path, null]
    return [path, path.endsWith('.xml') ? settings : '/dev/null']
  })
}

function makeQuietly(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true })
  } catch {
    // A home that is not ours, or a git folder that is read-only anyway.
  }
}
