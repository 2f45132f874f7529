import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChangedFile } from '../../types.ts'
import { createDiffParser, type DiffSummary } from './index.ts'

// ── The cases ────────────────────────────────────────────────────────────────────────────────────────────────

interface Entry {
  readonly mode: string
  /** Of a link, its target; of a submodule, the commit. */
  readonly content: string | Buffer
}

type Tree = Readonly<Record<string, string | Buffer | Entry>>

interface Case {
  readonly name: string
  readonly base: Tree
  readonly head: Tree
  /** Options that decide what the change is; both patches and the oracle get them. */
  readonly detect?: readonly string[]
  /** Options for both patches that the oracle must not get. */
  readonly context?: readonly string[]
  /** Options that decide only how the foreign patch looks. */
  readonly show?: readonly string[]
  readonly config?: readonly string[]
  /** What the foreign patch must contain, or the case would test nothing. */
  readonly contains?: string
  /** Another source of the foreign patch than `git diff base head`. */
  readonly patch?: (folder: string) => Buffer
}

const numbered = (count: number, change: Readonly<Record<number, string>> = {}): string =>
  Array.from({ length: count }, (_, index) => `${change[index + 1] ?? `line ${index + 1}`}\n`).join('')
const executable = (content: string): Entry => ({ mode: '100755', content })
const link = (content: string): Entry => ({ mode: '120000', content })
const submodule = (digit: string): Entry => ({ mode: '160000', content: digit.repeat(40) })
const binary = (...bytes: number[]): Buffer => Buffer.from([0, 1, 2, 0, ...bytes])
const noise = Buffer.from(Array.from({ length: 3000 }, (_, index) => (index * index * 31 + (index >> 3) * 7) & 255))

const edited = numbered(20, { 10: 'changed' })
const rename = ['-M']
const dashes = {
  base: { 'schema.sql': `-- drop x\n${numbered(5)}-- drop y\n` },
  head: { 'schema.sql': `${numbered(5)}++ plus\n++ b/plus.sql\n` },
}

