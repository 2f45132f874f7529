import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indexText } from './evidence.ts'
import { asTheFileHasIt } from './quote-spelling.ts'

const sides = {
  new: indexText(
    [
      'export function divide(a, b) {', // 1
      '  // Nobody checks.', // 2
      '  return a / b', // 3
      '}', // 4
      'export const rest = ( a,b )=>a %b', // 5
      'const items = [1, 2, 3]', // 6
    ].join('\n'),
  ),
  old: indexText('export function divide(a, b) {\n  if (b === 0) throw new Error("zero")\n  return a / b\n}\n'),
}

describe('a quote', () => {
  it.each<[title: string, evidence: string, expected: string]>([
    ['after a number', '3   return a / b', 'return a / b'],
    ['after a number and a colon', '3: return a / b', 'return a / b'],
    ['after a number and a bar', '3 | return a / b', 'return a / b'],
    ['after a number and a tab', '     3\treturn a / b', 'return a / b'],
    ['after a number and a mark', '3 +   return a / b', 'return a / b'],
    ['after a mark and a number', '+3: return a / b', 'return a / b'],
    [
      'of several numbered lines',
      '2:   // Nobody checks.\n3:   return a / b\n4: }',
      '// Nobody checks. return a / b }',
    ],
    ['in a fence', '```js\n3 | return a / b\n```', 'return a / b'],
    ['with a removed line among them', '2 -  if (x)\n3 +  return a / b', 'return a / b'],
    ['of removed lines', '2 | if (b === 0) throw new Error("zero")', 'if (b === 0) throw new Error("zero")'],
    ['without the spaces around signs', 'return a/b', 'return a / b'],
    ['with spaces that the file has not', 'export const rest = (a, b) => a % b', 'export const rest = ( a,b )=>a %b'],
    ['with both', '3: return a/b', 'return a / b'],
    [
      'of removed code with other spaces',
      'if (b===0) throw new Error( "zero" )',
      'if (b === 0) throw new Error("zero")',
    ],
    ['where only some lines are numbered', '2: // Nobody checks.\nreturn a / b', '// Nobody checks. return a / b'],
    [
      'with numbers and marks mixed',
      '2: // Nobody checks.\n+  return a / b\n4 + }',
      '// Nobody checks. return a / b }',
    ],
    ['with two columns of numbers', '2 2 | // Nobody checks.\n2 3 | return a / b', '// Nobody checks. return a / b'],
  ])('%s is found', (_, evidence, expected) => {
    expect(asTheFileHasIt(sides, evidence)).toBe(expected)
  })

  it.each<[title: string, evidence: string]>([
    ['that is there stays as it is', 'return  a / b'],
    ['with the marks of a diff alone stays as it is', '+  return a / b'],
    ['with another sign is not found', 'return a * b'],
    ['with another sign after a number is not found', '3: return a * b'],
    ['whose words ran together is not found', 'exportfunction divide(a,b)'],
    ['with a word torn apart is not found', 'ret urn a / b'],
    ['that is short must have the right spaces', 'a/b'],
    ['that is a bracket after a number is not found', '4: }'],
    ['with another number before the code is not found', '2: const items = [1, 2, 4]'],
  ])('%s', (_, evidence) => {
    expect(asTheFileHasIt(sides, evidence)).toBe(evidence)
  })

  it('is the spelling nearest to the line where there are several', () => {
    const text = indexText('total = first+second\n\n\n\ntotal = first +second\n')
    const at = (line: number) => asTheFileHasIt({ new: text, old: null }, 'total = first + second', line)
    expect([at(1), at(5)]).toEqual(['total = first+second', 'total = first +second'])
  })

  it('is found whatever the spaces around signs, and never for other characters', () => {
    const token = fc.constantFrom('alpha', '(', ')', 'beta', '=', '.', '/', '$x')
    const spaced = fc.record({ token, before: fc.boolean(), meant: fc.boolean() })
    const isWord = (text: string | undefined) => text !== undefined && /\w/.test(text)
    fc.assert(
      fc.property(fc.array(spaced, { minLength: 4, maxLength: 12 }), fc.nat(), (parts, changed) => {
        const write = (name: 'before' | 'meant', tokens: readonly string[]) =>
          tokens
            .map((text, at) => (parts[at]![name] || (isWord(text) && isWord(tokens[at - 1])) ? ` ${text}` : text))
            .join('')
        const tokens: readonly string[] = parts.map((part) => part.token)
        const file = { new: indexText(`${write('before', tokens)}\n`), old: null }
        const bare = (text: string) => text.replace(/\s/g, '')
        const right = write('meant', tokens)
        const wrong = write('meant', tokens.with(changed % tokens.length, '!'))
        // Three dots in a quote stand for what was left out.
        fc.pre(!right.includes('...'))
        if (bare(right).replace(/\W/g, '').length >= 8) expect(file.new.text).toBe(asTheFileHasIt(file, right).trim())
        expect(asTheFileHasIt(file, wrong)).toBe(wrong)
      }),
    )
  })
})

