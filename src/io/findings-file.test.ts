import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../test/support/repository.ts'
import { writeFindings } from './findings-file.ts'

const names = [1, 2, 3].map((round) => `topic-review-findings-round-${round}.md`)
const [first = '', second = '', third = ''] = names

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) => name.endsWith('.md'))
}

function textsIn(folder: string): readonly string[] {
  return filesIn(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .sort()
}

describe('writeFindings', () => {
  it('moves away what stands in its place and in that of later rounds', () => {
    const folder = temporaryFolder()
    for (const name of names) writeFileSync(join(folder, name), `old ${name}`)
    writeFindings(folder, first, [second, third], 'new')
    expect(filesIn(folder)).toEqual([first])
    expect(textsIn(folder)).toEqual(['new'])
    expect(textsIn(join(folder, 'earlier'))).toEqual(names.map((name) => `old ${name}`))
  })

  it('removes what somebody left who was killed while writing it, and nothing else', () => {
    const folder = temporaryFolder()
    for (const name of [`${first}.4711.tmp`, `${second}.4711.tmp`, `${first}.mine.tmp`])
      writeFileSync(join(folder, name), '')
    writeFindings(folder, first, [second, third], 'new')
    expect(readdirSync(folder).sort()).toEqual([first, `${first}.mine.tmp`])
  })

  it('leaves the documents of earlier rounds where they are', () => {
    const folder = temporaryFolder()
    writeFindings(folder, first, [second, third], 'one')
    writeFindings(folder, second, [third], 'two')
    expect(textsIn(folder)).toEqual(['one', 'two'])
  })

  it('writes the same once more without a trace, and keeps every other text', () => {
    const folder = temporaryFolder()
    for (const text of ['one', 'one', 'two', 'one', 'three']) writeFindings(folder, first, [], text)
    expect(textsIn(folder)).toEqual(['three'])
    expect(textsIn(join(folder, 'earlier'))).toEqual(['one', 'two'])
  })

  it('does not keep a document that differs in its date alone', () => {
    const folder = temporaryFolder()
    for (const minute of ['01', '02']) writeFindings(folder, first, [], `# One\n\n**Date:** 2026-01-01 10:${minute}\n`)
    expect(textsIn(folder)).toEqual(['# One\n\n**Date:** 2026-01-01 10:02\n'])
    expect(existsSync(join(folder, 'earlier'))).toBe(false)
  })

  it('says what is in the way', () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, first))
    expect(() => writeFindings(folder, first, [], 'one')).toThrow(first)
  })
})
