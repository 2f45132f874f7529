import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, vi } from 'vitest'

it('is empty, private, one per call, and gone afterwards with all that was made in it', async () => {
  // Who was here before is looked for once in a process; tests of other files share this one.
  vi.resetModules()
  const { createAgentHome } = await import('./home.ts')
  const stale = join(tmpdir(), 'review-loop-agents-999999999-stale')
  mkdirSync(join(stale, '1'), { recursive: true })
  const [one, two] = [await createAgentHome(), await createAgentHome()]
  expect(existsSync(stale)).toBe(false)
  expect(new Set([one.home, one.temporary, two.home, two.temporary]).size).toBe(4)
  for (const folder of [one.home, one.temporary]) {
    expect(readdirSync(folder)).toEqual([])
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  }
  mkdirSync(join(one.home, 'cache', 'package'), { recursive: true })
  writeFileSync(join(one.home, 'cache', 'package', 'file'), '')
  await chmod(join(one.home, 'cache', 'package'), 0o500)
  await one.remove()
  expect(existsSync(dirname(one.home))).toBe(false)
  expect(existsSync(two.home)).toBe(true)
  await two.remove()
})
