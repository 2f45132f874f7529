import { isGenerated, isLighterPath } from '../change/path-kind.ts'
import { type Assignment, readAssignment } from './assignment.ts'
import type { SecretMatch } from './rule.ts'
import { descriptiveEnding, descriptiveWords, documentationHost, otherCredentials, otherKeys } from './rules/words.ts'
import { characterClasses, entropyOf, isPlaceholder, looksLikeCode, looksRandom } from './value.ts'

/** A rule that guesses from a name or a place, not from the value's own shape. */
export interface GuessingRule {
  readonly keywords: readonly string[]
  find(path: string, text: string): readonly SecretMatch[]
}

/** A credential's name and a literal value assigned to it, in whichever form the file's format has. */
export const assignmentRule: GuessingRule = {
  keywords: ['passw', 'passphrase', 'pwd', 'secret', 'token', 'credential', 'key', 'auth', 'pass'],
  find(path, text) {
    const found: SecretMatch[] = []
    credentialWord.lastIndex = 0
    for (let match = credentialWord.exec(text); match !== null; match = credentialWord.exec(text)) {
      const word = match[0]
      const assignment = readAssignment(text, match.index + match[0].length)
      if (assignment === null || assignment.value.length < 6) continue
      const before = text.slice(0, match.index)
      if (isCredentialName(before, word, assignment) && isCredential(before, word, assignment, path)) {
        found.push(guess(rules[assignment.form], assignment.value, assignment.start))
      }
    }
    return found
  },
}

const credentialWord =
  /passw(?:or)?d|passphrase|pwd|secret|token|credentials?|(?:api|access|auth|private|signing|encryption|account|master|service|consumer|deploy|license|session|hmac|jwt|aes)[_.-]?key|auth|pass|key/gi

const rules = {
  quoted: { name: 'assigned-credential', title: 'Hard-coded credential' },
  setting: { name: 'setting-credential', title: 'Hard-coded credential' },
  data: { name: 'data-credential', title: 'Hard-coded credential' },
  element: { name: 'element-credential', title: 'Hard-coded credential' },
  argument: { name: 'passed-credential', title: 'Hard-coded credential' },
  parameter: { name: 'parameter-credential', title: 'Credential in an address' },
  header: { name: 'header-credential', title: 'Credential in a header' },
  option: { name: 'option-credential', title: 'Hard-coded credential on a command line' },
} as const

const weakWords: ReadonlySet<string> = new Set(['key', 'auth', 'pass'])

const isWeak = (word: string): boolean => weakWords.has(word.toLowerCase())

/** The word ends the name, or the name goes on in a way that still means the credential itself. */
function isCredentialName(before: string, word: string, { rest, form }: Assignment): boolean {
  if (isDescriptive(rest) || (form === 'argument' && rest.includes('.'))) return false
  if (isWeak(word)) return startsWord(before, word) && !otherKeys.test(before) && endsWord(rest, form)
  return !/^(?!s\b|(?:access)?key)[a-z]/.test(rest) && !otherCredentials.test(before)
}

/** A word of its own inside the name: `app_key` and `appKey`, not `monkey`. */
function startsWord(before: string, word: string): boolean {
  return !/[a-z]$/.test(before) || /^[A-Z][a-z]/.test(word)
}

/** What is passed to a function is the credential only if its name ends so: `setAppKey('…')`, not `wrapKeyWith('…')`. */
function endsWord(rest: string, form: Assignment['form']): boolean {
  return form === 'argument' ? /^(?:Token|Key|Secret)?$/i.test(rest) : !/^[a-z]/.test(rest)
}

/** The name's next word, or its end, says that it only speaks about the credential. */
function isDescriptive(rest: string): boolean {
  if (rest === '') return false
  const next = /^[_.-]*(?:s(?=[A-Z_.-]))?[_.-]*([A-Z]?[a-z]+|[A-Z]+)/.exec(rest)?.[1] ?? ''
  return descriptiveWords.has(next.toLowerCase()) || descriptiveEnding.test(rest)
}