const careless = indexText(
  [
    'for (let i = 0; i < rows.length && isOpen; i++) {', // 1
    '  const row = rows[i]', // 2
    '  if (row.price < limit && row.name !== "none") {', // 3
    '    total -= row.price * (1 - rate)', // 4
    '  }', // 5
    '  log(`row without a price`, row.name)', // 6
    '}', // 7
    'send(', // 8
    '  total,', // 9
    '  { ...options, currency },', // 10
    ')', // 11
  ].join('\n'),
)
const [loop, condition] = [
  'for (let i = 0; i < rows.length && isOpen; i++) {',
  'if (row.price < limit && row.name !== "none") {',
]

describe('a careless copy', () => {
  it.each<[title: string, evidence: string, expected: string]>([
    ['with code left out', 'for (let i = 0; ... i++) {', loop],
    ['with code left out by one sign', 'for (let i = 0; … i++) {', loop],
    ['cut off in a word', 'for (let i = 0; i < rows.len...', loop],
    ['cut off after a word', 'for (let i = 0; i < rows.length ...', loop],
    ['cut off at its beginning', '...limit && row.name !== "none") {', condition],
    [
      'with lines left out',
      'const row = rows[i]\n  ...\n  total -= row.price * (1 - rate)',
      `const row = rows[i] ${condition} total -= row.price * (1 - rate)`,
    ],
    [
      'with lines left out by a comment that says so',
      'const row = rows[i]\n// ... the check ...\ntotal -= row.price * (1 - rate)',
      `const row = rows[i] ${condition} total -= row.price * (1 - rate)`,
    ],
    ['with a bracket after what is left out', `${condition}\n  // ...\n}`, condition],
    ['with dots that are code', 'send(total, {...options,currency})', 'send( total, { ...options, currency }, )'],
    ['with entities', 'if (row.price &lt; limit &amp;&amp; row.name !== &quot;none&quot;) {', condition],
    ['with typographic signs', 'total –= row.price * (1 − rate)', 'total -= row.price * (1 - rate)'],
    ['with typographic quotes', 'if (row.price < limit && row.name !== “none”) {', condition],
    ['with a semicolon too many', 'const row = rows[i];', 'const row = rows[i]'],
    [
      'with a semicolon too many in every line',
      `const row = rows[i];\n${condition};`,
      `const row = rows[i] ${condition}`,
    ],
    ['with a comma too few', 'total\n{ ...options, currency }\n)', 'total, { ...options, currency }, )'],
    ['with a comment appended', 'total -= row.price * (1 - rate) // wrong sign', 'total -= row.price * (1 - rate)'],
    [
      'with comments appended to several lines',
      `const row = rows[i]; // may be missing\n${condition} /* never true */`,
      `const row = rows[i] ${condition}`,
    ],
    ['with other line breaks', 'if(row.price\n    <limit && row.name!==\n "none"){', condition],
    [
      'in back-ticks line by line',
      '`const row = rows[i]`\n`if (row.price < limit`',
      'const row = rows[i] if (row.price < limit',
    ],
    [
      'without the back-ticks of the file',
      'log(row without a price, row.name)',
      'log(`row without a price`, row.name)',
    ],
    [
      'with a number, a mark and a comment',
      '4 +     total -= row.price*(1 - rate); // here',
      'total -= row.price * (1 - rate)',
    ],
    ['that is a short line with a semicolon', 'send(;', 'send('],
  ])('%s is found', (_, evidence, expected) => {
    expect(asTheFileHasIt({ new: careless, old: null }, evidence)).toBe(expected)
  })

  it.each<[title: string, evidence: string]>([
    ['a changed name beside what is left out', 'for (let j = 0; ... i++) {'],
    ['a changed operator after what is left out', 'for (let i = 0; ... i--) {'],
    ['a changed number before what is left out', 'for (let i = 1; ... i++) {'],
    ['parts in another order', 'total -= row.price\n...\nconst row = rows[i]'],
    ['too little around what is left out', 'if (... {'],
    ['a changed operator beside entities', 'if (row.price &gt; limit &amp;&amp; row.name'],
    ['a changed name before an appended comment', 'total -= row.cost * (1 - rate) // wrong sign'],
    ['code behind what looks like a comment', 'total -= row.price // rate'],
    ['a changed number and a semicolon', 'total -= row.price * (2 - rate);'],
    ['a name cut off without saying so', 'for (let i = 0; i < rows.len;'],
    ['other quotes', "row.name !== 'none'"],
  ])('with %s is not found', (_, evidence) => {
    expect(asTheFileHasIt({ new: careless, old: null }, evidence)).toBe(evidence)
  })

  it('with another operator where a mark could be is not found', () => {
    const text = indexText('sum = firstPrice\n  - secondPrice\n')
    expect(asTheFileHasIt({ new: text, old: text }, 'sum=firstPrice\n+ secondPrice')).toContain('+')
  })

  it('with another word in a line that only looks removed is not found', () => {
    const text = indexText("query()\n  ->where('category', id)\n  ->orderBy('name')\n")
    const quote = "+2   ->where('category', id)\n  ->orderBy('title')"
    expect(asTheFileHasIt({ new: text, old: null }, quote)).toBe(quote)
  })

  it('with lines left out is the nearest to the line, and leaves out no more than it must', () => {
    const text = indexText(
      `open(first)\nopen(first)\nread()\nclose(first)\n${'\n'.repeat(50)}open(first)\nclose(first)\n`,
    )
    const at = (line: number) => asTheFileHasIt({ new: text, old: null }, 'open(first)\n...\nclose(first)', line)
    expect([at(1), at(56)]).toEqual(['open(first) read() close(first)', 'open(first) close(first)'])
  })

  it('leaves out no more than 40 lines', () => {
    const text = (lines: number) => indexText(`open(first)\n${'x\n'.repeat(lines)}close(first)\n`)
    const quote = 'open(first)\n...\nclose(first)'
    expect(asTheFileHasIt({ new: text(39), old: null }, quote)).toContain('x close(first)')
    expect(asTheFileHasIt({ new: text(40), old: null }, quote)).toBe(quote)
  })

  it('that leaves out lines is not taken where every line counts', () => {
    const quote = 'const row = rows[i]\n...\ntotal -= row.price * (1 - rate)'
    expect(asTheFileHasIt({ new: careless, old: null }, quote, null, 'part_of_line')).toBe(quote)
  })
})

describe('a quote from code with a masked secret', () => {
  const line = "const rows = connect('correct-horse-battery').query('select ' + id)"
  const source = indexText(`import { connect } from './db.js'\n${line}\nexport default rows\n`)

  it.each<[title: string, evidence: string, expected: string]>([
    ['is the line', "const rows = connect('corr…').query('select ' + id)", line],
    ['is the whole line, where it is a part', "connect('corr…').query(", line],
    ['is the line, with its number', "2: const rows = connect('corr…').query('select ' + id)", line],
    [
      'is several lines',
      `const rows = connect('corr…').query('select ' + id)\nexport default rows`,
      `${line} export default rows`,
    ],
    ['is nothing with another beginning', "connect('wron…').query(", "connect('wron…').query("],
    ['is nothing where only the mask is there', 'corr…', 'corr…'],
  ])('%s', (_, evidence, expected) => {
    expect(asTheFileHasIt({ new: source, old: null }, evidence)).toBe(expected)
  })
})
