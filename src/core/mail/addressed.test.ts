import { describe, expect, it } from 'vitest'
import { addressedFields, changesText } from './addressed.ts'

const findings = [
  { id: 'F-1', file: 'src/a.ts' },
  { id: 'F-2', file: 'src/b.ts' },
  { id: 'F-3', file: null },
]

describe('what was done', () => {
  it.each<[string, readonly string[] | null, readonly string[]]>([
    ['those that were claimed', ['F-2', 'F-3'], ['F-2', 'F-3']],
    ['none, where nothing was claimed', [], []],
    ['only those that there are', ['F-1', 'F-8'], ['F-1']],
    ['those in files that were touched, where nobody said', null, ['F-1']],
  ])('names %s', (_, claimed, ids) => {
    const fields = addressedFields({ findings, touched: ['src/a.ts', 'docs/x.md'], claimed })
    expect(fields).toEqual({ touched_files: ['src/a.ts', 'docs/x.md'], addressed_finding_ids: ids })
  })

  it('fits into a message, and leaves out names that it may not have', () => {
    const touched = ['a\nb', ...Array.from({ length: 900 }, (_, index) => `src/${'long/'.repeat(5)}${index}.ts`)]
    const { touched_files: files = [] } = addressedFields({ findings, touched, claimed: null })
    expect(files.length).toBeGreaterThan(100)
    expect(files.join('\n    - ').length).toBeLessThan(5000)
    expect(files).not.toContain('a\nb')
  })

  it.each([
    [[{ id: 'F-1', how: 'plus' }], ['fix: it'], '- F-1: plus\n- fix: it'],
    [[], [], 'See the commits.'],
  ])('is told in words %#', (claims, subjects, text) => {
    expect(changesText(claims, subjects)).toBe(text)
  })
})
