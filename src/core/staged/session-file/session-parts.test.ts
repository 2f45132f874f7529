import { describe, expect, it } from 'vitest'
import { fileList, readFileList } from './file-list.ts'
import { closeFence } from './session-text.ts'
import { appendTiming, readTiming, type TimingRow } from './timing-log.ts'

describe('the timing log', () => {
  const row: TimingRow = { phase: 'planning', round: '1', role: 'executor', duration: '40s' }
  const table = '| Phase | Round | Role | Duration |\n|---|---|---|---|\n| planning | 1 | executor | 40s |'

  it.each<[before: string, after: string]>([
    ['', table],
    [table, `${table}\n| planning | 1 | executor | 40s |`],
    ['Words.', `Words.\n\n${table}`],
    [`${table}\n\nWords.`, `${table}\n| planning | 1 | executor | 40s |\n\nWords.`],
    [
      '| Role | Phase | Tokens | Round | Duration |\n| :-- | - | - | - | - |',
      '| Role | Phase | Tokens | Round | Duration |\n| :-- | - | - | - | - |\n| executor | planning |  | 1 | 40s |',
    ],
  ])('gets a row more: %j', (before, after) => {
    expect(appendTiming(before, row)).toBe(after)
    expect(readTiming(after).at(-1)).toEqual(row)
  })

  it('keeps a cell in its place', () => {
    const odd = { ...row, role: 'a | b\nc' }
    expect(readTiming(appendTiming(table, odd))).toEqual([row, { ...row, role: 'a | b c' }])
  })

  it('has no rows without a table', () => {
    expect(readTiming('Planning took a minute.')).toEqual([])
  })
})

describe('a list of files', () => {
  it.each<[path: string, note: string]>([
    ['src/a.ts', ''],
    ['src/a.ts', 'what changed - and why'],
    ['with space - and dash.md', 'x'],
    ['tick`.md', ''],
    ['line\nbreak', 'odd'],
  ])('tells %j again', (path, note) => {
    expect(readFileList(fileList([{ path, note }]))).toEqual([{ path, note }])
  })

  it.each<[text: string, paths: string[]]>([
    ['', []],
    ['None', []],
    ['- None.', []],
    ['(none yet)', []],
    ['- `a.ts` — edited\n- b.ts: new\n* c.ts - gone\n1. d.ts', ['a.ts', 'b.ts', 'c.ts', 'd.ts']],
    ['Words.\n\n- a.ts\n  more about it', ['a.ts']],
    ['- `a.ts` (deleted)', ['a.ts']],
  ])('reads %j', (text, paths) => {
    expect(readFileList(text).map(({ path }) => path)).toEqual(paths)
  })
})

describe('closeFence', () => {
  it.each<[text: string, closed: string]>([
    ['a', 'a'],
    ['```\na\n```', '```\na\n```'],
    ['```\na', '```\na\n```'],
    ['````\n```\na', '````\n```\na\n````'],
    ['```\n```\n~~~\na', '```\n```\n~~~\na\n~~~'],
  ])('ends what is open: %j', (text, closed) => {
    expect(closeFence(text)).toBe(closed)
  })
})
