import { expect, it } from 'vitest'
import { changeOf, rawFinding } from '../../test/support/change.ts'
import type { ReviewPorts } from './ports.ts'
import { readEvidence } from './quoted-contents.ts'

const text = 'const total = count(items)\n'
const texts = new Map(
  ['src/a.ts', 'src/b.ts', 'src/c.ts'].map((path) => [path, path === 'src/c.ts' ? 'other()\n' : text]),
)
const whole = [...texts].map(([path, after]) => changeOf(path, null, after))
const ports = {
  readContents: async (files) => new Map(files.map(({ path }) => [path, { new: texts.get(path)!, old: null }])),
  readUnchanged: async () => new Map(),
} satisfies Partial<ReviewPorts>

it.each([
  ['the file that it names', 'src/b.ts', ['src/b.ts']],
  ['a file that is not there', 'src/nobody.ts', ['src/b.ts', 'src/a.ts']],
  ['a file without it', 'src/c.ts', ['src/b.ts', 'src/a.ts']],
])('knows all files that hold the quote of a blocking finding in %s', async (_, file, expected) => {
  const change = { whole, part: whole, since: [], hygiene: [], installed: [] }
  const read = new Map([['src/b.ts', { new: text, old: null }]])
  const finding = rawFinding({ file, severity: 'P1', evidence: text })
  const { contents } = await readEvidence(change, [finding], read, ports as unknown as ReviewPorts)
  expect([...contents.keys()]).toEqual(expected)
})
