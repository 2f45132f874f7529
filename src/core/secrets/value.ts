import { placeholderWords, plainValues } from './rules/words.ts'

/** Shannon entropy in bits per character. */
export function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length)
  return bits
}

/** A value that stands for a secret instead of being one. */
export function isPlaceholder(value: string): boolean {
  const lower = value.toLowerCase()
  if (plainValues.has(lower) || markup.test(value) || /\$[A-Z][A-Z_]{2}/.test(value) || /(.)\1{5}/.test(value))
    return true
  return placeholderWords.some((word) => lower.includes(word))
}

/** The same for a value of a vendor's shape, where chance makes words: only what cannot be chance. */
export function isSpecimen(value: string): boolean {
  return specimen.test(value)
}

const specimen = /example|sample|placeholder|your[_-]|change_?me|redacted|dummy|x{6}|\*{4}|\.{4}|([b-z0-9])\1{6}/i

/** References to somewhere else: `<key>`, `$KEY`, `${key}`, `{{ key }}`, `%KEY%`, `@key@`, `[key]`. */
const markup = /^[<[({].*[>\])}]$|^\$[\w{(]|\$[{(]|\{\{|<%|^%[\w(].*%?$|^@\w+@$|^#\{|\{\w*\}|<[a-z][\w -]*>|^&[a-z]/i

/** A piece of program, a hash or a word for people: a call, an expression, an option, a path, an address, a dotted or joined name. */
export function looksLikeCode(value: string): boolean {
  return (
    isDottedName(value) ||
    /^--?[a-z][a-z-]*$|^(?:md5|sha\d+|pbkdf2\w*|bcrypt\w*|argon2\w*|scrypt)\$/i.test(value) ||
    /^:[a-z_]\w*$|^\d{4}-\d\d-\d\d|^[\w-]+[:/]\d+(?:\/|$)/i.test(value) ||
    /\w\(|\)$|\[\^?\w-\w|=>|::|\s[=+|&]{1,3}\s|^[.~]?\/|^[a-z]:\\|^\w+:\/\//i.test(value) ||
    isPath(value) ||
    isWords(value)
  )
}

/** `config.items[0]?.password`, `6.hours`. A part that is random makes it a token with a version or a key before it. */
function isDottedName(value: string): boolean {
  const isName =
    /^[:@&*]?[a-z_][\w-]*(?:\[[^\]]*\])*(?:(?:[?!]\.|[.:]+)[a-z_][\w-]*(?:\[[^\]]*\])*|\?\.\[[^\]]*\])+(?:\(.*)?$/i
  return (isName.test(value) || /^\d+[./]\w+/.test(value)) && !value.split(/[^\w-]+/).some(looksRandom)
}

/** A file's name or a path. Base 64 has slashes too: without an ending, a path is in lower case and its parts begin like names. */
function isPath(value: string): boolean {
  return (
    /^(?:[\w@.-]+\/)+[\w.*-]*\.[a-z]{2,5}$/i.test(value) ||
    /^(?:\.?[a-z_][a-z0-9_.-]*\/)+[a-z0-9_.*-]*$/.test(value) ||
    /^\.[a-z][a-z0-9_.-]*$|^\*\*?[/.]/.test(value) ||
    /^[\w-]+\.(?:pem|key|crt|cer|p12|pfx|jks|json|ya?ml|toml|ini|txt|env|conf|cfg|xml|db)$/i.test(value) ||
    /^(?:[\w.-]+\\{1,2})+[\w.-]*$/.test(value)
  )
}

/** Joined words (`some_long_name`, `SomeLongName`, `SOME-NAME`, `two words`) with at most a digit or two at an end. */
function isWords(value: string): boolean {
  return (
    (/^[@!#_]*[A-Za-z]+(?:[ _.:/-][A-Za-z]+)*[ _-]?\d{0,2}[*:]?$/.test(value) && !isMixedInside(value)) ||
    isPhrase(value)
  )
}

/** `with_at_least_32_characters`: a sentence may have a number inside. */
function isPhrase(value: string): boolean {
  return /^[a-z]+(?:[_-][a-z]+){2,}[_-]\d{1,4}(?:[_-][a-z]+)+$/i.test(value) && !isMixedInside(value)
}

/** Case that changes in the middle of a word without starting a new one, as in random letters. */
function isMixedInside(value: string): boolean {
  const words = value.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/).filter((word) => word !== '')
  const odd = words.filter(
    (word) =>
      word.length < 3 &&
      !/^(?:a|an|as|at|by|do|go|id|if|in|is|it|my|no|of|on|or|to|up|us|we|db|ui|ip|io|os)$/i.test(word),
  )
  return odd.length > words.length / 2 && value.length >= 16
}

/** Upper case, lower case, digits, other: how many of them the value uses. */
export function characterClasses(value: string): number {
  return [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9]/].filter((pattern) => pattern.test(value)).length
}

/** Letters and digits so mixed that no person chose them. Stricter than what a password must be. */
export function looksRandom(value: string): boolean {
  if (value.length < 16 || /\s/.test(value) || !/[A-Za-z]/.test(value)) return false
  const isHex = /^[a-f0-9-]+$/i.test(value)
  if (isHex) return /[0-9]/.test(value) && entropyOf(value) >= 3
  if (isBase32(value)) return true
  if (isSlug(value)) return false
  const share = transitions(value.replaceAll(/[^A-Za-z0-9]/g, '')) / value.length
  return entropyOf(value) >= 3.5 && (/[0-9]/.test(value) ? share >= 1 / 5 : share >= 1 / 3)
}

/** The seed of one-time passwords: whole groups of eight, and fewer vowels than words in capitals have. */
function isBase32(value: string): boolean {
  const vowels = value.length - value.replaceAll(/[AEIOU]/g, '').length
  return /^(?:[A-Z2-7]{8}){3,8}$/.test(value) && entropyOf(value) >= 3.5 && vowels / value.length < 0.3
}

/** `name4net-k8s-plugin`: a name in lower case with a whole word in it. */
function isSlug(value: string): boolean {
  return /^[a-z0-9]+(?:[-_][a-z0-9]+)+$/.test(value) && /(?:^|[-_])[a-z]{5,12}(?:[-_]|$)/.test(value)
}

/** How often the kind of character changes from one to the next: high in random text, low in words. */
function transitions(value: string): number {
  let count = 0
  for (let index = 1; index < value.length; index += 1) {
    const before = kindOf(value.charCodeAt(index - 1))
    const kind = kindOf(value.charCodeAt(index))
    if (kind !== before && !(before === 1 && kind === 0)) count += 1
  }
  return count
}

function kindOf(code: number): number {
  if (code >= 97 && code <= 122) return 0
  if (code >= 65 && code <= 90) return 1
  return 2
}
