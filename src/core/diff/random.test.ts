import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ChangedFile } from '../../types.ts'
import { createDiffParser, type DiffSummary } from './index.ts'

interface Entry {
  readonly mode: '100644' | '100755' | '120000'
  readonly content: Buffer
}

type Tree = ReadonlyMap<string, Entry>

interface Line {
  readonly path: string
  readonly line: number
  readonly text: string
}

interface Reading {
  readonly files: readonly ChangedFile[]
  readonly added: readonly Line[]
  readonly removed: readonly Line[]
  readonly summary: DiffSummary
}

// ── Random repositories ──────────────────────────────────────────────────────────────────────────────────────

const name = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom('a', 'b', 'src', 'x y', 'a b', 'ä', '日本', 'q"q', 'back\\slash', 'tab\there'),
  },
  fc.constantFrom(
    'new\nline',
    ' lead',
    'trail ',
    'dev',
    'null',
    'a b/a b',
    '"',
    '\u2028',
    '\u007f',
    '😀',
    '-- ',
    'x => y',
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 4 }).filter((text) => !/[/\0]|^\.|\.$|^git/i.test(text)),
)
// A suffix per depth keeps a file from standing where another one needs a folder.
const path = fc
  .array(name, { minLength: 1, maxLength: 3 })
  .map((parts) => `${parts.map((part, index) => (index < parts.length - 1 ? `${part}.d` : part)).join('/')}.f`)
  .filter((text) => Buffer.from(text).toString() === text)

const line = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('', 'one', 'two', 'three', '  four', 'five five five', '}') },
  fc.constantFrom('-- x', '++ x', '-- a/old.txt', '++ b/new.txt', '@@ -1,1 +1,1 @@', '@@@ -1 -1 +1 @@@', '-', '+', ' '),
  fc.constantFrom(
    'diff --git a/x b/x',
    'index 123..456 100644',
    '\\ No newline at end of file',
    'rename from q',
    '--- a/x',
  ),
  fc.constantFrom('cr\r', '\r', 'a\rb', '\u2028', '\f', 'Binary files a and b differ', 'GIT binary patch', '\uFEFFbom'),
  fc.string({ unit: 'binary', maxLength: 12 }).map((text) => text.replace(/[\n\0]/g, '.')),
)
const text = fc
  .tuple(fc.array(line, { maxLength: 30 }), fc.boolean())
  .map(([lines, ends]) => Buffer.from(lines.join('\n') + (ends && lines.length > 0 ? '\n' : '')))
const bytes = fc.uint8Array({ maxLength: 40 }).map((array) => Buffer.from(array))
const entry: fc.Arbitrary<Entry> = fc.record({
  mode: fc.oneof({ weight: 6, arbitrary: fc.constant('100644' as const) }, fc.constantFrom('100755', '120000')),
  content: fc.oneof({ weight: 6, arbitrary: text }, bytes, fc.constant(Buffer.from('\0binary'))),
})

type Edit =
  | { readonly kind: 'keep' | 'delete' | 'mode' }
  | { readonly kind: 'move' | 'copy'; readonly to: string }
  | { readonly kind: 'replace'; readonly entry: Entry }
  | { readonly kind: 'splice'; readonly at: number; readonly remove: number; readonly insert: readonly string[] }

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ kind: fc.constantFrom('keep', 'delete', 'mode') }),
  fc.record({ kind: fc.constantFrom('move', 'copy'), to: path }),
  fc.record({ kind: fc.constant('replace' as const), entry }),
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('splice' as const),
      at: fc.nat(30),
      remove: fc.nat(3),
      insert: fc.array(line, { maxLength: 4 }),
    }),
  },
)

interface Change {
  readonly base: Tree
  readonly head: Tree
}

