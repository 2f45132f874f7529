import { realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { type LoadedConfig, loadConfig } from '../config/load.ts'
import type { Source } from '../config/source.ts'
import { type CriticGates, noCriticGates, parseCriticGates } from '../core/change/critic-gates.ts'
import { firstFew } from '../core/values/first-few.ts'
import { LoopError } from '../errors.ts'
import { readIfThere, readRequired } from '../io/files.ts'
import type { Repository } from '../io/git/repository.ts'
import { realPath } from '../io/which.ts'

export interface SettingsRequest {
  readonly cwd: string
  /** From --config. */
  readonly file: string | undefined
  /** Where the change comes from someone else (CI), its own files must not configure its review: the commit to read from. */
  readonly fromCommit: string | null
  /** A `file` that the commit does not have counts as an empty one. */
  readonly mayBeMissing?: true
}

const configFile = '.review-loop/config.yaml'
const flatFile = '.review-loop/config.md'
const waiversFile = '.review-loop/waivers.yaml'
const gatesFiles = ['.review-loop/critic-gates.json', '.closedloop-ai/settings/critic-gates.json']

export interface Settings extends LoadedConfig {
  /** The commit it was read from; null: the working tree. */
  readonly fromCommit: string | null
  readonly gates: CriticGates
}

/** What the files say, whoever wrote them: `loadSettings` of trust/ asks whether they may be believed. */
export async function readSettings(repository: Repository, request: SettingsRequest): Promise<Settings> {
  const read =
    request.fromCommit === null ? readFromWorkTree(repository) : readFromCommit(repository, request.fromCommit)
  const config =
    request.file === undefined ? await read(configFile) : await readNamed(repository, request, request.file)
  const loaded = await loadConfig({ config, flat: await read(flatFile), waivers: await read(waiversFile) })
  if (loaded.errors.length > 0) {
    throw new LoopError('bad_config', { file: 'The configuration', problems: firstFew(loaded.errors, 3).join('; ') })
  }
  const { gates, warnings } = await loadGates(read)
  return { ...loaded, fromCommit: request.fromCommit, gates, warnings: [...loaded.warnings, ...warnings] }
}

/** Ours first, then where an older set-up has them. A broken file means no critics, and is said. */
async function loadGates(read: Reader): Promise<{ gates: CriticGates; warnings: readonly string[] }> {
  for (const path of gatesFiles) {
    const source = await read(path)
    if (source === undefined) continue
    const { gates, problems } = parseCriticGates(source.text)
    return { gates, warnings: problems.map((problem) => `${source.name}: ${problem}`) }
  }
  return { gates: noCriticGates, warnings: [] }
}

type Reader = (path: string) => Promise<Source | undefined>

function readFromWorkTree(repository: Repository): Reader {
  return async (path) => {
    const text = readIfThere(resolve(repository.root, path))
    return text === undefined ? undefined : { name: path, text }
  }
}

function readFromCommit(repository: Repository, commit: string): Reader {
  // Mostly none is there, and then one question is enough.
  const usual = [configFile, flatFile, waiversFile, ...gatesFiles]
  const listing = repository.try(['ls-tree', '-z', '--full-tree', '--name-only', commit, '--', ...usual])
  return async (path) => {
    const { code, stdout } = await listing
    const isMissing = code === 0 && usual.includes(path) && !stdout.toString('utf8').split('\0').includes(path)
    if (isMissing) return undefined
    const answer = await repository.try(['cat-file', 'blob', `${commit}:${path}`])
    if (answer.code !== 0) return undefined
    return { name: `${path} at ${commit.slice(0, 10)}`, text: answer.stdout.toString('utf8') }
  }
}

async function readNamed(repository: Repository, request: SettingsRequest, file: string): Promise<Source | undefined> {
  const inside = request.fromCommit === null ? undefined : namedInside(repository, request, file)
  if (request.fromCommit === null || inside === undefined)
    return { name: file, text: readRequired(resolve(request.cwd, file)) }
  const source = await readFromCommit(repository, request.fromCommit)(inside)
  if (source !== undefined || request.mayBeMissing === true) return source
  throw new LoopError('unreadable_file', { path: file, reason: 'it is not in the base commit, from which CI reads it' })
}

/** The files of the repository that settings are read from, whether they are there or not. */
export function settingsFiles(repository: Repository, request: Omit<SettingsRequest, 'fromCommit'>): readonly string[] {
  const named = request.file === undefined ? configFile : namedInside(repository, request, request.file)
  return [...(named === undefined ? [] : [named]), flatFile, waiversFile, ...gatesFiles]
}

/** Undefined: it is outside of the repository. */
function namedInside(repository: Repository, { cwd }: Pick<SettingsRequest, 'cwd'>, file: string): string | undefined {
  return pathInside(realpathSync(repository.root), resolve(cwd, file))?.split(sep).join('/')
}

/**
 * Where a path enters the repository, links on the way there included. Links inside are part of the change: they are
 * not followed.
 */
function pathInside(root: string, path: string): string | undefined {
  const above = dirname(path)
  const entered = above === path ? undefined : pathInside(root, above)
  if (entered !== undefined) return join(entered, relative(above, path))
  const inside = relative(root, realPath(path))
  return inside.startsWith('..') || isAbsolute(inside) ? undefined : inside
}
