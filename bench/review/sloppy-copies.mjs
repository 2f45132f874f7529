// Copies of code as careless reviewers make them. A kind takes the lines, the number of the first, and chance; it gives
// the quote, or null where the lines have nothing that it could spoil.

const words = /[\p{L}\p{N}_$]+|\S/gu

export const sloppyKinds = {
  plain: (lines) => lines.join('\n'),
  'other spaces': (lines) => {
    const quote = lines.map((line) => line.trim().replace(/ ?([=+*/<>(){},:?|&]) ?/g, '$1')).join('\n')
    return quote === lines.map((line) => line.trim()).join('\n') ? null : quote
  },
  tabs: (lines) =>
    lines.map((line) => line.replace(/^ +/, (spaces) => '\t'.repeat(Math.ceil(spaces.length / 4)))).join('\n\t'),
  'left out in a line': (lines, _, random) => {
    const line = lines[0].trim()
    const tokens = [...line.matchAll(words)]
    if (lines.length > 1 || tokens.length < 9) return null
    const first = 3 + random.below(Math.floor(tokens.length / 3))
    const last = tokens.length - 3 - random.below(Math.floor(tokens.length / 3))
    if (last <= first) return null
    const dots = pick(['...', ' ... ', '…', ' … '], random)
    return `${line.slice(0, tokens[first].index).trimEnd()}${dots}${line.slice(tokens[last].index)}`
  },
  'left out lines': (lines, _, random) =>
    lines.length < 3
      ? null
      : [lines[0], pick(['...', '  …', '// ...', '    # ...', '/* ... */'], random), lines.at(-1)].join('\n'),
  'cut off': (lines, _, random) => {
    const quote = lines.join('\n').trim()
    const kept = quote.slice(0, Math.floor(quote.length * (0.6 + 0.35 * random.next())))
    return random.is(0.3) ? `${kept.replace(/[\p{L}\p{N}_$]+$/u, '').trimEnd()} ...` : kept + pick(['...', '…'], random)
  },
  entities: (lines, _, random) => {
    const quote = lines.join('\n')
    const names = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;', "'": random.is(0.5) ? '&#39;' : '&apos;' }
    return changed(
      quote,
      quote.replace(/[<>&"']/g, (sign) => names[sign]),
    )
  },
  'separator added': (lines, _, random) => {
    const end = pick([';', ','], random)
    const quote = lines.map((line) => (/[;,{(:]\s*$/.test(line) || line.trim() === '' ? line : line + end)).join('\n')
    return changed(lines.join('\n'), quote)
  },
  'separator lacking': (lines) =>
    changed(lines.join('\n'), lines.map((line) => line.replace(/[;,]\s*$/, '')).join('\n')),
  'comment appended': (lines, _, random) => {
    const note = pick(
      ['// never checked', '// <-- here', '# wrong when empty', '/* leaks */', '// BUG: off by one'],
      random,
    )
    const at = random.below(lines.length)
    return lines[at].trim() === '' ? null : lines.with(at, `${lines[at]}  ${note}`).join('\n')
  },
  'smart quotes': (lines) => {
    const quote = lines.join('\n')
    return changed(
      quote,
      quote
        .replace(/"([^"\n]*)"/g, '“$1”')
        .replace(/'([^'\n]*)'/g, '‘$1’')
        .replaceAll(' - ', ' – '),
    )
  },
  numbers: (lines, first, random) => {
    const write = pick(
      [
        (n) => `${n}: `,
        (n) => `${n} | `,
        (n) => `${String(n).padStart(6)}\t`,
        (n) => `L${n}: `,
        (n) => `${n} `,
        (n) => `${n}→`,
      ],
      random,
    )
    return lines.map((line, index) => write(first + index) + line).join('\n')
  },
  marks: (lines, _, random) => lines.map((line) => (random.is(0.6) ? '+' : ' ') + line).join('\n'),
  'marks and numbers': (lines, first, random) => {
    const forms = [
      (line, n) => `${n}: ${line}`,
      (line) => `+${line}`,
      (line, n) => `+${n} ${line}`,
      (line, n) => `${n} + ${line}`,
      (line) => line,
    ]
    return lines.map((line, index) => pick(forms, random)(line, first + index)).join('\n')
  },
  'broken lines': (lines, _, random) => {
    const tokens = lines.join(' ').trim().split(' ')
    return tokens.length < 4 ? null : tokens.map((token) => token + (random.is(0.3) ? '\n    ' : ' ')).join('')
  },
  'joined lines': (lines) => (lines.length < 2 ? null : lines.map((line) => line.trim()).join(' ')),
  backticks: (lines, _, random) =>
    random.is(0.5)
      ? `\`${lines.join('\n').trim()}\``
      : lines.map((line) => (line.trim() === '' ? line : `\`${line.trim()}\``)).join('\n'),
}

/** Two kinds, one after the other. */
export function sloppyTwice(lines, first, random) {
  const kinds = Object.entries(sloppyKinds)
  const [, before] = pick(kinds, random)
  const [, after] = pick(
    kinds.filter(([name]) => !/number|marks/.test(name)),
    random,
  )
  const once = after(lines, first, random)
  return once === null ? null : before(once.split('\n'), first, random)
}

const operators = {
  '+': '-',
  '-': '+',
  '<': '>',
  '>': '<',
  '*': '/',
  '/': '*',
  '=': '!',
  '!': '=',
  '&': '|',
  '|': '&',
  '.': ':',
}

/** The lines with one name, number or operator of the code changed, and what it became; null where there is none to change. */
export function nearMiss(lines, random) {
  const at = random.below(lines.length)
  const [code] = lines[at].split(/\/\/|#|\/\*|^\s*\*|--|<!--/)
  const tokens = [...code.matchAll(words)].filter(([token]) => /[\p{L}\p{N}]/u.test(token) || token in operators)
  if (tokens.length === 0) return null
  const { 0: token, index } = pick(tokens, random)
  const other = otherThan(token)
  return { lines: lines.with(at, lines[at].slice(0, index) + other + lines[at].slice(index + token.length)), other }
}

function otherThan(token) {
  if (token in operators) return operators[token]
  return /^\d+$/.test(token) ? String(Number(token) + 1) : `${token}X`
}

export function pick(list, random) {
  return list[random.below(list.length)]
}

function changed(before, after) {
  return before === after ? null : after
}