const cases: readonly Case[] = [
  {
    name: '1 rename, pure',
    contains: 'similarity index 100%',
    base: { 'a.txt': numbered(20) },
    head: { 'b.txt': numbered(20) },
    detect: rename,
  },
  { name: '2 rename with an edit', base: { 'a.txt': numbered(20) }, head: { 'x/b.txt': edited }, detect: rename },
  {
    name: '3 rename, non-ASCII',
    contains: 'rename from "f\\303\\274r.txt"',
    base: { 'für.txt': numbered(20) },
    head: { 'größer als.txt': edited },
    detect: rename,
  },
  {
    name: '4 copy',
    contains: 'copy from a.txt',
    base: { 'a.txt': numbered(20) },
    head: { 'a.txt': numbered(20), 'copy.txt': numbered(21) },
    detect: ['-M', '-C', '--find-copies-harder'],
  },
  {
    name: '5 binary',
    contains: 'Binary files /dev/null and b/added.bin differ',
    base: { 'changed.bin': binary(1), 'deleted.bin': binary(2, 2) },
    head: { 'changed.bin': binary(3), 'added.bin': binary(4, 4, 4) },
  },
  {
    name: '6 binary patch',
    contains: 'GIT binary patch',
    base: { 'noise.bin': binary(1) },
    head: { 'noise.bin': noise, 'text.txt': numbered(3) },
    show: ['--binary'],
  },
  {
    name: '7 mode only',
    contains: 'old mode 100644',
    base: { 'run.sh': numbered(3) },
    head: { 'run.sh': executable(numbered(3)) },
  },
  { name: '8 mode and edit', base: { 'run.sh': numbered(20) }, head: { 'run.sh': executable(edited) } },
  {
    name: '9 submodule',
    contains: '-Subproject commit 1',
    base: { sub: submodule('1') },
    head: { sub: submodule('2') },
  },
  {
    name: '10 type change',
    contains: 'deleted file mode 100644',
    base: { it: numbered(20), z: 'z\n' },
    head: { it: link('target'), z: 'y\n' },
  },
  { name: '11 symbolic link', base: { it: link('here') }, head: { it: link('there') } },
  {
    name: '12 path with blanks',
    contains: '--- a/a folder/a file.txt\t',
    base: { 'a folder/a file.txt': numbered(20), 'a folder/empty file': '' },
    head: { 'a folder/a file.txt': edited, 'a folder/empty file': executable('') },
  },
  {
    name: '13 path with a trailing blank',
    contains: '--- a/trailing \t',
    base: { 'trailing ': numbered(20) },
    head: { 'trailing ': edited },
  },
  {
    name: '14 path, non-ASCII, quoted',
    contains: '"b/\\303\\251/',
    base: { 'é/日本語.txt': numbered(20) },
    head: { 'é/日本語.txt': edited },
  },
  {
    name: '15 path, non-ASCII, unquoted',
    contains: '+++ b/é/日本語.txt',
    base: { 'é/日本語.txt': numbered(20), 'é/empty': '' },
    head: { 'é/日本語.txt': edited, 'é/empty': executable('') },
    config: ['core.quotepath=false'],
  },
  {
    name: '16 path with quote, tab, backslash',
    contains: 'a\\"b\\tc\\\\d.txt',
    base: { 'a"b\tc\\d.txt': numbered(20), 'plain "': '' },
    head: { 'a"b\tc\\d.txt': edited, 'plain "': executable('') },
  },
  {
    name: '17 path with a newline',
    contains: 'one\\ntwo',
    base: { 'one\ntwo': numbered(20) },
    head: { 'one\ntwo': edited },
  },
  {
    name: '18 " b/" in the path',
    contains: 'diff --git a/folder b/folder b/empty b/folder b/folder b/empty',
    base: { 'folder b/x': numbered(20), 'folder b/folder b/empty': '' },
    head: { 'folder b/x': edited, 'folder b/folder b/empty': executable('') },
  },
  {
    name: '19 no prefix',
    contains: '--- a/in.txt\n+++ a/in.txt',
    base: { 'a/in.txt': numbered(20), a2: 'x\n', mode: 'm\n', 'b/gone.txt': 'g\n' },
    head: { 'a/in.txt': edited, a2: 'y\n', mode: executable('m\n'), 'b/new.txt': numbered(3) },
    show: ['--no-prefix'],
  },
  {
    name: '20 mnemonic prefixes',
    contains: '--- i/in/edit.txt\n+++ w/in/edit.txt',
    base: { 'in/edit.txt': numbered(20), mode: 'm\n' },
    head: { 'in/edit.txt': edited, mode: executable('m\n'), 'w/added.txt': numbered(3) },
    patch: mnemonicPatch,
  },
  {
    name: '21 own prefixes',
    contains: '--- old/in/edit.txt\n+++ new/in/edit.txt',
    base: { 'in/edit.txt': numbered(20), mode: 'm\n', gone: 'g\n' },
    head: { 'in/edit.txt': edited, mode: executable('m\n'), 'new/added.txt': numbered(3) },
    show: ['--src-prefix=old/', '--dst-prefix=new/'],
  },
  {
    name: '22 no newline at the end',
    contains: '\\ No newline',
    base: { both: 'a\nb', old: 'a\nb', now: 'a\nb\n' },
    head: { both: 'a\nc', old: 'a\nb\n', now: 'a\nb' },
  },
  {
    name: '23 text that says so',
    base: { f: 'x\n' },
    head: {
      f: 'x\n\\ No newline at end of file\nBinary files a/f and b/f differ\nrename from q\nGIT binary patch\n',
    },
  },
  { name: '24 CRLF', base: { f: 'a\r\nb\r\nc\r\n' }, head: { f: 'a\r\nB\r\nc\r\nd\r\n' } },
  { name: '25 lone CR', base: { f: 'a\rb\nc\r\rd\n\r' }, head: { f: 'a\rB\nc\r\rd\ne\r\n\rf' } },
  {
    name: '26 other line breaks',
    base: { f: Buffer.from('a\u2028b\nc\x0cd\x0be\n', 'utf8') },
    head: { f: Buffer.concat([Buffer.from('a\u2028B\u2029\nc\x0cd\x0bE\u0085\n', 'utf8'), Buffer.from([0x85, 10])]) },
  },
  {
    name: '27 not UTF-8',
    base: { f: Buffer.from('caf\xe9\nna\xefve\n', 'latin1') },
    head: { f: Buffer.from('caf\xe8\nna\xefve\n\xff\n', 'latin1') },
  },
  { name: '28 empty files', base: { gone: '', f: 'a\n' }, head: { added: '', f: 'b\n' } },
  { name: '29 dashes and pluses', ...dashes },
  {
    name: '30 looks like headers',
    base: { f: `${numbered(3)}-- a/old.txt\n${numbered(2)}`, z: 'z\n' },
    head: {
      f: `${numbered(3)}++ b/new.txt\n@\n@@ -1,1 +1,1 @@\ndiff --git a/x b/x\nindex 123..456 100644\n${numbered(2)}`,
      z: 'y\n',
    },
  },
  {
    name: '31 whole hunk looks like headers',
    base: { f: '-- a/old.txt\n', z: 'z\n' },
    head: { f: '++ b/new.txt\n@@ -1,1 +1,1 @@\n-foo\n+bar\n', z: 'y\n' },
  },
  {
    name: '32 a patch file in the diff',
    base: { 'fix.patch': 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n \n-old\n+new\n' },
    head: { 'fix.patch': 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n \n-older\n+newer\n \n' },
  },
  {
    name: '33 @@ in the section heading',
    contains: '@@ void f(void) { /* @@ -1,1 +9,9 @@ */',
    base: { 'f.c': `void f(void) { /* @@ -1,1 +9,9 @@ */\n${numbered(20).replaceAll('line', ' line')}` },
    head: {
      'f.c': `void f(void) { /* @@ -1,1 +9,9 @@ */\n${numbered(20, { 15: 'changed' }).replaceAll('line', ' line')}`,
    },
  },
  {
    name: '34 huge line',
    base: { f: `${'x'.repeat(6_000_000)}\nend\n` },
    head: { f: `${'y'.repeat(6_000_000)}\nend\nmore\n` },
  },
  {
    name: '35 no context',
    contains: '@@ -5 +4,0 @@',
    base: { f: numbered(40) },
    head: { f: numbered(40, { 20: 'changed', 30: 'line 30\ninserted' }).replace('line 5\n', '') },
    context: ['-U0'],
  },
  {
    name: '36 blank context lines',
    contains: '@@\n a\n\n-b',
    base: { f: 'a\n\nb\n\n\nc\n' },
    head: { f: 'a\n\nB\n\n\nc\n' },
    config: ['diff.suppressBlankEmpty=true'],
  },
  { name: '37 one-line hunk', contains: '@@ -1 +1 @@', base: { f: 'a\n' }, head: { f: 'b\n' } },
  { name: '38 deletion of a file', base: { gone: numbered(20), f: 'f\n' }, head: { f: 'f\n' } },
  {
    name: '39 rewrite',
    contains: 'dissimilarity index',
    base: { f: numbered(200) },
    head: { f: numbered(200).replaceAll('line', 'other words') },
    detect: ['-B', '-M'],
  },
  { name: '40 only newlines', base: { f: '\n\n\n' }, head: { f: '\n\n\n\n\n' } },
  { name: '41 insertion before line 1', base: { f: numbered(9) }, head: { f: `first\n${numbered(9)}` } },
  {
    name: '42 merge, combined',
    contains: '@@@ -1,',
    base: { f: numbered(9, { 5: 'ours', 6: 'both' }) },
    head: { f: numbered(9, { 5: 'resolved\n-- more', 7: 'theirs' }).replace('line 2\n', '') },
    patch: mergePatch,
  },
  {
    name: '43 format-patch',
    contains: '\n-- \n',
    ...dashes,
    patch: (folder) => git(folder, ['format-patch', '--stdout', 'base..head']),
  },
  { name: '44 text before the diff', contains: 'commit ', ...dashes, patch: (folder) => git(folder, ['show', 'head']) },
  {
    name: '45 plain diff -u',
    contains: '+++ new/one.txt\t',
    base: { 'one.txt': numbered(20), 'in/two.txt': 'a\nb\n', 'gone.txt': 'g\n' },
    head: { 'one.txt': edited, 'in/two.txt': 'a\nc', 'new.txt': 'n\n' },
    patch: plainPatch,
  },
]

function mnemonicPatch(folder: string): Buffer {
  git(folder, ['checkout', '-q', 'head'])
  git(folder, ['reset', '-q', '--mixed', 'base'])
  git(folder, ['add', '-N', '.'])
  return git(folder, ['-c', 'diff.mnemonicPrefix=true', 'diff'])
}

/** `head` is made a merge of `base` and of a branch that changed the same lines. */
function mergePatch(folder: string): Buffer {
  const theirs = numbered(9, { 5: 'theirs', 7: 'theirs' })
  const commands = [
    commitCommand('theirs', { f: theirs }),
    `${commitCommand('merge', {})}from refs/heads/base\nmerge refs/heads/theirs\ndeleteall\n`,
    fileCommand('f', cases.find(({ name }) => name.startsWith('42'))?.head.f ?? ''),
  ]
  git(folder, ['fast-import', '--quiet'], Buffer.concat(commands.map((command) => Buffer.from(command))))
  return git(folder, ['show', 'merge'])
}

function plainPatch(folder: string): Buffer {
  for (const [side, ref] of [
    ['old', 'base'],
    ['new', 'head'],
  ] as const) {
    mkdirSync(join(folder, side))
    git(folder, [`--work-tree=${side}`, 'checkout', '-q', '-f', ref, '--', '.'])
  }
  // diff ends with 1 when there are differences.
  return execFileSync('sh', ['-c', 'diff -ruN old new || test $? = 1'], { cwd: folder })
}

// ── What git and the blobs say ───────────────────────────────────────────────────────────────────────────────

interface Lines {
  readonly path: string
  readonly line: number
  readonly text: string
}

interface Reading {
  readonly files: readonly ChangedFile[]
  readonly added: readonly Lines[]
  readonly removed: readonly Lines[]
  readonly summary: DiffSummary
}

interface Expected {
  readonly files: readonly Partial<ChangedFile>[]
  readonly raw: Buffer
  readonly patch: Buffer
}

const statuses: Readonly<Record<string, ChangedFile['status']>> = {
  A: 'added',
  C: 'copied',
  D: 'deleted',
  M: 'modified',
  R: 'renamed',
  T: 'type_changed',
}

const ownOptions = ['--no-color', '--no-ext-diff', '--no-textconv', '--src-prefix=a/', '--dst-prefix=b/']

function build(
  folder: string,
  { base, head, detect = [], context = [], show = [], config = [], patch }: Case,
): Expected {
  git(folder, ['init', '-q', '.'])
  const commands = [commitCommand('base', base), '\n', commitCommand('head', head, 'base'), '\n']
  git(folder, ['fast-import', '--quiet'], Buffer.concat(commands.map((command) => Buffer.from(command))))
  const settings = config.flatMap((setting) => ['-c', setting])
  const diff = (...options: string[]) => git(folder, [...settings, 'diff', ...options, ...detect, 'base', 'head'])
  return {
    files: expectedFiles(
      diff('--raw', '-z', '--no-abbrev').toString('utf8').split('\0').slice(0, -1),
      diff('--numstat', '-z').toString('utf8').split('\0').slice(0, -1),
    ),
    raw: diff('--raw', '-z', '--no-abbrev', '-p', ...context, ...ownOptions),
    patch: patch === undefined ? diff(...context, ...show) : patch(folder),
  }
}

function expectedFiles(raw: string[], counts: string[]): Partial<ChangedFile>[] {
  const files: Partial<ChangedFile>[] = []
  while (raw.length > 0) {
    const [oldMode = '', newMode, oldBlob, newBlob, letter = ''] = (raw.shift() ?? '').slice(1).split(' ')
    const status = statuses[letter.charAt(0)] ?? expect.fail(letter)
    const oldPath = /^[RC]/.test(letter) ? (raw.shift() ?? null) : null
    const path = raw.shift() ?? ''
    const [added = '', removed = ''] = (counts.shift() ?? '').split('\t')
    if (oldPath !== null) counts.splice(0, 2)
    files.push({
      path,
      oldPath,
      status,
      oldMode,
      newMode: newMode ?? '',
      oldBlob: blobOf(oldBlob),
      newBlob: blobOf(newBlob),
      binary: added === '-',
      addedLines: Number(added.replace('-', '0')),
      removedLines: Number(removed.replace('-', '0')),
    })
  }
  return files
}

function blobOf(id: string | undefined): string | null {
  return id === undefined || /^0+$/.test(id) ? null : id
}

/** The lines of a file as git's diff sees them, or of the sentence it shows for a submodule. */
function linesOf(tree: Tree, path: string | undefined | null): string[] {
  const entry = tree[path ?? ''] ?? ''
  const isEntry = typeof entry === 'object' && 'mode' in entry
  const content = isEntry ? entry.content : entry
  if (isEntry && entry.mode === '160000') return [`Subproject commit ${content}`]
  const lines = Buffer.from(content).toString('latin1').split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.map((line) => Buffer.from(line, 'latin1').toString('utf8'))
}

// ── Reading ──────────────────────────────────────────────────────────────────────────────────────────────────

function read(chunks: Iterable<Uint8Array>, raw: boolean): Reading {
  const files: ChangedFile[] = []
  const added: Lines[] = []
  const removed: Lines[] = []
  const parser = createDiffParser(
    {
      onFile: (file) => files.push(file),
      onAdded: (path, line, text) => added.push({ path, line, text }),
      onRemoved: (path, line, text) => removed.push({ path, line, text }),
    },
    { raw },
  )
  for (const chunk of chunks) parser.push(chunk)
  return { files, added, removed, summary: parser.end() }
}

function* split(bytes: Buffer, sizeAt: (start: number) => number): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; ) {
    const end = start + sizeAt(start)
    yield bytes.subarray(start, end)
    start = end
  }
}

