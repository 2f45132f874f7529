import { isGenerated, isLighterPath } from '../path-kind.ts'
import { type Assignment, readAssignment } from './assignment.ts'
import type { SecretMatch } from './rule.ts'
import { descriptiveSuffix, otherKeys } from './rules/words.ts'
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
    for (const match of text.matchAll(credentialWord)) {
      const word = match[0].toLowerCase()
      const assignment = readAssignment(text, match.index + match[0].length)
      if (assignment === null || assignment.value.length < 6) continue
      if (isCredentialName(text.slice(0, match.index), word, assignment.rest) && isCredential(word, assignment, path)) {
        found.push(guess(rules[assignment.form], assignment.value, assignment.start))
      }
    }
    return found
  },
}

const credentialWord =
  /passw(?:or)?d|passphrase|pwd|secret|token|credentials?|(?:api|access|auth|private|signing|encryption|account|master|service|consumer|deploy|license|session|hmac|jwt|aes)[_.-]?key|auth|pass|key/gi

const rules = {
  quoted: { name: 'assigned-credential', title: 'Credential in an assignment' },
  setting: { name: 'setting-credential', title: 'Credential in a setting' },
  data: { name: 'data-credential', title: 'Credential in a data file' },
  element: { name: 'element-credential', title: 'Credential in an XML element' },
  option: { name: 'option-credential', title: 'Credential on a command line' },
} as const

const weakWords: ReadonlySet<string> = new Set(['key', 'auth', 'pass'])

/** The word ends the name or the name goes on in a way that still means the credential itself. */
function isCredentialName(before: string, word: string, rest: string): boolean {
  if (descriptiveSuffix.test(rest)) return false
  if (weakWords.has(word)) return !/[a-z]$/.test(before) && !/^[a-z]/.test(rest) && !otherKeys.test(before)
  return !/^(?!s\b)[a-z]/.test(rest)
}

function isCredential(word: string, { form, value }: Assignment, path: string): boolean {
  if (isPlaceholder(value) || looksLikeCode(value)) return false
  if (weakWords.has(word)) return looksRandom(value)
  const isCode = codeEndings.test(path)
  if (form === 'data') return !isCode && looksChosen(value)
  const careful = isLighterPath(path) || isGenerated(path) || (isCode && form !== 'quoted')
  return careful ? looksRandom(value) : looksChosen(value)
}

/** What a person would take as a password. Words alone are too often names, labels and messages. */
function looksChosen(value: string): boolean {
  if (/\s/.test(value) || characterClasses(value) < 2 || !/[0-9]|[^A-Za-z0-9]/.test(value)) return false
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
      if (!isAddressPassword(user, value)) continue
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
  if (isPlaceholder(value) || (user !== '' && isPlaceholder(user) && !/^(?:user|admin|root|test|guest)$/i.test(user)))
    return false
  const lower = value.toLowerCase()
  if (lower === user.toLowerCase() || /^(?:pass|pwd|pw|p|port|\d{1,5}|%[sdv].*)$/.test(lower)) return false
  return entropyOf(value) >= 1.5
}

export const headerRule: GuessingRule = {
  keywords: ['authorization'],
  find(_path, text) {
    const found: SecretMatch[] = []
    for (const match of text.matchAll(
      /authorization["'`\]]{0,2}\s*(?:=>|[:=,])\s*["'`]?(?:bearer|basic|token)\s+([a-z0-9+/_.~=-]{16,500})/gi,
    )) {
      const value = match[1]!
      if (!looksRandom(value) || isPlaceholder(value)) continue
      found.push(
        guess(
          { name: 'header-credential', title: 'Credential in an Authorization header' },
          value,
          match.index + match[0].length - value.length,
        ),
      )
    }
    return found
  },
}

export function guess(rule: { name: string; title: string }, value: string, start: number): SecretMatch {
  return {
    rule: rule.name,
    title: rule.title,
    start,
    end: start + value.length,
    value,
    entropy: entropyOf(value),
    confidence: 0.9,
  }
}
