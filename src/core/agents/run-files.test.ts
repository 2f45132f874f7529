import { expect, it } from 'vitest'
import { findRunFiles } from './run-files.ts'

const files: Readonly<Record<string, string>> = {
  'tools/look.js': "const { ask } = require('./lib/ask')\n// see ../README.md\n",
  'tools/lib/ask.js': "import text from '../text.mjs'",
  'tools/text.mjs': "import '../tools/look.js'",
  'tools/other.js': '',
  'tools/check.py': 'from tools.words import all\nimport helper',
  'tools/words.py': '',
  'tools/helper.py': '',
  'tools/run.sh': '. "$(dirname "$0")/common.sh"\npython3 tools/check.py',
  'tools/common.sh': '',
  'README.md': '',
  'package.json': '',
  'src/index.js': '',
}
const source = { has: (path: string) => path in files, read: async (path: string) => files[path] ?? '' }

it.each([
  ['node tools/look', ['tools/look'], ['tools/look.js', 'tools/lib/ask.js', 'tools/text.mjs']],
  ['node tools/look.js', ['tools/look.js'], ['tools/look.js', 'tools/lib/ask.js', 'tools/text.mjs']],
  ['python3 -m tools.check', ['tools.check'], ['tools/check.py', 'tools/words.py', 'tools/helper.py']],
  ['sh -c "cd tools; ./text.mjs"', ['tools', 'text.mjs'], ['tools/text.mjs', 'tools/look.js', 'tools/lib/ask.js']],
  ['npm run --silent look', ['look'], ['package.json']],
  ['my-agent --dir src', ['src'], []],
  ['', [], []],
])('finds what is run by: %s', async (command, named, expected) => {
  const found = await findRunFiles(command, named, source)
  expect(found.filter(source.has).sort()).toEqual([...expected].sort())
})

it('follows a shell script', async () => {
  const found = await findRunFiles('sh tools/run.sh', ['tools/run.sh'], source)
  expect(found.filter(source.has)).toContain('tools/common.sh')
  expect(found.filter(source.has)).toContain('tools/words.py')
})
