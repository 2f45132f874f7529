/** A value that a name is given somewhere in a line. */
export interface Assignment {
  /** What of the name follows the credential word. */
  readonly rest: string
  readonly form: 'quoted' | 'argument' | 'parameter' | 'setting' | 'data' | 'element' | 'header' | 'option'
  readonly value: string
  readonly start: number
}

/** A whole key in base 64 still fits. */
const longestValue = 4000

/**
 * Reads on from the end of a word inside a name: the rest of the name, a sign of assignment, a value. Understands what most
 * languages and file formats share; null where no literal is given.
 */
export function readAssignment(text: string, wordEnd: number): Assignment | null {
  const nameEnd = skip(text, wordEnd, isNameCharacter)
  const rest = text.slice(wordEnd, nameEnd)
  const closed = skip(text, nameEnd, isCloser)
  const signAt = skip(text, closed, isBlank)
  const sign = readSign(text, signAt)
  if (sign === null) return closed === nameEnd && signAt > closed ? readOption(text, wordEnd, rest, signAt) : null
  const valueAt = skip(text, sign.end, isBlank)
  const quoted = readQuoted(text, valueAt)
  if (quoted !== null) return { rest, form: sign.kind === ',' || sign.kind === '(' ? 'argument' : 'quoted', ...quoted }
  return readBare(text, rest, sign, valueAt) ?? readVariable(text, wordEnd, rest, sign, valueAt)
}

interface Sign {
  readonly kind: string
  readonly end: number
}

const typed = /:\s?[A-Za-z][\w<>[\]|?. ]*=(?![=>])/y
const attribute = /value\s?=/y

/** `=`, `==`, `:=`, `=>`, `:`, `,`, `(`, `>` of an element, or a name's type and then `=`. */
function readSign(text: string, at: number): Sign | null {
  const character = text[at]
  if (character === ':') {
    typed.lastIndex = at
    if (typed.test(text)) return { kind: '=', end: typed.lastIndex }
    return text[at + 1] === '=' ? { kind: '=', end: at + 2 } : { kind: ':', end: at + 1 }
  }
  if (character === '=') {
    const end = skip(text, at, (code) => code === 61)
    return text[end] === '>' ? { kind: '=>', end: end + 1 } : { kind: end - at > 1 ? '==' : '=', end }
  }
  if (character === ',' || character === '(' || character === '>') return { kind: character, end: at + 1 }
  attribute.lastIndex = at
  return attribute.test(text) ? { kind: '=', end: attribute.lastIndex } : null
}

function readQuoted(text: string, at: number): { value: string; start: number } | null {
  const first = skip(text, at, isPrefix)
  // A quote inside of quoted text is escaped, at both ends.
  const open = text[first] === '\\' ? first + 1 : first
  const quote = text.charCodeAt(open)
  if (first - at > 2 || !isQuote(quote)) return null
  if (open > first) return readEscaped(text, open)
  for (let index = open + 1; index < text.length && index - open <= longestValue; index += 1) {
    const code = text.charCodeAt(index)
    if (code === 92) index += 1
    else if (code === quote) return { value: text.slice(open + 1, index), start: open + 1 }
  }
  return null
}

function readEscaped(text: string, open: number): { value: string; start: number } | null {
  const end = text.indexOf('\\', open)
  return end > open && isQuote(text.charCodeAt(end + 1)) ? { value: text.slice(open + 1, end), start: open + 1 } : null
}

/** A value without quotes must reach to the end of the line (or of its element), else it is an expression. */
function readBare(text: string, rest: string, sign: Sign, start: number): Assignment | null {
  const end = skip(text, start, isBareCharacter)
  const value = text.slice(start, end)
  if (value === '' || value.length > longestValue) return null
  if (sign.kind === '>') return text.startsWith('</', end) ? { rest, form: 'element', value, start } : null
  const spaced = start > sign.end
  const last = skip(text, end, isBlank)
  const isLast = last >= text.length || (last > end && /^(?:#|\\$)/.test(text.slice(last)))
  if (sign.kind === '=' && !spaced && isQuery(text, sign.end)) return { rest, form: 'parameter', value, start }
  if (sign.kind === '=' && (isLast || text[end] === ';' || text[end] === '&'))
    return { rest, form: 'setting', value, start }
  if (sign.kind !== ':' || !spaced) return null
  if (isLast) return { rest, form: 'data', value, start }
  return isHeader(text, sign.end - 1, end) ? { rest, form: 'header', value, start } : null
}

/** `NAME=value` or `--name=value` among the other words of a command: the value ends where the next word begins. */
function readVariable(text: string, wordEnd: number, rest: string, sign: Sign, start: number): Assignment | null {
  const end = skip(text, start, isBareCharacter)
  const name = text.slice(back(text, wordEnd), sign.end)
  const isWord = start === sign.end && end > start && end - start <= longestValue && isBlank(text.charCodeAt(end))
  return isWord && variable.test(name) ? { rest, form: 'option', value: text.slice(start, end), start } : null
}

const variable = /^(?:--[a-z][\w.-]*|[A-Z][A-Z0-9_]*)=$/

/** `--password value` of a command, `password value` of a settings file. */
function readOption(text: string, wordEnd: number, rest: string, start: number): Assignment | null {
  const end = skip(text, start, isBareCharacter)
  const nameStart = back(text, wordEnd)
  const isOption = text.startsWith('--', nameStart) || nameStart === 0
  return isOption && end > start ? { rest, form: 'option', value: text.slice(start, end), start } : null
}

/** Name and value are one quoted text: `-H "X-Api-Key: …"`. */
function isHeader(text: string, nameEnd: number, end: number): boolean {
  return isQuote(text.charCodeAt(end)) && text[back(text, nameEnd) - 1] === text[end]
}

/** The name stands in the query of an address. */
function isQuery(text: string, signEnd: number): boolean {
  const nameStart = back(text, signEnd - 1)
  return text[nameStart - 1] === '?' || text[nameStart - 1] === '&'
}

function back(text: string, from: number): number {
  let index = from
  while (index > 0 && isNameCharacter(text.charCodeAt(index - 1))) index -= 1
  return index
}

function skip(text: string, from: number, belongs: (code: number) => boolean): number {
  let index = from
  while (index < text.length && belongs(text.charCodeAt(index))) index += 1
  return index
}

const setOf = (characters: string): ((code: number) => boolean) => {
  const codes = new Set([...characters].map((character) => character.charCodeAt(0)))
  return (code) => codes.has(code)
}

const isNameCharacter = setOf('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-')
const isCloser = setOf('"\'`])}\\')
const isBlank = setOf(' \t')
const isQuote = setOf('"\'`')
const isPrefix = setOf('bBrRuUfF@$')
const endsBare = setOf(' \t\r"\'`;,<>&')
const isBareCharacter = (code: number): boolean => !endsBare(code)
