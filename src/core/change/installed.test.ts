import { expect, it } from 'vitest'
import { changedFile } from '../../../test/support/change.ts'
import { findInstalled } from './installed.ts'

const added = (path: string) => changedFile({ path, status: 'added' })

it('finds folders that packages are installed in, each once, with the line for .gitignore', () => {
  const files = [
    added('node_modules/a/index.js'),
    added('node_modules/a/node_modules/b.js'),
    added('web/node_modules/c.js'),
    added('.venv/lib/site-packages/d.py'),
    added('src/index.js'),
    changedFile({ path: 'node_modules/known.js', status: 'modified' }),
    added('test/fixtures/node_modules/e.js'),
  ]
  expect(findInstalled(files)).toEqual([
    {
      ignoreLine: 'node_modules/',
      paths: ['node_modules/a/index.js', 'node_modules/a/node_modules/b.js', 'web/node_modules/c.js'],
    },
    { ignoreLine: '.venv/', paths: ['.venv/lib/site-packages/d.py'] },
  ])
})
