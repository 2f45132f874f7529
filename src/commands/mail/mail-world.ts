import { homedir, tmpdir } from 'node:os'
import { join, relative, resolve, sep } from 'node:path'
import { loadConfig } from '../../config/load.ts'
import { environmentValues } from '../../core/mail/environment-values.ts'
import type { LeakValues } from '../../core/mail/leaks.ts'
import { LoopError } from '../../errors.ts'
import { namesIn } from '../../io/files.ts'
import { findBase } from '../../io/git/base.ts'
import { openRepository, type Repository } from '../../io/git/repository.ts'
import { readWorkState } from '../../io/git/snapshot.ts'
import { type Mailbox, openMailbox } from '../../io/mail/mailbox.ts'
import { openSigning } from '../../io/mail/signing.ts'
import type { Config } from '../../types.ts'
import { type Arguments, type Context, commonOptions, folderOf } from '../command.ts'
import { trustFrom, trustOption } from '../trust/trust-option.ts'
import { loadSettings } from '../trust/trusted-settings.ts'

// What the commands about mail share: where the mailbox is, who acts, what must not be said.

export const mailOptions = {
  mailbox: { type: 'string', value: 'DIR', description: 'the mailbox; default: mail.root of the configuration' },
  format: { type: 'string', choices: ['text', 'json'], description: 'how to print it' },
  cwd: commonOptions.cwd,
  config: commonOptions.config,
  ...trustOption,
  help: commonOptions.help,
} as const

export const asOption = {
  type: 'string',
  value: 'NAME',
  description: 'the agent in whose name; default: OACP_AGENT',
} as const

/** The number after --pr, where there is one. */
export function pullRequestOption(args: Arguments, command: string): number | undefined {
  const text = args.value('pr')
  if (text === undefined || /^[1-9]\d{0,9}$/.test(text)) return text === undefined ? undefined : Number(text)
  throw new LoopError('usage', { problem: `--pr takes the number of a pull request, found "${text}"`, command })
}

export function neededPullRequest(args: Arguments, command: string): number {
  const number = pullRequestOption(args, command)
  if (number === undefined) throw new LoopError('usage', { problem: '--pr is missing', command })
  return number
}

export interface MailWorld {
  /** Folder of the mailbox; it need not be there. */
  readonly root: string
  /** Null outside of a repository, where --mailbox says where the mailbox is. */
  readonly repository: Repository | null
  readonly settings: Config['mail']
  /** Folder of the private keys and of the pins. */
  readonly keys: string
  readonly leaks: LeakValues
}

export async function mailWorld(args: Arguments, context: Context): Promise<MailWorld> {
  const cwd = folderOf(args, context)
  const given = args.value('mailbox')
  const repository = await repositoryFor(cwd, given !== undefined, context)
  const settings = await settingsFor(repository, cwd, args, context)
  const base = repository?.root ?? cwd
  const root = given === undefined ? resolve(base, settings.root) : resolve(cwd, given)
  const keys = keysFolder(settings.keys, base, context)
  if (!relative(root, keys).startsWith('..')) {
    throw new LoopError('usage', { problem: `the keys would be in the mailbox: ${keys}`, command: 'mail' })
  }
  return { root, repository, settings, keys, leaks: leaksOf(context, [base, root]) }
}

/** A LoopError where there is no mailbox. */
export function openWorld({ root, settings, keys }: MailWorld): Mailbox {
  return openMailbox(root, openSigning(settings.signing, keys))
}

/** Whoever acts: named, else as the environment of the agent says. */
export function actingAgent(args: Arguments, context: Context, command: string): string {
  const { OACP_AGENT, AGENT_NAME } = context.environment.variables
  const name = args.value('as') ?? (OACP_AGENT || AGENT_NAME)
  if (name !== undefined && name !== '') return name
  throw new LoopError('usage', { problem: 'say who you are with --as NAME', command })
}

async function repositoryFor(cwd: string, mayBeNone: boolean, { signal }: Context): Promise<Repository | null> {
  try {
    return await openRepository(cwd, signal)
  } catch (error) {
    if (mayBeNone && error instanceof LoopError && error.code === 'not_repository') return null
    throw error
  }
}

/** What a change brings along does not configure the mail of its own review. */
async function settingsFor(repository: Repository | null, cwd: string, args: Arguments, context: Context) {
  if (repository === null) return (await loadConfig({ config: undefined, waivers: undefined })).config.mail
  const file = args.value('config')
  const trust = trustFrom(args, context)
  const fromCommit = context.environment.ci
    ? (await findBase(repository, null, (await readWorkState(repository)).branch)).commit
    : null
  return (await loadSettings(repository, { cwd, file, base: null, trust, fromCommit })).config.mail
}

function keysFolder(named: string | null, base: string, { environment }: Context): string {
  const { HOME, XDG_CONFIG_HOME, APPDATA } = environment.variables
  const home = HOME || homedir()
  if (named !== null) return resolve(base, named.replace(/^~(?=\/|$)/, home))
  const shared = XDG_CONFIG_HOME || (sep === '\\' ? APPDATA : '') || join(home, '.config')
  return join(shared, 'review-loop', 'mail')
}

function leaksOf({ environment }: Context, folders: readonly string[]): LeakValues {
  const { variables } = environment
  return {
    secrets: environmentValues(variables),
    folders: [...folders, variables.HOME || homedir(), tmpdir(), ...foldersAtRoot()],
  }
}

/** Whatever a machine has there besides what all have says how it is set up; and so does what lies in it. */
function foldersAtRoot(): readonly string[] {
  if (sep === '\\') return []
  const own = namesIn('/').flatMap((name) => (everywhere.test(name) ? [] : [`/${name}`]))
  const inside = own.flatMap((folder) => (shared.test(folder) ? [] : folderNames(folder)))
  return [...own, ...inside]
}

/** None where this user may not look: /lost+found is root's. */
function readableNames(folder: string): readonly string[] {
  try {
    return namesIn(folder)
  } catch {
    return []
  }
}

function folderNames(folder: string): readonly string[] {
  return readableNames(folder)
    .slice(0, mostFolders)
    .map((name) => `${folder}/${name}`)
}

/** Names in these are words of every machine, or are hidden by themselves. */
const shared = /^\/(?:etc|home|mnt|opt|root|run|srv|tmp|var)$/
/** More are no set-up but data. */
const mostFolders = 500

const everywhere = /^(?:bin|boot|dev|lib\w*|node_modules|proc|sbin|sys|usr)$/