/** One byte at a time; only the middle of a huge line comes at once. */
function singleBytes(bytes: Buffer): (start: number) => number {
  return (start) => {
    const behindBreak = start - (start === 0 ? 0 : bytes.lastIndexOf(10, start - 1))
    const rest = behindBreak < 1000 ? 0 : bytes.indexOf(10, start) - start
    return rest > 1000 ? rest - 500 : 1
  }
}

/** Always the same sizes for the same seed. */
function randomSizes(seed: number, largest: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return 1 + ((state >>> 8) % largest)
  }
}

function git(folder: string, args: readonly string[], input?: Buffer): Buffer {
  return execFileSync('git', args, {
    cwd: folder,
    maxBuffer: 100_000_000,
    stdio: ['pipe', 'pipe', 'inherit'],
    ...(input === undefined ? {} : { input }),
  })
}

function commitCommand(name: string, tree: Tree, parent?: string): Buffer {
  const lines = [
    `commit refs/heads/${name}`,
    'committer Test Author <author@example.invalid> 0 +0000',
    'data 4',
    'text',
  ]
  if (parent !== undefined) lines.push(`from refs/heads/${parent}`, 'deleteall')
  const files = Object.entries(tree).map(([path, entry]) => fileCommand(path, entry))
  return Buffer.concat([Buffer.from(`${lines.join('\n')}\n`), ...files])
}

