import type { DocumentProblem } from '../loop/parse-findings.ts'
import { maskSecret, maskValues, redact } from '../values/redact.ts'
import { shortened } from '../values/shortened.ts'
import { withoutFolders } from './machine-paths.ts'
import { hiddenCharacter } from './read-yaml.ts'

// What must not leave the machine in a message: tokens, values of the environment, and where things are on the disk.

export interface LeakValues {
  /** Secrets that are known by their value. */
  readonly secrets: readonly string[]
  /** Folders of this machine: the repository, the home, the temporary one, and those at its root. */
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
  const unknown = withoutBeginnings(withoutSecrets(visible.replace(login, '…'), secrets), secrets)
  const safe = withoutFolders(unknown, folders)
  return shortened(safe, most)
}

/** Of a value that is known nothing is left: a quarter of a short one would help to guess it. */
function withoutSecrets(text: string, secrets: readonly string[]): string {
  return redact(
    maskValues(text, secrets, () => '…'),
    [],
  )
}

/** What was masked before, for a report that stays here, shows how the value begins. */
function withoutBeginnings(text: string, secrets: readonly string[]): string {
  const beginnings = secrets.map((value) => maskSecret(value).slice(0, -1)).filter((beginning) => beginning !== '')
  const isWhole = (rest: string) => !/[\p{L}\p{N}]$/u.test(rest)
  const cut = (part: string) => {
    const shown = beginnings.find((end) => part.endsWith(end) && isWhole(part.slice(0, -end.length)))
    return shown === undefined ? part : part.slice(0, -shown.length)
  }
  const parts = text.split('…')
  return [...parts.slice(0, -1).map(cut), ...parts.slice(-1)].join('…')
}

/** `https://name:word@host`, and not where a name stands for it, as in `${name}` or `<name>`. */
const login = /(?<=\b[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@:'"`$<{…]{0,200}:[^\s/@'"`$<{…]{1,200}(?=@[\w[])/gi
