import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changedFile, changeOf } from '../../../test/support/change.ts'
import type { ChangedFile } from '../../types.ts'
import { changeBlocks } from './change-blocks.ts'
import { type Partitions, partitionChange } from './partition.ts'

/** A new file of so many lines. */
function added(path: string, lines: number): ChangedFile {
  return changeOf(path, null, Array.from({ length: lines }, (_, index) => `${index}\n`).join(''))
}

function shape({ partitions }: Partitions): unknown {
  return partitions.map(({ files, is_test_only }) => [
    files.map(({ file, line_range }) => (line_range ? `${file} ${line_range.join('-')}` : file)).join(', '),
    ...(is_test_only ? ['tests'] : []),
  ])
}

it('has nothing to divide in nothing', () => {
  expect(partitionChange([])).toEqual({ partitions: [], test_file_paths: [], force_merged_count: 0 })
})

it('describes a partition in the words of the format', () => {
  expect(partitionChange([added('src/a.ts', 3), added('src/test_x.py', 2)])).toEqual({
    partitions: [
      {
        id: 1,
        files: [
          { file: 'src/a.ts', loc: 3, is_test: false },
          { file: 'src/test_x.py', loc: 2, is_test: true },
        ],
        total_loc: 5,
        is_test_only: false,
      },
    ],
    test_file_paths: ['src/test_x.py'],
    force_merged_count: 0,
  })
})

describe('divides', () => {
  it.each<[string, ChangedFile[], object, unknown]>([
    ['by lines, longest first', [added('a', 100), added('b', 300), added('c', 250)], {}, [['c, a'], ['b']]],
    ['by the number of files', [added('a', 30), added('b', 30), added('c', 30)], { maxFiles: 2 }, [['a, b'], ['c']]],
    [
      'tests from a weighty implementation',
      [added('a.ts', 60), added('a.test.ts', 40)],
      {},
      [['a.ts'], ['a.test.ts', 'tests']],
    ],
    ['no tests from a light one', [added('a.ts', 40), added('a.test.ts', 60)], {}, [['a.test.ts, a.ts']]],
    ['a long file by lines', [added('a', 1100)], {}, [['a 1-500'], ['a 501-1000'], ['a 1001-1100']]],
    [
      'binary and renamed files without lines too',
      [changedFile({ path: 'logo.png', binary: true }), added('a', 30)],
      {},
      [['a, logo.png']],
    ],
    ['crumbs where there is room', [added('a', 495), added('b', 10)], {}, [['a, b']]],
    ['at least into one', [added('a', 400), added('b', 400)], { maxPartitions: 0 }, [['a, b']]],
  ])('%s', (_, files, limits, expected) => {
    expect(shape(partitionChange(files, limits))).toEqual(expected)
  })
})

it('cuts a long file between its changes where it can', () => {
  const before = Array.from({ length: 400 }, (_, index) => `${index}\n`)
  const after = before.map((line, index) => (index % 100 < 60 ? `new ${line}` : line))
  const { partitions } = partitionChange([changeOf('a', before.join(''), after.join(''))], { locBudget: 250 })
  expect(partitions.map(({ files, total_loc }) => [files.map(({ line_range }) => line_range), total_loc])).toEqual([
    [[[1, 160]], 240],
    [[[201, 360]], 240],
  ])
})

it('keeps to the number of partitions, like with like first, and counts what it forced', () => {
  const code = Array.from({ length: 6 }, (_, index) => added(`src/${index}.ts`, 490 + index))
  const tests = [added('src/a.test.ts', 480), added('src/b.test.ts', 470)]
  const roomy = partitionChange([...code, ...tests], { maxPartitions: 4 })
  expect(roomy.partitions.map(({ is_test_only }) => is_test_only)).toEqual([false, false, false, true])
  expect(roomy.force_merged_count).toBe(0)
  const tight = partitionChange([...code, ...tests], { maxPartitions: 2 })
  expect(tight.partitions).toHaveLength(2)
  expect(tight.force_merged_count).toBe(2)
})

it('covers every changed file once, and every change in a divided file once', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c'), { maxLength: 40 })
    .map((lines) => lines.map((line) => `${line}\n`).join(''))
  const drawn = fc.array(fc.tuple(fc.constantFrom('src/', 'tests/'), text, text), { maxLength: 12 })
  const limits = fc.record({
    locBudget: fc.integer({ min: 1, max: 30 }),
    maxFiles: fc.integer({ min: 1, max: 5 }),
    maxPartitions: fc.integer({ min: 1, max: 4 }),
  })
  fc.assert(
    fc.property(drawn, limits, fc.constantFrom(0, 3), (list, given, context) => {
      const files = list.map(([folder, before, after], index) =>
        changeOf(`${folder}${index}.ts`, before, after, context),
      )
      const { partitions } = partitionChange(files, given)
      expect(partitions.length).toBeLessThanOrEqual(Math.max(given.maxPartitions, 0))
      const entries = partitions.flatMap((partition) => partition.files)
      for (const file of files) {
        const own = entries.filter((entry) => entry.file === file.path)
        expect(own.reduce((sum, { loc }) => sum + loc, 0)).toBe(file.addedLines + file.removedLines)
        if (own.length === 1 && own[0]!.line_range === undefined) continue
        const ranges = own.map(({ line_range }) => line_range!).sort((one, other) => one[0] - other[0])
        for (const [index, [start, end]] of ranges.entries()) {
          expect(start).toBeLessThanOrEqual(end)
          expect(start).toBeGreaterThan(ranges[index - 1]?.[1] ?? 0)
        }
        for (const { start, end } of changeBlocks(file)) {
          for (let line = start; line <= end; line += 1) {
            expect(ranges.filter(([first, last]) => first <= line && line <= last)).toHaveLength(1)
          }
        }
      }
      expect(new Set(entries.map(({ file }) => file))).toEqual(new Set(files.map(({ path }) => path)))
    }),
  )
})
