import type { DocumentProblem } from '../loop/parse-findings.ts'
import { maskValues, redact } from '../redact.ts'
import { hiddenCharacter } from './read-tree.ts'

// What must not leave the machine in a message: tokens, values of the environment, and where things are on the disk.

export interface LeakValues {
  /** Secrets that are known by their value. */
  readonly secrets: readonly string[]
  /** Folders of this machine: the repository, the home, the temporary one. */
  readonly folders: readonly string[]
}

/** Every leak in a text that is about to be written, with its line; never the value itself. */
export function leaksIn(text: string, values: LeakValues): readonly DocumentProblem[] {
  const lines = text.split('\n')
  const masked = withoutSecrets(text, values.secrets).split('\n')
  return lines.flatMap((line, index) => {
    const tokens = masked[index] === line ? [] : ['a token or a secret value']
    const logins = line.replace(login, '…') === line ? [] : ['a login in an address']
    const paths = withoutFolders(line, values.folders) === line ? [] : ['a path of this machine']
    return [...tokens, ...logins, ...paths].map((what) => ({ line: index + 1, text: `it would carry ${what}` }))
  })
}

/** The same text without leaks and without characters that a message may not have, at most so long. */
export function clean(text: string, { secrets, folders }: LeakValues, most: number): string {
  const visible = text.replaceAll('\r\n', '\n').replace(new RegExp(hiddenCharacter, 'gu'), '\ufffd')
  const safe = withoutFolders(withoutSecrets(visible.replace(login, '…'), secrets), folders)
  return safe.length <= most ? safe : `${safe.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`
}

/** Of a value that is known nothing is left: a quarter of a short one would help to guess it. */
function withoutSecrets(text: string, secrets: readonly string[]): string {
  return redact(
    maskValues(text, secrets, () => '…'),
    [],
  )
}

/** What is left of a path is what it says below the folder, which means the same everywhere. */
function withoutFolders(text: string, folders: readonly string[]): string {
  const masked = [...folders]
    .filter((folder) => folder.length > 3)
    .sort((one, other) => other.length - one.length)
    .reduce((rest, folder) => rest.replaceAll(folder, '…'), text)
  return [...ownPaths, ownWindowsPath].reduce((rest, path) => rest.replace(path, '…'), masked)
}

/** `https://name:word@host`, and not where a name stands for it, as in `${name}` or `<name>`. */
const login = /(?<=\b[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@:'"`$<{…]{0,200}:[^\s/@'"`$<{…]{1,200}(?=@[\w[])/gi

const begins = /(?:(?<![\w.~%@/…*)\]}>-])|(?<=\bfile:\/\/))/
/** Not where it is used as an address. */
const apart =
  /(?<!\b(?:GET|POST|PUT|PATCH|DELETE|HEAD)\s+|\b(?:href|src|route|get|post|put|patch|delete|use|redirect|navigate)\s*[=(:]\s*["'`])/

/**
 * The first two parts of an absolute path: they say whose it is, and where programs work. What is the same on every machine, such
 * as `/usr/bin/env`, `/bin/sh` and `/dev/null`, tells nothing. What may as well be an address, such as `/data/users`, counts from
 * the third part on, or with a line; of homes the name alone is enough.
 */
const ownPaths = [
  /\/(?:__w|builds|etc|github\/workspace|mnt|nix|opt|private|srv|usr\/src|var|Volumes|workspaces?)\/[\w.@~+][^\s/"'`)\]},;:]*/,
  /\/(?:data|home|media|run|Users|[a-z]\/Users)\/[^\s/"'`]+(?=\/[\w.@~-])|\/[a-z]\/Users\/[A-Za-z_][\w.-]*/,
  new RegExp(`${apart.source}/(?:home|Users)/[A-Za-z_][\\w.-]*(?!/)`),
  new RegExp(`${apart.source}/(?:app|code|scratch|work)/(?:[^\\s/"'\`]+(?=/[\\w.@~-])|[\\w.-]+(?=:\\d|", line ))`),
  /\/(?:root|tmp)(?=\/[\w.@~-])/,
].map(({ source }) => new RegExp(`${begins.source}(?:${source})`, 'g'))

/** A folder on a drive, or on a server; each backslash may be written twice, as in a string of code. */
const ownWindowsPath =
  /(?<!\w)[A-Za-z]:[\\/]+Users[\\/]+[^\s\\/"'`]+|(?<!\w)[A-Zcd]:(?:\\{1,2}|\/)[\w.$-]+(?=[\\/]{1,2}[\w.$-])|(?<![\w\\])(?:\\\\[A-Za-z][\w.-]+\\|\\{4}[A-Za-z][\w.-]+\\\\)[\w.$-]{2,}/g