function fileCommand(path: string, entry: Tree[string]): Buffer {
  const { mode, content } =
    typeof entry === 'object' && 'mode' in entry ? entry : { mode: '100644', content: Buffer.from(entry) }
  const quoted = `"${path.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`
  if (mode === '160000') return Buffer.from(`M ${mode} ${content} ${quoted}\n`)
  const bytes = Buffer.from(content)
  return Buffer.concat([Buffer.from(`M ${mode} inline ${quoted}\ndata ${bytes.length}\n`), bytes, Buffer.from('\n')])
}

// ── The tests ────────────────────────────────────────────────────────────────────────────────────────────────

let root = ''
const built = new Map<string, Expected>()

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'review-loop-diff-'))
  for (const row of cases) {
    const folder = join(root, String(built.size + 1))
    mkdirSync(folder)
    built.set(row.name, build(folder, row))
  }
}, 60_000)

afterAll(() => rmSync(root, { recursive: true, force: true }))

it.each(cases.filter(({ contains }) => contains !== undefined))('builds what it should: $name', (row) => {
  expect(expected(row).patch.toString('utf8')).toContain(row.contains)
})

const expected = (row: Case): Expected => built.get(row.name) ?? expect.fail(row.name)

it('has all 45 cases', () => {
  expect(cases.map(({ name }) => Number.parseInt(name, 10))).toEqual(
    Array.from({ length: 45 }, (_, index) => index + 1),
  )
})