function isCredential(before: string, word: string, { form, value }: Assignment, path: string): boolean {
  if (!/^[!-~]+$/.test(value) || isPlaceholder(value) || looksLikeCode(value)) return false
  if (form === 'data' && !/^[\s\w."'-]*$/.test(before)) return false
  if (isWeak(word)) return /^[\w+/=-]+$/.test(value) && looksRandom(value)
  const isCode = codeEndings.test(path) || declaration.test(before)
  const isLighter = isLighterPath(path) || isGenerated(path)
  if (form === 'data') return !isCode && looksChosen(value)
  if (form === 'argument' && isLighter) return false
  const careful =
    isLighter || form === 'parameter' || form === 'header' || (isCode && form !== 'quoted' && form !== 'argument')
  return careful ? looksRandom(value) : looksChosen(value)
}

/** Code wherever it stands, be it in a document. */
const declaration = /^\s*(?:export\s+)?(?:const|let|var|val|final|public|private|protected|static|readonly)\s/

/** What a person would take as a password. Words alone are too often names, labels and messages. */
function looksChosen(value: string): boolean {
  if (characterClasses(value) < 2 || !/[0-9]|[^A-Za-z0-9]/.test(value)) return false
  return entropyOf(value) >= 2.5
}

const codeEndings =
  /\.(?:[cm]?[jt]sx?|vue|svelte|py|pyi|rb|go|rs|java|kt|kts|scala|groovy|cs|fs|vb|php|swift|m|mm|c|cc|cpp|cxx|h|hh|hpp|dart|lua|pl|pm|r|ex|exs|erl|hs|clj|cljs|sql|graphql|proto|css|scss|less|html?|tf)$/i

/** `scheme://user:password@host` */
export const addressRule: GuessingRule = {
  keywords: ['://'],
  find(_path, text) {
    if (!text.includes('@')) return []
    const found: SecretMatch[] = []
    for (const match of text.matchAll(/:\/\/([^\s:/?#@"'`<>(){}$[\]]*):([^\s/@"'`<>{}$[\]]{3,120})@(?=[\w[.$%{-])/g)) {
      const [whole, user = '', value = ''] = match
      const host = text.slice(match.index + whole.length)
      if (documentationHost.test(host) || !isAddressPassword(user, value)) continue
      found.push(
        guess(
          { name: 'address-credential', title: 'Password in an address' },
          value,
          match.index + whole.length - 1 - value.length,
        ),
      )
    }
    return found
  },
}

function isAddressPassword(user: string, value: string): boolean {
  if (isPlaceholder(value) || (user !== '' && isPlaceholder(user) && !plainUser.test(user))) return false
  const lower = value.toLowerCase()
  if (lower === user.toLowerCase() || /^(?:pass|pwd|pw|p|port|\d{1,6}|%[sdv].*)$/.test(lower)) return false
  if (/^[A-Z][A-Z_]+$/.test(value) || isStandIn(lower)) return false
  return entropyOf(value) >= 1.5
}

/** Names that many share, also those that vendors tell to write before a token. */
const plainUser = /^(?:user|admin|root|test|guest|api[_-]?key|x-(?:access-token|token-auth)|oauth2?)$/i

/** `pass%20word`, `api_password`, `pwd1`: only words for a password, however they are joined, encoded or numbered. */
function isStandIn(value: string): boolean {
  const words = value.split(/%[0-9a-f]{2}|[^a-z0-9]+|(?<=[a-z])(?=\d{1,3}(?![a-z0-9]))/).filter((word) => word !== '')
  return words.every((word) => standInWord.test(word)) || standInWord.test(words.join(''))
}

const standInWord =
  /^(?:my|your|the|a|some|test|api|db|user|name|pass|word|passw(?:or)?d|passphrase|pwd|pw|p|secret|token|key|with|and|foo|bar|baz|\d{1,3})$/

/** `Bearer …` and `Basic …`, wherever a header's value is written. */
export const headerRule: GuessingRule = {
  keywords: ['bearer ', 'basic '],
  find(_path, text) {
    const found: SecretMatch[] = []
    for (const match of text.matchAll(/\b(bearer|basic) +([a-z0-9+/_.~=-]{16,500})/gi)) {
      const [whole, scheme = '', value = ''] = match
      const isReal =
        scheme.toLowerCase() === 'basic' ? isBasicCredential(value) : looksRandom(value) && !isPlaceholder(value)
      if (isReal)
        found.push(
          guess(
            { name: 'header-credential', title: 'Credential in a header' },
            value,
            match.index + whole.length - value.length,
          ),
        )
    }
    return found
  },
}

/** Base64 of `user:password`. */
function isBasicCredential(value: string): boolean {
  const text = decodeBase64(value)
  const colon = text?.indexOf(':') ?? -1
  if (text === null || colon < 0 || !/^[ -~]+$/.test(text)) return false
  return isAddressPassword(text.slice(0, colon), text.slice(colon + 1))
}

export function decodeBase64(value: string): string | null {
  try {
    return atob(value.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return null
  }
}

export function guess(rule: { name: string; title: string }, value: string, start: number): SecretMatch {
  return {
    rule: rule.name,
    title: rule.title,
    start,
    end: start + value.length,
    value,
    confidence: 0.9,
  }
}
