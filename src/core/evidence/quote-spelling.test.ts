import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changeOf } from '../../../test/support/change.ts'
import { anchorIndex } from './anchor-index.ts'
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
    ['whose numbers go down is not numbered', '3: return a / b\n2: }'],
    ['where only some lines are numbered is not found', '2: // Nobody checks.\nreturn a / b'],
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
        if (bare(right).replace(/\W/g, '').length >= 8) expect(file.new.text).toBe(asTheFileHasIt(file, right).trim())
        expect(asTheFileHasIt(file, wrong)).toBe(wrong)
      }),
    )
  })
})

describe('a quote from code with a masked secret', () => {
  const line = "const rows = connect('correct-horse-battery').query('select ' + id)"
  const text = `import { connect } from './db.js'\n${line}\nexport default rows\n`
  const index = anchorIndex(changeOf('a.js', null, text), { new: text, old: null }, ['correct-horse-battery'])

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
    ['is nothing where code was left out', "const rows = …('select ' + id)", "const rows = …('select ' + id)"],
    ['is nothing where only the mask is there', 'corr…', 'corr…'],
  ])('%s', (_, evidence, expected) => {
    expect(asTheFileHasIt(index, evidence)).toBe(expected)
  })
})
