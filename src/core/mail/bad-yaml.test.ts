import { expect, it } from 'vitest'
import { feedback, note, request, swap } from '../../../test/support/mail.ts'
import { parseMessage } from './message.ts'

type Row = readonly [kind: string, text: string, line: number, problem: string]

const deep = 20_000
const bodyOf = (text: string) => text.slice(text.indexOf('body: |'))
const on = (text: string, line: string) => swap(text, 'channel: review\n', `${line}\n`)

const rows: readonly Row[] = [
  ['an empty file', '', 1, 'expected fields and values, found nothing'],
  ['a file of blank lines', '\n\n\n', 1, 'expected fields and values'],
  ['a file of comments', '# nothing\n', 1, 'expected fields and values'],
  ['a file of one word', 'hello\n', 1, 'expected fields and values, found "hello"'],
  ['a list', '- a\n- b\n', 1, 'expected fields and values, found a list'],
  ['a page of the web', '<!DOCTYPE html>\n<html>\n', 1, 'expected fields and values'],
  ['JSON that is cut off', '{"id": "msg', 1, 'not valid YAML'],
  ['text that is too long', `${request}#${'x'.repeat(80_000)}\n`, 1, 'longer than 80000 characters'],
  ['an anchor', on(note, 'channel: &a review'), 8, 'an anchor (&) is not allowed'],
  ['an anchor on a key', on(note, '&a channel: review'), 8, 'an anchor (&) is not allowed'],
  ['an alias', on(note, 'channel: *a'), 8, 'an alias (*) is not allowed'],
  ['an alias as a key', on(note, '*a : review'), 8, 'an alias (*) is not allowed'],
  ['an anchor and its alias', on(swap(note, 'P3', '&p P3'), 'channel: *p'), 5, 'an anchor (&) is not allowed'],
  ['a tag of the core', on(note, 'channel: !!str review'), 8, 'a tag (!) is not allowed'],
  ["a tag of one's own", on(note, 'channel: !secret review'), 8, 'a tag (!) is not allowed'],
  ['a tag that means nothing', on(note, 'channel: ! review'), 8, 'a tag (!) is not allowed'],
  ['a tag that runs code elsewhere', on(note, 'channel: !!python/object/apply:os.system [ls]'), 8, 'a tag (!)'],
  ['a tag in full', on(note, 'channel: !<tag:yaml.org,2002:str> review'), 8, 'a tag (!) is not allowed'],
  ['binary data', on(note, 'channel: !!binary aGk='), 8, 'a tag (!) is not allowed'],
  ['a tag on a list', swap(note, '[codex, gemini]', '!!set {codex, gemini}'), 3, 'a tag (!) is not allowed'],
  ['a tag on a key', on(note, '!x channel: review'), 8, 'a tag (!) is not allowed'],
  ['a merge key', on(note, '<<: {channel: review}'), 8, 'a merge key (<<) is not allowed'],
  ['a merge of an alias', on(note, '<<: *defaults'), 8, 'an alias (*) is not allowed'],
  ['a field twice', on(note, 'priority: P0'), 8, 'the field "priority" is there twice'],
  ['a field twice, once in quotes', on(note, '"priority": P0'), 8, 'the field "priority" is there twice'],
  ['a list as a key', on(note, '? [a, b]\n: c'), 8, 'a field is named by a word, found a list'],
  ['a map as a key', on(note, '? {a: b}\n: c'), 8, 'a field is named by a word, found a map'],
  ['a second document', `${request}---\n${request}`, 18, 'a second document begins here'],
  ['a second document after an end', `${request}...\n${request}`, 19, 'a second document begins here'],
  ['a directive of the version', `%YAML 1.1\n---\n${request}`, 1, 'a directive (%) is not allowed'],
  ['a directive of tags', `%TAG ! tag:example.com,2026:\n---\n${request}`, 1, 'a directive (%) is not allowed'],
  ['a tab as indentation', swap(note, '  Nothing', '\tNothing'), 17, 'not valid YAML'],
  ['a quote that does not end', on(note, 'channel: "review'), 17, 'not valid YAML'],
  ['a bracket that does not end', swap(note, '[codex, gemini]', '[codex, gemini'), 4, 'not valid YAML'],
  ['a map in a map in a line', on(note, 'channel: a: b'), 8, 'not valid YAML'],
  ['a line that belongs to nothing', on(note, 'channel review'), 8, 'not valid YAML'],
  ['an escape that does not exist', on(note, 'channel: "\\q"'), 8, 'not valid YAML'],
  ['a sign that is reserved', on(note, 'channel: @review'), 8, 'not valid YAML'],
  ['a field that is indented', on(note, '  channel: review'), 7, 'not valid YAML'],
  ['a null byte', on(note, 'channel: re\0view'), 8, 'the character U+0000 is not allowed'],
  ['a null byte as an escape', swap(note, 'The build', '"\\0The build').replace('again', 'again"'), 15, 'U+0000'],
  ['a bell in a comment', on(note, '# \u0007'), 8, 'the character U+0007 is not allowed'],
  ['a control sequence of a terminal', swap(note, 'The build', '\u001b[31mThe build'), 15, 'U+001B is not allowed'],
  ['a control sequence as an escape', swap(note, 'The build is green again', '"\\e[31m"'), 15, 'U+001B is not allowed'],
  ['a lone carriage return', swap(note, 'Nothing', 'No\rthing'), 17, 'the character U+000D is not allowed'],
  ['a delete sign', swap(note, 'Nothing', 'No\u007fthing'), 17, 'the character U+007F is not allowed'],
  ['a next-line sign', swap(note, 'Nothing', 'No\u0085thing'), 17, 'the character U+0085 is not allowed'],
  ['a line separator', swap(note, 'Nothing', 'No\u2028thing'), 17, 'the character U+2028 is not allowed'],
  ['text that runs backwards', swap(note, 'Nothing', 'No\u202ething'), 17, 'the character U+202E is not allowed'],
  ['an isolated direction', swap(note, 'Nothing', 'No\u2066thing'), 17, 'the character U+2066 is not allowed'],
  ['a byte order mark', `\ufeff${note}`, 1, 'U+FEFF is not allowed (a byte order mark: save the file'],
  ['a space without width', swap(note, 'Nothing', 'No\u200bthing'), 17, 'the character U+200B is not allowed'],
  ['a soft hyphen', swap(note, 'Nothing', 'No\u00adthing'), 17, 'the character U+00AD is not allowed'],
  ['a word joiner', swap(note, 'Nothing', 'No\u2060thing'), 17, 'the character U+2060 is not allowed'],
  ['an invisible plus', swap(note, 'Nothing', 'No\u2064thing'), 17, 'the character U+2064 is not allowed'],
  ['a filler', swap(note, 'Nothing', 'No\u3164thing'), 17, 'the character U+3164 is not allowed'],
  ['a separator of vowels', swap(note, 'Nothing', 'No\u180ething'), 17, 'the character U+180E is not allowed'],
  ['a mark of direction', swap(note, 'Nothing', 'No\u200fthing'), 17, 'the character U+200F is not allowed'],
  ['a tag of the language', swap(note, 'Nothing', 'No\u{e0041}thing'), 17, 'the character U+E0041 is not allowed'],
  ['another form of a letter', swap(note, 'Nothing', 'No\u{e0101}thing'), 17, 'the character U+E0101 is not allowed'],
  ['a joiner of letters', swap(note, 'Nothing', 'No\u200dthing'), 17, 'the character U+200D is not allowed'],
  ['a form of nothing', swap(note, 'Nothing', 'No\ufe0fthing'), 17, 'the character U+FE0F is not allowed'],
  ['half a surrogate pair', swap(note, 'Nothing', 'No\ud83dthing'), 17, 'the character U+D83D is not allowed'],
  ['half a pair as an escape', swap(note, 'The build is green again', '"\\ud83d"'), 15, 'U+D83D is not allowed'],
  ['lists in lists', swap(note, '[codex, gemini]', '[[[[[[[[[[codex]]]]]]]]]]'), 1, 'nested more than 8 levels deep'],
  [
    'maps by indentation',
    on(note, 'channel:\n a:\n  a:\n   a:\n    a:\n     a:\n      a:\n       a:\n        a: b'),
    16,
    'nested',
  ],
  ['a bomb of brackets', '['.repeat(deep), 1, 'nested more than 8 levels deep'],
  ['a bomb of braces', '{a: '.repeat(deep), 1, 'nested more than 8 levels deep'],
  ['a bomb of dashes', `${'- '.repeat(deep)}a`, 1, 'nested more than 8 levels deep'],
  ['a bomb of question marks', '? '.repeat(deep), 1, 'nested more than 8 levels deep'],
  ['a bomb of keys in a line', `[${'a: '.repeat(deep)}`, 1, 'nested more than 8 levels deep'],
  ['a bomb of dashes and question marks', '? - '.repeat(deep / 2), 1, 'nested more than 8 levels deep'],
  [
    'a bomb in a body',
    swap(feedback, 'round: 1\n', `round: ${'['.repeat(5000)}\n`),
    10,
    'nested more than 8 levels deep',
  ],
  ['a bomb of aliases', 'a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n', 2, 'an alias (*) is not allowed'],
  ['a body with an anchor', swap(feedback, 'round: 1', 'round: &r 1'), 11, 'an anchor (&) is not allowed'],
  ['a body with a tag', swap(feedback, 'round: 1', 'round: !!int 1'), 11, 'a tag (!) is not allowed'],
  ['a body with a field twice', swap(feedback, 'round: 1\n', 'round: 1\n  round: 2\n'), 12, '"round" is there twice'],
  ['a body of two documents', swap(feedback, 'round: 1\n', 'round: 1\n  ---\n  a: b\n'), 12, 'a second document'],
  ['a body with a merge key', swap(feedback, 'round: 1\n', 'round: 1\n  <<: {a: b}\n'), 12, 'a merge key (<<)'],
  ['a body with a syntax error', swap(feedback, 'round: 1', 'round: "1'), 12, 'not valid YAML'],
  [
    'a body that is prose',
    swap(feedback, 'findings_packet: packets', 'I looked at it, and packets'),
    10,
    'not valid YAML',
  ],
  ['a body that is a list', swap(request, bodyOf(request), 'body: |\n  - a\n'), 10, 'found a list'],
  ['a body that is one sentence', swap(request, bodyOf(request), 'body: Please review\n'), 9, 'found "Please'],
]

it.each(rows)('refuses %s', (_, text, line, problem) => {
  expect(parseMessage(text)).toEqual({
    problems: expect.arrayContaining([{ line, text: expect.stringContaining(problem) }]),
  })
})

it.each([
  ['comments', `# by hand\n${on(note, 'channel: review # of the parser')}`],
  ['a mark of the beginning', `---\n${note}`],
  ['a mark of the end', `${note}...\n`],
  ['line ends of Windows', request.replaceAll('\n', '\r\n')],
  ['quotes around names', on(note, '"channel": review')],
  ['optional fields without a value', on(note, 'channel: ""')],
  [
    'brackets and dashes in text',
    swap(note, 'Nothing', '- - - - - - - - - - - - - - - - - - - - [[[[[[[[[[[[ Nothing'),
  ],
])('reads %s', (_, text) => {
  expect(parseMessage(text)).toHaveProperty('value')
})

it('tells the line in the file for a body in quotes', () => {
  const quoted = swap(feedback, bodyOf(feedback), 'body: "findings_packet: a.yaml\\nround: none\\nblocking_count: 2"\n')
  expect(parseMessage(quoted)).toMatchObject({
    problems: [{ line: 9, text: expect.stringContaining('"round" must be') }],
  })
})
