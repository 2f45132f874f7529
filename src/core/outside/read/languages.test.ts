import { describe, expect, it } from 'vitest'
import { readContents } from './contents.ts'

const read = (...lines: readonly string[]) =>
  readContents(lines.join('\n')).items.map(({ file, line, severity, title }) => [file, line, severity, title])

describe('items of free text in any language', () => {
  it.each([
    ['**위치**: `src/a.py:3-5`', '**문제점**: 잠금이 풀리지 않습니다'],
    ['**場所**: `src/a.py:3-5`', '**問題**: ロックが解放されない'],
    ['**位置**:`src/a.py:3-5`', '**建议**:释放锁'],
    ['**Ubicación:** `src/a.py:3-5`', '**Problema:** no se libera'],
    ['**Location:** `src/a.py:3-5`', '**Problem:** it is never released'],
  ])('have the place and the parts that are written below their name: %s, %s', (where, part) => {
    expect(read('### 1. Lock: A', where, '', part)).toEqual([['src/a.py', 5, null, '1. Lock: A']])
  })

  it.each([
    ['**우선순위**: 높음', 'high'],
    ['**重要度**: 低', 'low'],
    ['**严重程度**:严重', 'critical'],
    ['**Prioridade:** média', 'medium'],
    ['**Priority:** Low', 'low'],
  ])('are as grave as a field says: %s', (field, severity) => {
    expect(read('### 1. Lock', '**File:** `src/a.py:3`', field)).toEqual([['src/a.py', 3, severity, '1. Lock']])
  })

  it.each(['## Stärken', '## 긍정적인 부분', '## 良い点', '## 优点', '## Pontos fortes', '## Strengths'])(
    'are not what is praised under %s, however it is divided',
    (heading) => {
      expect(read(heading, '### 1. Locks', '- **Held briefly**: `src/a.py:3`')).toEqual([])
    },
  )

  it.each(['## ✅ Approved with comments', '## ✅ Review', '## ✅ Done\n### Open'])(
    'are also what stands under the tick of a whole review: %s',
    (heading) => {
      expect(read(heading, '- **Kept too long**: `src/b.py:4`')).toHaveLength(1)
    },
  )

  it('are not what is ticked off', () => {
    expect(read('## Points', '- ✅ **Held briefly**: `src/a.py:3`', '- **Kept too long**: `src/b.py:4`')).toEqual([
      ['src/b.py', 4, null, 'Kept too long'],
    ])
  })

  it('are where the first sentence of a graded problem says', () => {
    expect(read('### 2. **[Low] Lock**', '', '`src/a.py:3-5` holds it for too long.')).toEqual([
      ['src/a.py', 5, 'low', '2. [Low] Lock'],
    ])
  })

  it('are one with the parts below a name that ends with its severity', () => {
    expect(read('### 2. **Lock** (High)', '', '**Problem**: it leaks (src/a.py:3)')).toEqual([
      ['src/a.py', 3, 'high', '2. Lock (High)'],
    ])
  })

  it('keep the names of files that look like emphasis', () => {
    expect(read('1. **Import** in `src/__init__.py:3`')).toEqual([
      ['src/__init__.py', 3, null, 'Import in `src/__init__.py:3`'],
    ])
    expect(read('1. src/my_file_name.py:4 _leaks_')).toEqual([
      ['src/my_file_name.py', 4, null, 'src/my_file_name.py:4 leaks'],
    ])
  })

  it('are in the file that is named without a line', () => {
    expect(read('### 1. **[High] Key**', '**File:** `src/a.py`')).toEqual([['src/a.py', null, 'high', '1. [High] Key']])
  })
})
