import { describe, expect, it } from 'vitest'
import type { ChangedFile } from '../../types.ts'
import { createDiffParser, type DiffOptions, type DiffSummary, parseDiff } from './index.ts'

const zeros = '0'.repeat(40)
const oneBlob = '1'.repeat(40)
const twoBlob = '2'.repeat(40)

const patch = [
  'diff --git a/one.txt b/one.txt',
  'index 1111111..2222222 100644',
  '--- a/one.txt',
  '+++ b/one.txt',
  '@@ -1,3 +1,4 @@ heading',
  ' a',
  '-b',
  '+B',
  '+BB',
  ' c',
  '@@ -10,2 +11 @@',
  '-j',
  ' k',
  '',
].join('\n')

const records = `:100644 100644 ${oneBlob} ${twoBlob} M\0one.txt\0`

function read(
  text: string,
  options: DiffOptions = {},
): { files: ChangedFile[]; lines: string[]; summary: DiffSummary } {
  const files: ChangedFile[] = []
  const lines: string[] = []
  const parser = createDiffParser(
    {
      onFile: (file) => files.push(file),
      onAdded: (path, line, content) => lines.push(`${path}:${line}+${content}`),
      onRemoved: (path, line, content) => lines.push(`${path}:${line}-${content}`),
    },
    options,
  )
  parser.push(Buffer.from(text))
  return { files, lines, summary: parser.end() }
}

const codes = (text: string, options?: DiffOptions): string[] =>
  read(text, options).summary.problems.map(({ code }) => code)

describe('createDiffParser', () => {
  it('gives hunks, ranges, counts and lines', () => {
    const { files, lines, summary } = read(patch)
    expect(files).toEqual([
      {
        path: 'one.txt',
        oldPath: null,
        status: 'modified',
        oldMode: '100644',
        newMode: '100644',
        oldBlob: null,
        newBlob: null,
        binary: false,
        addedLines: 2,
        removedLines: 2,
        hunks: [
          { oldStart: 1, oldCount: 3, newStart: 1, newCount: 4 },
          { oldStart: 10, oldCount: 2, newStart: 11, newCount: 1 },
        ],
        added: [{ start: 2, end: 3 }],
        removed: [
          { start: 2, end: 2 },
          { start: 10, end: 10 },
        ],
      },
    ])
    expect(lines).toEqual(['one.txt:2-b', 'one.txt:2+B', 'one.txt:3+BB', 'one.txt:10-j'])
    expect(summary).toEqual({ files: 1, addedLines: 2, removedLines: 2, truncated: false, problems: [] })
  })

  it('takes paths and blobs from the raw records', () => {
    const { files, summary } = read(`${records}\0${patch}`, { raw: true })
    expect(files).toMatchObject([{ path: 'one.txt', oldBlob: oneBlob, newBlob: twoBlob, addedLines: 2 }])
    expect(summary.problems).toEqual([])
  })

  it('gives the text of each line before its file, and files in the order of the diff', () => {
    const order: string[] = []
    const parser = createDiffParser({
      onFile: ({ path }) => order.push(path),
      onAdded: (path, line) => order.push(`${path}:${line}`),
    })
    parser.push(Buffer.from(patch + patch.replaceAll('one.txt', 'two.txt')))
    parser.end()
    expect(order).toEqual(['one.txt:2', 'one.txt:3', 'one.txt', 'two.txt:2', 'two.txt:3', 'two.txt'])
  })

  it('does not mind a chunk being used again', () => {
    const chunk = new Uint8Array(1)
    const texts: string[] = []
    const parser = createDiffParser({ onAdded: (_path, _line, text) => texts.push(text) })
    for (const byte of Buffer.from(patch)) {
      chunk[0] = byte
      parser.push(chunk)
    }
    expect(parser.end().files).toBe(1)
    expect(texts).toEqual(['B', 'BB'])
  })

  it('decodes only what is asked for', () => {
    const decoded: string[] = []
    const decode = (bytes: Uint8Array, start: number, end: number): string => {
      const text = Buffer.from(bytes.subarray(start, end)).toString('utf8')
      decoded.push(text)
      return text
    }
    const parser = createDiffParser({ onRemoved: () => {} }, { raw: true, decode })
    parser.push(Buffer.from(`${records}\0${patch}`))
    parser.end()
    expect(decoded.filter((text) => text.length === 1)).toEqual(['b', 'j'])
  })

  it('keeps a byte order mark', () => {
    expect(read(patch.replace('+B\n', '+\uFEFFB\n')).lines).toContain('one.txt:2+\uFEFFB')
  })

  it('is content with nothing', () => {
    const nothing = { files: 0, addedLines: 0, removedLines: 0, truncated: false, problems: [] }
    expect(read('').summary).toEqual(nothing)
    expect(read('', { raw: true }).summary).toEqual(nothing)
    expect(read('just\nsome text\n').summary).toEqual(nothing)
  })
})

