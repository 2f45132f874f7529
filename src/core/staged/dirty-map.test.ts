import { execFileSync } from 'node:child_process'
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { dirtyMapFrom, neededIds } from './dirty-map.ts'
import { parsePorcelain, type StatusEntry } from './porcelain.ts'

/** 'XY path' or 'XY path < old path' */
function entry(written: string): StatusEntry {
  const [path = '', oldPath = null] = written.slice(3).split(' < ')
  return { index: written[0] ?? '', worktree: written[1] ?? '', path, oldPath }
}

const anything = (prefix: string) => new Map(['a', 'b'].map((path) => [path, `${prefix}:${path}`]))
const ids = { worktree: anything('disk'), index: anything('index') }

describe('dirtyMapFrom', () => {
  it.each<[state: string, expected: Record<string, string>]>([
    ['?? a', { a: 'disk:a' }],
    [' M a', { a: 'disk:a' }],
    ['MM a', { a: 'disk:a' }],
    ['AM a', { a: 'disk:a' }],
    [' T a', { a: 'disk:a' }],
    [' A a', { a: 'disk:a' }],
    ['M  a', { a: 'index:a' }],
    ['A  a', { a: 'index:a' }],
    ['T  a', { a: 'index:a' }],
    ['D  a', { a: '<deleted>' }],
    [' D a', { a: '<deleted>' }],
    ['AD a', { a: '<deleted>' }],
    ['R  b < a', { a: '<deleted>', b: 'index:b' }],
    ['RM b < a', { a: '<deleted>', b: 'disk:b' }],
    ['RD b < a', { a: '<deleted>', b: '<deleted>' }],
    [' R b < a', { a: '<deleted>', b: 'disk:b' }],
    ['C  b < a', { b: 'index:b' }],
    ['CM b < a', { b: 'disk:b' }],
    [' C b < a', { b: 'disk:b' }],
  ])('reads %j', (state, expected) => {
    expect(dirtyMapFrom([entry(state)], ids)).toEqual({ value: new Map(Object.entries(expected)) })
  })

  it.each<[state: string, problem: RegExp]>([
    ['UU a', /conflict/],
    ['AU a', /conflict/],
    ['UD a', /conflict/],
    ['AA a', /conflict/],
    ['DD a', /conflict/],
    ['!! a', /"!!", which has no place/],
    ['X  a', /no place/],
    ['   a', /no place/],
    ['R? b < a', /no place/],
    ['?? folder/', /folder\/ has no content on disk that could be hashed/],
    ['M  c', /no content in the index/],
  ])('refuses %j', (state, problem) => {
    expect(dirtyMapFrom([entry('?? b'), entry(state)], ids)).toEqual({ problems: [expect.stringMatching(problem)] })
  })

  it.each([[['D  a', '?? a']], [['?? a', 'D  a']]])('takes a file that left the index only as there: %j', (states) => {
    expect(dirtyMapFrom(states.map(entry), ids)).toEqual({ value: new Map([['a', 'disk:a']]) })
  })

  it('is sorted by path', () => {
    const result = dirtyMapFrom([entry(' M b'), entry('?? a')], ids)
    expect('value' in result && [...result.value.keys()]).toEqual(['a', 'b'])
  })

  it('says which ids it needs', () => {
    const states = ['?? a', 'M  b', ' D c', 'R  d < e', 'UU f']
    expect(neededIds(states.map(entry))).toEqual({ worktree: ['a'], index: ['b', 'd'] })
  })
})

describe('parsePorcelain', () => {
  it.each<[text: string, expected: readonly StatusEntry[]]>([
    ['', []],
    ['?? a b\0', [entry('?? a b')]],
    [' M a\0R  new\0old\0?? c\0', [entry(' M a'), entry('R  new < old'), entry('?? c')]],
    [' C new\0 old \0', [{ index: ' ', worktree: 'C', path: 'new', oldPath: ' old ' }]],
    ['?? line\nbreak\0', [entry('?? line\nbreak')]],
  ])('reads %j', (text, value) => {
    expect(parsePorcelain(text)).toEqual({ value })
  })

  it.each<[text: string, problem: RegExp]>([
    ['?? a', /cut off/],
    ['fatal: not a repository\0', /no record/],
    ['R  new\0', /where new comes from/],
    ['M\0', /no record/],
    ['\0', /no record/],
  ])('refuses %j', (text, problem) => {
    expect(parsePorcelain(text)).toEqual({ problems: [expect.stringMatching(problem)] })
  })

  it('reads what git says', () => {
    const folder = mkdtempSync(join(tmpdir(), 'dirty-map-'))
    try {
      const git = (...words: string[]) =>
        execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], { cwd: folder, encoding: 'utf8' })
      const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
      git('init', '-q')
      for (const name of ['kept', 'edited', 'staged', 'gone', 'moved']) write(name, `${name}\n`.repeat(9))
      git('add', '.')
      git('commit', '-qm', 'first')
      write('edited', 'other\n')
      write('staged', 'other\n')
      git('add', 'staged')
      rmSync(join(folder, 'gone'))
      renameSync(join(folder, 'moved'), join(folder, 'to here'))
      git('add', 'moved', 'to here')
      write('new', 'new\n')
      const parsed = parsePorcelain(git('status', '--porcelain=v1', '-z', '--untracked-files=all'))
      if (!('value' in parsed)) throw new Error(parsed.problems.join())
      const hash = (paths: readonly string[]) =>
        new Map(paths.map((path) => [path, git('hash-object', '--', path).trim()] as const))
      const { worktree, index } = neededIds(parsed.value)
      const result = dirtyMapFrom(parsed.value, { worktree: hash(worktree), index: hash(index) })
      expect('value' in result && [...result.value]).toEqual([
        ['edited', hash(['edited']).get('edited')],
        ['gone', '<deleted>'],
        ['moved', '<deleted>'],
        ['new', hash(['new']).get('new')],
        ['staged', hash(['staged']).get('staged')],
        ['to here', hash(['to here']).get('to here')],
      ])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
