import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { changedParts, type DecidingParts, decidingParts, partsText } from '../../config/deciding-parts.ts'
import { readEnvironment } from '../../config/environment.ts'
import { loadConfig } from '../../config/load.ts'
import { noCriticGates } from '../../core/change/critic-gates.ts'
import { shellWord } from '../../core/values/shell-word.ts'
import { LoopError } from '../../errors.ts'
import { findBase } from '../../io/git/base.ts'
import type { Repository } from '../../io/git/repository.ts'
import { openTrustedContent } from '../../io/trusted-content.ts'
import { describeChanges } from '../../report/setting-changes.ts'
import { readOwnRules } from '../reviewing/project-rules.ts'
import { readSettings, type Settings, settingsFiles } from '../settings.ts'
import { areMadeHere } from './made-here.ts'
import { programFiles, readPrograms } from './own-scripts.ts'
import type { TrustConfig } from './trust-config.ts'

export interface LoadRequest {
  readonly cwd: string
  /** From --config. */
  readonly file: string | undefined
  /** From --base: what the user compares with. */
  readonly base: string | null
  readonly trust: TrustConfig
  /** Where the change is somebody else's for certain (CI): the commit to read from, and nobody is asked. Null: the working tree. */
  readonly fromCommit: string | null
}

type LocalRequest = Pick<LoadRequest, 'cwd' | 'file' | 'base'>

/**
 * The settings that apply: those of the commit, else of the working tree. There, where the commits of this branch change what runs or is ignored, they apply only if the user
 * has said yes to just that content: somebody else may have written them.
 */
export async function loadSettings(repository: Repository, request: LoadRequest): Promise<Settings> {
  const settings = await readSettings(repository, request)
  if (request.fromCommit !== null) return settings
  const doubt = await findDoubt(repository, request, settings)
  if (doubt === null) return settings
  const { trust } = request
  const isTrusted =
    typeof trust === 'boolean'
      ? trust
      : await trust(`This branch changes what review-loop runs or ignores:\n${doubt.lines}`)
  if (!isTrusted) throw new LoopError('untrusted_config', { changes: doubt.line, look: doubt.look, trust: doubt.trust })
  doubt.settle()
  return settings
}

interface Doubt {
  /** What changes, on one line, and as a list. */
  readonly line: string
  readonly lines: string
  /** A command that shows it, and one that trusts it. */
  readonly look: string
  readonly trust: string
  /** Records the yes. */
  readonly settle: () => void
}

/** Null: the settings are those of the base, were trusted before, or were written here. */
export async function findDoubt(
  repository: Repository,
  request: LocalRequest,
  settings: Settings,
): Promise<Doubt | null> {
  const now = await partsOf(repository, settings)
  const { commit, known } = await trustedParts(repository, request)
  const trusted = openTrustedContent(repository, readEnvironment().variables)
  const isKnown = (parts: DecidingParts) =>
    known.some((other) => partsText(other) === partsText(parts)) || trusted.has(partsText(parts))
  if (isKnown(now)) return null
  const { line, lines } = describeChanges(changedParts(known[0] ?? (await defaultParts()), now))
  const head = await partsAt(repository, request, 'HEAD')
  const rules = await readOwnRules(repository, null, settings.gates)
  const programs = await programFiles(repository, settings)
  const files = [...settingsFiles(repository, request), ...rules.keys(), ...programs]
  if (head !== null && isKnown(head) && (await areMadeHere(repository, files))) {
    trusted.add(partsText(now), line)
    return null
  }
  const settle = () => {
    for (const parts of head === null ? [now] : [now, head]) trusted.add(partsText(parts), line)
  }
  return { line, lines, look: lookCommand(repository, commit, files), trust: trustCommand(request), settle }
}

/** The folder, and what is beside it. */
function lookCommand({ root }: Repository, commit: string | null, files: readonly string[]): string {
  const folder = '.review-loop/'
  const beside = files.filter((file) => !file.startsWith(folder) && existsSync(join(root, file)))
  const since = commit === null ? 'git log -p --' : `git diff ${commit.slice(0, 10)} --`
  return [since, ...[folder, ...beside].map((file) => shellWord(`:/${file}`))].join(' ')
}

function trustCommand({ file, base }: Pick<LoadRequest, 'file' | 'base'>): string {
  const words = [...(base === null ? [] : ['--base', base]), ...(file === undefined ? [] : ['--config', file])]
  return ['review-loop config --trust-config', ...words.map(shellWord)].join(' ')
}

/**
 * What the base says, now and where this branch left it. A base that is only named in the configuration counts where the usual
 * base names it. Where there is no base, only the defaults are known.
 */
async function trustedParts(
  repository: Repository,
  request: LocalRequest,
): Promise<{ readonly commit: string | null; readonly known: readonly DecidingParts[] }> {
  const base = await baseCommit(repository, request.base)
  if (base === null) return { commit: null, known: [await defaultParts()] }
  const atBase = await settingsAt(repository, request, base)
  const named = request.base === null ? (atBase?.config.base ?? null) : null
  const other = named === null ? null : await baseCommit(repository, named)
  const commits: string[] = []
  for (const each of other === null || other === base ? [base] : [other, base]) {
    const shared = await repository.try(['merge-base', each, 'HEAD'])
    commits.push(...(shared.code === 0 ? [shared.stdout.toString().trim()] : []), each)
  }
  const settings = [...new Set(commits)].map((commit) =>
    commit === base ? atBase : settingsAt(repository, request, commit),
  )
  const readable = (await Promise.all(settings)).filter((each) => each !== null)
  return {
    commit: commits[0] ?? null,
    known: await Promise.all(readable.map((each) => partsOf(repository, each))),
  }
}

async function baseCommit(repository: Repository, named: string | null): Promise<string | null> {
  const branch = (await repository.try(['rev-parse', '--abbrev-ref', 'HEAD'])).stdout.toString().trim()
  try {
    return (await findBase(repository, named, branch)).commit
  } catch (error) {
    if (error instanceof LoopError) return null
    throw error
  }
}

/** Null where they cannot be read. */
async function partsAt(repository: Repository, request: NamedFile, commit: string): Promise<DecidingParts | null> {
  const settings = await settingsAt(repository, request, commit)
  return settings === null ? null : partsOf(repository, settings)
}

type NamedFile = Pick<LoadRequest, 'cwd' | 'file'>

async function settingsAt(repository: Repository, request: NamedFile, commit: string): Promise<Settings | null> {
  try {
    return await readSettings(repository, { ...request, fromCommit: commit, mayBeMissing: true })
  } catch (error) {
    if (error instanceof LoopError) return null
    throw error
  }
}

async function partsOf(repository: Repository, settings: Settings): Promise<DecidingParts> {
  const rules = await readOwnRules(repository, settings.fromCommit, settings.gates)
  const programs = await readPrograms(repository, settings)
  return decidingParts(settings, settings.gates, new Map([...rules, ...programs]))
}

async function defaultParts(): Promise<DecidingParts> {
  return decidingParts(await loadConfig({ config: undefined, waivers: undefined }), noCriticGates, new Map())
}