describe('a diff that is cut short', () => {
  const whole = `${records}\0${patch}`
  const secondHunk = whole.indexOf('@@ -10')

  it('is reported wherever the output of git ends too early', () => {
    const silent = Array.from({ length: whole.length - 1 }, (_, index) => index + 1).filter(
      (length) => !read(whole.slice(0, length), { raw: true }).summary.truncated,
    )
    // Nothing tells that another hunk would have followed.
    expect(silent).toEqual([secondHunk])
  })

  it('is reported wherever a line of a foreign hunk is missing at the end', () => {
    const lines = patch.split('\n')
    const silent = lines
      .map((_, count) => count)
      .filter((count) => {
        return !read(`${lines.slice(0, count).join('\n')}\n`).summary.truncated
      })
    // Nothing, a header without names, a complete first hunk, and the whole.
    expect(silent).toEqual([0, 1, 2, 10, 13])
  })

  it.each([
    ['by the next hunk', patch.replace(' c\n', '')],
    ['by the next file', patch.replace(' k\n', '') + patch],
    ['by text', patch.replace(' c\n', 'text\n')],
  ])('is reported when a hunk is ended %s', (_what, text) => {
    const { summary, files } = read(text)
    expect(summary.truncated).toBe(true)
    expect(summary.problems[0]).toEqual({
      code: 'hunk_cut_short',
      path: 'one.txt',
      message: 'one.txt: a hunk ends before the lines its header announces',
    })
    expect(files[0]).toMatchObject({ path: 'one.txt', addedLines: 2 })
  })

  it('names the files whose patch did not come', () => {
    const more = `${records}:000000 100644 ${zeros} ${oneBlob} A\0two.txt\0`
    const { files, summary } = read(`${more}\0${patch}`, { raw: true })
    expect(files.map(({ path }) => path)).toEqual(['one.txt', 'two.txt'])
    expect(summary.problems).toMatchObject([{ code: 'section_missing', path: 'two.txt' }])
    expect(summary.truncated).toBe(true)
  })

  it('names the file whose second part did not come', () => {
    const record = `:100644 120000 ${oneBlob} ${twoBlob} T\0it\0\0`
    const deleted = 'diff --git a/it b/it\ndeleted file mode 100644\n--- a/it\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n'
    const added = 'diff --git a/it b/it\nnew file mode 120000\n--- /dev/null\n+++ b/it\n@@ -0,0 +1 @@\n+y\n'
    expect(codes(record + deleted + added, { raw: true })).toEqual([])
    expect(codes(record + deleted, { raw: true })).toEqual(['lines_missing'])
  })
})

