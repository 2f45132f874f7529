import { spawnSync } from 'node:child_process'
import { describe, expect } from 'vitest'
import { program } from '../support/program.ts'
import { createRepository } from '../support/repository.ts'
import { attack } from './attack.ts'

/** With so few the program starts, and cannot read all of itself. */
const fewFiles = 28

describe.skipIf(process.platform === 'win32')('a machine that is at its limits', () => {
  attack(
    'has too few open files for a review',
    async (isAttacked) => {
      const test = createRepository()
      test.commit('Add', { 'src/a.js': 'export const a = 1\n' })
      const limit = isAttacked ? `ulimit -n ${fewFiles}; ` : ''
      const args = ['-c', `${limit}exec "$0" "$@"`, process.execPath, program, 'review']
      const { status, stdout, stderr } = spawnSync('/bin/sh', args, { cwd: test.path, encoding: 'utf8' })
      return { code: status, stdout, stderr }
    },
    ({ code, stderr }) => {
      expect([code, stderr]).toEqual([3, expect.stringContaining('too many files are open')])
      expect(stderr).not.toMatch(/^ {4}at /m)
    },
  )

  attack(
    'has no folder for temporary files',
    async (isAttacked) => {
      const test = createRepository()
      test.commit('Add', { 'src/a.js': 'export const a = 1\n' })
      const env = { ...process.env, ...(isAttacked ? { TMPDIR: '/nonexistent/tmp' } : {}) }
      const args = [program, 'review', '--agent', `command:printf '${JSON.stringify(clean)}'`]
      const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: test.path, encoding: 'utf8', env })
      return { code: status, stdout, stderr }
    },
    ({ stderr }) => expect(stderr).toMatch(/failed.*: There is no folder for temporary files at .* \(TMPDIR\)/),
  )
})

const clean = { summary: 'I looked at all of it.', findings: [] }
