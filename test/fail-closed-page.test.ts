import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { discardReasons } from '../src/core/findings/discard-reasons.ts'

const file = fileURLToPath(new URL('../docs/fail-closed.md', import.meta.url))

it('lists every reason to discard as the code has it (vitest -u writes them anew)', async () => {
  const rows = Object.entries(discardReasons).map(
    ([code, { effect, meaning }]) => `| \`${code}\` | ${effect} | ${meaning} |\n`,
  )
  const table = ['| code | effect on the gate | meaning |\n', '|---|---|---|\n', ...rows].join('')
  const section = /(<!-- reasons -->\n)[\s\S]*?(<!-- end -->)/
  const page = readFileSync(file, 'utf8')
  expect(page).toMatch(section)
  await expect(page.replace(section, `$1${table}$2`)).toMatchFileSnapshot(file)
})