describe('a diff that is wrong', () => {
  const rows: readonly (readonly [what: string, text: string, expected: readonly string[]])[] = [
    ['too many added lines', patch.replace('+BB\n', '+BB\n+BBB\n').replace(' c\n', ''), ['hunk_cut_short']],
    ['too many removed lines', patch.replace('-b\n', '-b\n'.repeat(4)), ['hunk_cut_short']],
    ['lines behind the end of a hunk', `${patch}+more\n`, ['hunk_too_long']],
    ['a removed line behind the end of a hunk', `${patch}-more\n`, ['hunk_too_long']],
    ['a line behind the end of a file', `${patch}\\ No newline at end of file\n+more\n`, ['hunk_too_long']],
    ['a hunk before all files', `@@ -1 +1 @@\n-a\n+b\n${patch}`, ['hunk_without_file']],
    ['a hunk behind text', `${patch}\ntext\n@@ -20 +20 @@\n-a\n+b\n`, ['hunk_without_file']],
    ['a hunk header without numbers', patch.replace('@@ -10,2 +11 @@', '@@ what @@'), ['hunk_malformed']],
    ['an absurd number', patch.replace('-10,2', '-99999999999999999999,2'), ['hunk_malformed']],
    ['lines from line 0', patch.replace('-10,2', '-0,2'), ['hunk_malformed']],
    ['hunks in the wrong order', patch.replace('-10,2 +11', '-2,2 +11'), ['hunk_malformed']],
    [
      'a plain header inside a hunk that is cut short',
      `${patch.replace(' k\n', '')}--- a\n+++ b\n@@ -1 +1 @@\n-a\n+b\n`,
      ['hunk_malformed'],
    ],
    ['a broken quote', patch.replaceAll('b/one.txt', '"b/one.txt'), ['path_unreadable']],
    ['an unknown escape', patch.replace('+++ b/one.txt', '+++ "b/\\q.txt"'), ['path_unreadable']],
    ['names that do not agree', 'diff --git a/one b/two\nold mode 100644\nnew mode 100755\n', ['path_unreadable']],
    ['prefixes with blanks', 'diff --git a/one x/f b/two y/f\nold mode 100644\nnew mode 100755\n', ['path_unreadable']],
    ['a header without hunks', patch.slice(0, patch.indexOf('@@')), ['lines_missing']],
  ]

  it.each(rows)('is reported: %s', (_what, text, expected) => {
    const found = codes(text)
    expect(found).toEqual(expect.arrayContaining([...expected]))
    expect(parseDiff(text)).toMatchObject({ ok: false })
  })

  it('does not take the content of an unreadable hunk for headers', () => {
    const inner = 'diff --git a/x b/x\nold mode 100644\nnew mode 100755\n'
    const { files, lines } = read(`@@ -0,0 +1,3 @@\n${inner.replace(/^/gm, '+').slice(0, -1)}${patch}`)
    expect(files.map(({ path }) => path)).toEqual(['one.txt'])
    expect(lines.every((line) => line.startsWith('one.txt:'))).toBe(true)
  })

  const rawRows: readonly (readonly [what: string, text: string, expected: string])[] = [
    ['no records at all', patch, 'records_malformed'],
    ['a combined record', `::100644 100644 100644 ${oneBlob} ${oneBlob} ${zeros} MM\0f\0`, 'records_malformed'],
    ['an unknown status', `${records.replace(' M', ' Q')}\0${patch}`, 'records_malformed'],
    ['records without an end', records, 'records_cut_short'],
    ['a patch for another file', `${records}\0${patch}${patch.replaceAll('one', 'two')}`, 'section_unexpected'],
    ['other prefixes', `${records}\0${patch.replaceAll('a/', 'x/')}`, 'section_unexpected'],
    [
      'an unmerged file',
      `:100644 000000 ${oneBlob} ${zeros} U\0f\0${records}\0* Unmerged path f\n${patch}`,
      'unmerged',
    ],
  ]

  it.each(rawRows)('is reported with raw records: %s', (_what, text, expected) => {
    expect(codes(text, { raw: true })).toContain(expected)
  })

  it('gives an unmerged file and what follows it', () => {
    const text = `:100644 000000 ${oneBlob} ${zeros} U\0f\0${records}\0* Unmerged path f\n${patch}`
    const { files, summary } = read(text, { raw: true })
    expect(files).toMatchObject([
      { path: 'f', status: 'modified', newMode: '000000', hunks: [] },
      { path: 'one.txt', addedLines: 2 },
    ])
    expect(summary.truncated).toBe(false)
  })

  it('keeps a bounded number of problems', () => {
    expect(read('@@ -1 +1 @@\n-a\n+b\ntext\n'.repeat(1000)).summary.problems).toHaveLength(100)
  })
})