describe.each(cases)('$name', (row) => {
  it('reads the files from the raw records', () => {
    const { raw, files } = expected(row)
    const reading = read([raw], true)
    expect(reading.summary).toMatchObject({ truncated: false, problems: [] })
    expect(reading.files).toMatchObject(files)
    expect(reading.files).toHaveLength(files.length)
    checkLines(row, reading)
  })

  it('reads the files from the patch alone', () => {
    const { patch, files } = expected(row)
    const reading = read([patch], false)
    expect(reading.summary).toMatchObject({ truncated: false, problems: [] })
    // A patch abbreviates the blobs.
    const known = files.map(({ oldBlob, newBlob, ...rest }) => rest)
    expect(byPath(reading.files)).toMatchObject(byPath(known))
    expect(reading.files).toHaveLength(files.length)
    checkLines(row, reading)
  })

  it('gives the same wherever the chunks end', () => {
    const { raw, patch } = expected(row)
    for (const [bytes, isRaw] of [
      [raw, true],
      [patch, false],
    ] as const) {
      const whole = read([bytes], isRaw)
      const few = bytes.length > 1_000_000 ? 1000 : 1
      for (const sizes of [
        singleBytes(bytes),
        randomSizes(1, 7 * few),
        randomSizes(2, 97 * few),
        randomSizes(3, 70_000),
      ]) {
        // Not toEqual on 6 MB of text: a failure would take minutes to print.
        expect(JSON.stringify(read(split(bytes, sizes), isRaw)) === JSON.stringify(whole)).toBe(true)
      }
    }
  })
})

