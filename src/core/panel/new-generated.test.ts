import { expect, it } from 'vitest'
import { changedFile } from '../../../test/support/change.ts'
import type { ChangedFile } from '../../types.ts'
import { chooseNewGenerated } from './new-generated.ts'

const panel = { summarise: ['dist/named/**'], show: ['vendor/own/**'], generatedKb: 10 }
const added = (path: string, changes: Partial<ChangedFile> = {}) => changedFile({ path, status: 'added', ...changes })
const kb = (count: number) => count * 1024

it.each<[string, ChangedFile, 'read' | 'usual']>([
  ['new in dist/', added('dist/app.js'), 'read'],
  ['new and minified', added('web/jquery.min.js'), 'read'],
  ['new and bundled', added('web/app.bundle.js'), 'read'],
  ['new in vendor/', added('vendor/lib/a.go'), 'read'],
  ['new and generated', added('src/generated/api.ts'), 'read'],
  ['copied', changedFile({ path: 'vendor/a.js', status: 'copied', oldPath: 'src/a.js' }), 'read'],
  ['moved to where programs write', changedFile({ path: 'dist/a.js', status: 'renamed', oldPath: 'src/a.js' }), 'read'],
  [
    'moved among what programs write',
    changedFile({ path: 'dist/b.js', status: 'renamed', oldPath: 'dist/a.js' }),
    'usual',
  ],
  ['changed', changedFile({ path: 'dist/app.js', status: 'modified' }), 'usual'],
  ['a lock file', added('package-lock.json'), 'usual'],
  ['a source map', added('dist/app.js.map'), 'usual'],
  ['a snapshot', added('src/__snapshots__/a.test.ts.snap'), 'usual'],
  ['named by the configuration', added('dist/named/a.js'), 'usual'],
  ['shown by the configuration', added('vendor/own/a.js'), 'usual'],
  ['source', added('src/a.js'), 'usual'],
])('what is %s is', (_, file, expected) => {
  const { read, left } = chooseNewGenerated([file], new Map([[file.path, 100]]), panel)
  expect({ read: [...read], left }).toEqual({ read: expected === 'read' ? [file.path] : [], left: [] })
})

it('reads the smallest, and names the rest with the way out', () => {
  const files = ['dist/large.js', 'dist/small.js', 'web/a.min.js', 'dist/unknown.js'].map((path) => added(path))
  const sizes = new Map([
    ['dist/large.js', kb(9)],
    ['dist/small.js', kb(1)],
    ['web/a.min.js', kb(2)],
  ])
  const { read, left } = chooseNewGenerated(files, sizes, panel)
  expect([...read]).toEqual(['dist/small.js', 'web/a.min.js'])
  const [reason] = left.map((each) => each.reason)
  expect(left).toEqual([
    { path: 'dist/large.js', reason },
    { path: 'dist/unknown.js', reason },
  ])
  expect(reason).toContain('panel.generated_kb')
  expect(reason).toContain('summarise: ["dist/"]')
})
