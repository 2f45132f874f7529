import { expect, it } from 'vitest'
import { changedChecks } from './check-files.ts'

const files: Readonly<Record<string, string>> = {
  'package.json': '{ "scripts": { "test": "sh scripts/test.sh" }, "dependencies": { "lodash.js": "1" } }',
  'scripts/test.sh': 'node checks/all.mjs && echo done\n',
  Makefile: 'test:\n\t./run.sh\n',
}

it.each<[string, string[], string[], string[]]>([
  ['the script that a command names', ['sh test.sh'], ['test.sh', 'src/a.js'], ['test.sh']],
  ['a script in the folder of a command', ['cd app && sh ./test.sh'], ['app/test.sh'], ['app/test.sh']],
  ['the manifest', ['npm test'], ['package.json'], ['package.json']],
  ['a script that the manifest names', ['npm test'], ['scripts/test.sh'], ['scripts/test.sh']],
  ['what that script runs', ['npm test'], ['checks/all.mjs'], ['checks/all.mjs']],
  ['a target and its script', ['make test'], ['Makefile', 'run.sh'], ['Makefile', 'run.sh']],
  ['the settings of a test runner', ['npx vitest run'], ['vitest.config.ts'], ['vitest.config.ts']],
  ['which files git sees', [], ['src/.gitignore'], ['src/.gitignore']],
  ['nothing else', ['npm test'], ['src/a.js', 'src/a.test.js', 'lodash.js'], []],
  ['nothing where nothing is run', [], ['package.json', 'vitest.config.ts'], []],
])('names %s', (_, commands, changed, expected) => {
  expect(changedChecks(changed, [], commands, (path) => files[path] ?? null)).toEqual(expected)
})

it('leaves out the files that it was asked to change', () => {
  expect(changedChecks(['test.sh'], [{ file: 'test.sh' }], ['sh test.sh'], () => null)).toEqual([])
})