/** Each line stands where it is said to stand, none is missing, and the ranges say the same. */
function checkLines(row: Case, reading: Reading): void {
  for (const file of reading.files) {
    const oldLines = file.status === 'added' ? [] : linesOf(row.base, file.oldPath ?? file.path)
    const newLines = file.status === 'deleted' ? [] : linesOf(row.head, file.path)
    const added = reading.added.filter(({ path }) => path === file.path)
    const removed = reading.removed.filter(({ path }) => path === file.path)
    expect(added.every(({ line, text }) => newLines[line - 1] === text)).toBe(true)
    expect(removed.every(({ line, text }) => oldLines[line - 1] === text)).toBe(true)
    expect(numbersIn(file.added)).toEqual(added.map(({ line }) => line))
    expect(numbersIn(file.removed)).toEqual(removed.map(({ line }) => line))
    expect([file.addedLines, file.removedLines]).toEqual([added.length, removed.length])
    if (file.binary) continue
    const kept = newLines.filter((_, index) => !added.some(({ line }) => line === index + 1))
    const before = oldLines.filter((_, index) => !removed.some(({ line }) => line === index + 1))
    expect(kept.join('\n') === before.join('\n')).toBe(true)
  }
}

function numbersIn(ranges: ChangedFile['added']): number[] {
  return ranges.flatMap(({ start, end }) => Array.from({ length: end - start + 1 }, (_, index) => start + index))
}

/** A plain diff and a working tree have orders of their own. */
function byPath<T extends { path?: string }>(files: readonly T[]): T[] {
  return [...files].sort((left, right) => ((left.path ?? '') < (right.path ?? '') ? -1 : 1))
}