const change: fc.Arbitrary<Change> = fc
  .array(fc.record({ path, entry, edits: fc.array(edit, { minLength: 1, maxLength: 3 }) }), { maxLength: 6 })
  .map((rows) => {
    const base = new Map(rows.map((row) => [row.path, row.entry]))
    const head = new Map(base)
    for (const row of rows) for (const step of row.edits) applyEdit(head, row.path, step)
    return { base, head }
  })

function applyEdit(tree: Map<string, Entry>, at: string, step: Edit): void {
  const old = tree.get(at)
  if (old === undefined) return
  if (step.kind === 'delete' || step.kind === 'move') tree.delete(at)
  if (step.kind === 'move' || step.kind === 'copy') tree.set(step.to, old)
  if (step.kind === 'mode') tree.set(at, { ...old, mode: old.mode === '100644' ? '100755' : '100644' })
  if (step.kind === 'replace') tree.set(at, step.entry)
  if (step.kind !== 'splice') return
  const lines = old.content.toString('latin1').split('\n')
  lines.splice(step.at, step.remove, ...step.insert.map((inserted) => Buffer.from(inserted).toString('latin1')))
  tree.set(at, { ...old, content: Buffer.from(lines.join('\n'), 'latin1') })
}

// ── git ──────────────────────────────────────────────────────────────────────────────────────────────────────

let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'review-loop-random-'))
  git(['init', '-q', '--bare', '.'])
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function git(args: readonly string[], input?: Buffer): Buffer {
  return execFileSync('git', args, { cwd: folder, stdio: ['pipe', 'pipe', 'inherit'], ...(input ? { input } : {}) })
}

function commit({ base, head }: Change): void {
  const sides = [
    ['base', base],
    ['head', head],
  ] as const
  git(['fast-import', '--quiet', '--force'], Buffer.concat(sides.flatMap(([ref, tree]) => commitCommand(ref, tree))))
}

function commitCommand(ref: string, tree: Tree): Buffer[] {
  const opening = `commit refs/heads/${ref}\ncommitter T <t@example.invalid> 0 +0000\ndata 0\ndeleteall\n`
  const files = [...tree].flatMap(([at, { mode, content }]) => {
    const quoted = at.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
    return [Buffer.from(`M ${mode} inline "${quoted}"\ndata ${content.length}\n`), content, Buffer.from('\n')]
  })
  return [Buffer.from(opening), ...files, Buffer.from('\n')]
}

const detect = ['-M', '-C', '--find-copies-harder']

function diff(...options: string[]): Buffer {
  return git(['diff', '--no-color', ...options, ...detect, 'base', 'head'])
}

/** One row per file: what `--name-status` and `--numstat` say. */
function oracle(): string[] {
  const statuses = diff('--name-status', '-z').toString('utf8').split('\0').slice(0, -1)
  const counts = diff('--numstat', '-z').toString('utf8').split('\0').slice(0, -1)
  const rows: string[] = []
  while (statuses.length > 0) {
    const letter = (statuses.shift() ?? '').charAt(0)
    const paths = statuses.splice(0, letter === 'R' || letter === 'C' ? 2 : 1)
    const [added, removed] = (counts.shift() ?? '').split('\t')
    if (paths.length === 2) counts.splice(0, 2)
    // For a change of type numstat compares file and link, while the patch shows one deleted and one added.
    rows.push(JSON.stringify([letter, ...paths, ...(letter === 'T' ? ['-', '-'] : [added, removed])]))
  }
  return rows
}

// ── Reading ──────────────────────────────────────────────────────────────────────────────────────────────────

function read(input: Buffer, raw: boolean, sizes: readonly number[]): Reading {
  const files: ChangedFile[] = []
  const added: Line[] = []
  const removed: Line[] = []
  const parser = createDiffParser(
    {
      onFile: (file) => files.push(file),
      onAdded: (at, number, content) => added.push({ path: at, line: number, text: content }),
      onRemoved: (at, number, content) => removed.push({ path: at, line: number, text: content }),
    },
    { raw },
  )
  for (let start = 0, round = 0; start < input.length; round++) {
    const end = start + (sizes[round % sizes.length] ?? 1)
    parser.push(input.subarray(start, end))
    start = end
  }
  return { files, added, removed, summary: parser.end() }
}