describe('foreign patches', () => {
  const plain = (old: string, now: string, hunk = '@@ -1 +1 @@\n-a\n+b\n') => `--- ${old}\n+++ ${now}\n${hunk}`
  const stamp = '\t2024-01-02 03:04:05.000000000 +0100'
  const created = '@@ -0,0 +1 @@\n+b\n'
  const rows: readonly (readonly [what: string, text: string, expected: Partial<ChangedFile>])[] = [
    ['no prefixes', plain(`x/f.c${stamp}`, `x/f.c${stamp}`), { path: 'x/f.c', status: 'modified' }],
    ['two folders', plain(`proj-1/x/f.c${stamp}`, `proj-2/x/f.c${stamp}`), { path: 'x/f.c' }],
    ['two names', plain(`old.c${stamp}`, `new.c${stamp}`), { path: 'new.c', status: 'modified', oldPath: null }],
    ['nothing to a file', plain('/dev/null', 'b/f.c', created), { path: 'f.c', status: 'added', oldMode: '000000' }],
    ['a file to nothing', plain('a/f.c', '/dev/null'), { path: 'f.c', status: 'deleted', newMode: '000000' }],
    ['time 0, UTC', plain('o/f\t1970-01-01 00:00:00.000000000 +0000', 'n/f', created), { path: 'f', status: 'added' }],
    ['time 0, east', plain('o/f\t1970-01-01 05:30:00.000000000 +0530', 'n/f', created), { status: 'added' }],
    ['time 0, west', plain('o/f', 'n/f\t1969-12-31 16:00:00.000000000 -0800'), { status: 'deleted' }],
    ['time 0 elsewhere', plain('o/f\t1970-01-01 05:30:00.000000000 +0000', 'n/f'), { status: 'modified' }],
    ['CRLF in the headers', patch.replaceAll('\n', '\r\n'), { path: 'one.txt', addedLines: 2 }],
    ['CRLF in blank context', patch.replace(' a\n', '\r\n').replace(' c\n', '\n'), { path: 'one.txt', addedLines: 2 }],
    ['no newline at the very end', patch.slice(0, -1), { path: 'one.txt', removedLines: 2 }],
    ['a mail', `From: x\n\n--- text\n\n---\n f | 2 +-\n\n${patch}-- \n2.39\n\n`, { path: 'one.txt' }],
    ['full blobs', patch.replace('1111111..2222222', `${oneBlob}..${zeros}`), { oldBlob: oneBlob, newBlob: null }],
    [
      'git diff --no-index',
      patch.replaceAll('a/one.txt', 'a/old.txt'),
      { path: 'one.txt', oldPath: null, status: 'modified' },
    ],
    [
      'prefixes of different length',
      'diff --git left/a b/c right/a b/c\nold mode 100644\nnew mode 100755\n',
      { path: 'a b/c', oldMode: '100644', newMode: '100755' },
    ],
    [
      'one quoted name',
      'diff --git a/plain.txt "b/\\303\\244.txt"\nsimilarity index 100%\nrename from plain.txt\nrename to "\\303\\244.txt"\n',
      { path: 'ä.txt', oldPath: 'plain.txt', status: 'renamed' },
    ],
    [
      'a merge that changes the mode',
      'diff --cc f\nindex 1111111,2222222..3333333\nmode 100644,100644..100755\n--- a/f\n+++ b/f\n@@@ -1,2 -1,2 +1,3 @@@\n  a\n- b\n -c\n++d\n++e\n',
      { path: 'f', oldMode: '100644', newMode: '100755', addedLines: 2, removedLines: 1 },
    ],
  ]

  it.each(rows)('are read: %s', (_what, text, expected) => {
    expect(parseDiff(text)).toMatchObject({ ok: true, files: [expected] })
  })

  it.each([
    ['a message that quotes a header', 'diff --git a/x b/x\n\nsome words\n'],
    ['a message that quotes names', '--- a/x\n+++ b/x\nsome words\n'],
    ['a message with a broken hunk header', '@@ what @@\n'],
  ])('are not taken from %s', (_what, text) => {
    expect(parseDiff(text)).toEqual({ ok: true, files: [] })
    expect(parseDiff(text + patch)).toMatchObject({ ok: true, files: [{ path: 'one.txt' }] })
  })
})

describe('parseDiff', () => {
  it('takes text and bytes alike', () => {
    expect(parseDiff(Buffer.from(patch))).toEqual(parseDiff(patch))
    expect(parseDiff(patch)).toMatchObject({ ok: true, files: [{ path: 'one.txt' }] })
  })

  it('gives problems instead of half the files', () => {
    expect(parseDiff(patch.slice(0, -3))).toEqual({
      ok: false,
      problems: [expect.objectContaining({ code: 'hunk_cut_short', path: 'one.txt' })],
    })
  })
})
