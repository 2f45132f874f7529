// Where JSON breaks, and what should have stood there. Engines word their errors differently and do not always say where.

type Expecting = 'value' | 'key' | 'first-key' | 'first-value' | 'colon' | 'more' | 'end' | 'string'

const wanted = {
  value: 'a value',
  key: 'a key in double quotes',
  'first-key': 'a key in double quotes or "}"',
  'first-value': 'a value or "]"',
  colon: '":"',
  more: '"," or a closing bracket',
  end: 'the end of the file',
  string: 'the rest of a string',
} as const satisfies Record<Expecting, string>

/** 'line 3, column 7: expected ":"'. For text that JSON.parse refused. */
export function describeBreak(text: string): string {
  const { at, expecting } = findBreak(text)
  const before = text.slice(0, at)
  const line = before.split('\n').length
  const column = at - before.lastIndexOf('\n')
  return `line ${line}, column ${column}: expected ${wanted[expecting]}${at >= text.length ? ', but the file ends there' : ''}`
}

function findBreak(text: string): { at: number; expecting: Expecting } {
  const open: ('{' | '[')[] = []
  let expecting: Expecting = 'value'
  let at = skipSpace(text, 0)
  while (at < text.length) {
    const sign = text.charAt(at)
    const next = step(expecting, sign, open)
    if (next === undefined) return { at, expecting }
    const end = sign === '"' ? stringEnd(text, at) : literalEnd(text, at)
    if (end.isBroken) return { at: end.at, expecting: sign === '"' ? 'string' : expecting }
    expecting = next
    at = skipSpace(text, end.at)
  }
  return { at, expecting }
}

interface End {
  readonly at: number
  readonly isBroken: boolean
}

// By hand: a regular expression runs out of stack on strings of many megabytes.
function stringEnd(text: string, start: number): End {
  let at = start + 1
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === 0x22) return { at: at + 1, isBroken: false }
    if (code < 0x20) return { at, isBroken: true }
    if (code !== 0x5c) at += 1
    else if (/^(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.test(text.slice(at + 1, at + 6))) at += 2
    else return { at, isBroken: true }
  }
  return { at, isBroken: true }
}

function literalEnd(text: string, start: number): End {
  if ('{}[]:,'.includes(text.charAt(start))) return { at: start + 1, isBroken: false }
  const literal = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null)(?![\w.])/
  const match = literal.exec(text.slice(start, start + 1000))
  return match === null ? { at: start, isBroken: true } : { at: start + match[0].length, isBroken: false }
}

/** What may follow `sign`, or undefined if it may not stand here. */
function step(expecting: Expecting, sign: string, open: ('{' | '[')[]): Expecting | undefined {
  switch (expecting) {
    case 'colon':
      return sign === ':' ? 'value' : undefined
    case 'more':
      return sign === ',' ? (open.at(-1) === '{' ? 'key' : 'value') : closed(sign, open)
    case 'key':
      return sign === '"' ? 'colon' : undefined
    case 'first-key':
      return sign === '"' ? 'colon' : closed(sign, open)
    case 'first-value':
      return sign === ']' ? closed(sign, open) : opened(sign, open)
    case 'value':
      return opened(sign, open)
    default:
      return undefined
  }
}

function opened(sign: string, open: ('{' | '[')[]): Expecting | undefined {
  if ('}]:,'.includes(sign)) return undefined
  if (sign !== '{' && sign !== '[') return open.length === 0 ? 'end' : 'more'
  open.push(sign)
  return sign === '{' ? 'first-key' : 'first-value'
}

function closed(sign: string, open: ('{' | '[')[]): Expecting | undefined {
  const matching = sign === '}' ? '{' : sign === ']' ? '[' : undefined
  if (matching === undefined || open.at(-1) !== matching) return undefined
  open.pop()
  return open.length === 0 ? 'end' : 'more'
}

function skipSpace(text: string, start: number): number {
  let at = start
  while (at < text.length && '\t\n\r '.includes(text.charAt(at))) at += 1
  return at
}