const letters: Readonly<Record<ChangedFile['status'], string>> = {
  added: 'A',
  copied: 'C',
  deleted: 'D',
  modified: 'M',
  renamed: 'R',
  type_changed: 'T',
}

function rowOf(file: ChangedFile, isUncounted: boolean): string {
  const paths = file.oldPath === null ? [file.path] : [file.oldPath, file.path]
  const counts = isUncounted ? ['-', '-'] : [String(file.addedLines), String(file.removedLines)]
  return JSON.stringify([letters[file.status], ...paths, ...counts])
}

function checkFiles(reading: Reading, rows: readonly string[]): void {
  expect(reading.summary.problems).toEqual([])
  const found = reading.files.map((file, index) => {
    // Binaries that move unchanged look like text in a patch.
    const isMoved = file.hunks.length === 0 && (rows[index] ?? '').endsWith('"-","-"]')
    return rowOf(file, file.binary || isMoved || file.status === 'type_changed')
  })
  expect(found).toEqual(rows)
}

function checkLines({ base, head }: Change, reading: Reading): void {
  for (const file of reading.files.filter(({ binary }) => !binary)) {
    const oldLines = file.status === 'added' ? [] : linesOf(base.get(file.oldPath ?? file.path))
    const newLines = file.status === 'deleted' ? [] : linesOf(head.get(file.path))
    const added = reading.added.filter(({ path: at }) => at === file.path)
    const removed = reading.removed.filter(({ path: at }) => at === file.path)
    expect(added.map(({ text: content }) => content)).toEqual(added.map((row) => newLines[row.line - 1]))
    expect(removed.map(({ text: content }) => content)).toEqual(removed.map((row) => oldLines[row.line - 1]))
    const kept = newLines.filter((_, index) => !added.some((row) => row.line === index + 1))
    expect(kept).toEqual(oldLines.filter((_, index) => !removed.some((row) => row.line === index + 1)))
  }
}

function linesOf(from: Entry | undefined): string[] {
  const lines = (from?.content ?? Buffer.alloc(0)).toString('latin1').split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines.map((content) => Buffer.from(content, 'latin1').toString('utf8'))
}

const chunkSizes = fc.array(fc.integer({ min: 1, max: 200 }), { minLength: 1, maxLength: 5 })

it('agrees with git on random repositories, with and without raw records', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(change, chunkSizes, (repository, sizes) => {
      commit(repository)
      const rows = oracle()
      const fromRaw = read(diff('--raw', '-z', '--no-abbrev', '-p', '--src-prefix=a/', '--dst-prefix=b/'), true, sizes)
      checkFiles(fromRaw, rows)
      checkLines(repository, fromRaw)
      const fromPatch = read(diff('-p', '--full-index'), false, sizes)
      checkFiles(fromPatch, rows)
      checkLines(repository, fromPatch)
    }),
    { numRuns: 40 },
  )
})

it('never throws and never loses a file in silence, whatever it is given', () => {
  const part = fc.oneof(line, fc.constantFrom('@@ -1,2 +1,2 @@', '--- a/f', '+++ b/f', ' context', '-old', '+new', '"'))
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), fc.boolean(), chunkSizes, (parts, raw, sizes) => {
      const input = Buffer.from(parts.join('\n'))
      const reading = read(input, raw, sizes)
      expect(reading).toEqual(read(input, raw, [1]))
      expect(reading.summary.files).toBe(reading.files.length)
      const hunks = reading.files.flatMap((file) => file.hunks)
      const announced = hunks.reduce((sum, hunk) => sum + hunk.oldCount + hunk.newCount, 0)
      expect(reading.added.length + reading.removed.length).toBeLessThanOrEqual(announced)
    }),
    { numRuns: 500 },
  )
})
