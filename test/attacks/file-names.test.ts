import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { reviewLoop, reviewLoopOfProcess } from '../support/program.ts'
import { createRepository, type TestRepository } from '../support/repository.ts'
import { scriptedAgent } from '../support/scripted-agent.ts'
import { attack } from './attack.ts'

const withSecret = `export const key = 'AKIA${'Z7QW3ERT5YUIOP2L'}'\n`
const clean = `export const key = 'from the environment'\n`

/** `src/` and a name of bytes, given as Latin-1. */
function put(test: TestRepository, name: string, content: string): void {
  mkdirSync(join(test.path, 'src'), { recursive: true })
  writeFileSync(Buffer.concat([Buffer.from(join(test.path, 'src/')), Buffer.from(name, 'latin1')]), content)
}

const literal = '\xef\xbf\xbd'

// Windows and macOS have no such names.
describe.skipIf(process.platform !== 'linux')('files whose names are the same text to most programs', () => {
  const pairs: readonly (readonly [what: string, first: string, second: string])[] = [
    ['two bytes that are not UTF-8', '\xfe.js', '\xff.js'],
    ['such a byte and the character that replaces it', '\xfe.js', `${literal}.js`],
    ['the character that replaces it and such a byte', `${literal}.js`, '\xfe.js'],
    ['such a byte and what we write for it', '\xfe.js', `${literal}FE.js`],
  ]
  for (const [what, first, second] of pairs) {
    attack(`a secret in the first of ${what}`, async (isAttacked) => {
      const test = createRepository()
      put(test, first, isAttacked ? withSecret : clean)
      put(test, second, clean)
      test.commit('Add')
      return reviewLoop(test.path, ['review'], { env: { CI: 'true' } })
    })
  }

  attack(
    'a secret in a later commit, where only the other file was reviewed before',
    async (isAttacked) => {
      const test = createRepository()
      put(test, '\xff.js', clean)
      test.commit('Add')
      await reviewLoopOfProcess(test.path, ['review'])
      put(test, '\xfe.js', isAttacked ? withSecret : clean)
      test.commit('More')
      return reviewLoopOfProcess(test.path, ['review', '--since-last-review'])
    },
    ({ stdout }) => expect(stdout).toContain('\uFFFDFE.js'),
  )

  attack('a secret that is staged, and not in the work tree', async (isAttacked) => {
    const test = createRepository()
    put(test, '\xfe.js', isAttacked ? withSecret : clean)
    put(test, '\xff.js', clean)
    test.git('add', '-A')
    put(test, '\xfe.js', `${clean}// more\n`)
    return reviewLoop(test.path, ['review'])
  })

  attack('a defect in one of them that a reviewer names as its tools print it', async (isAttacked) => {
    const test = createRepository()
    put(test, `${literal}.js`, 'export const half = (n) => n / 3\n')
    test.commit('Add')
    test.git('update-ref', 'refs/heads/main', 'HEAD')
    put(test, '\xfe.js', 'export const half = (n) => n / 3\n')
    test.commit('More')
    const found = { severity: 'P1', file: 'src/\uFFFD.js', line: 1, evidence: 'export const half = (n) => n / 3' }
    const agent = scriptedAgent(
      isAttacked ? `answer({ summary: "Looked", findings: [finding(${JSON.stringify(found)})] })` : 'clean()',
    )
    return reviewLoop(test.path, ['review', '--agent', agent.word])
  })

  attack('a loop whose fixer repairs the other file', async (isAttacked) => {
    const test = createRepository()
    put(test, '\xfe.js', 'export const add = (a, b) => a - b\n')
    put(test, '\xff.js', 'export const zero = 0\n')
    test.commit('Add')
    const agent = scriptedAgent(`
import { readFileSync } from 'node:fs'
const at = (byte) => Buffer.concat([Buffer.from('src/'), Buffer.from([byte]), Buffer.from('.js')])
const code = readFileSync(at(0xfe), 'utf8')
const bad = finding({ file: files.find((file) => file.includes('FE')), title: 'Wrong sign', problem: 'It subtracts.', evidence: 'a - b' })
if (role === 'verifier') answer({ findings: ids.map((id) => ({ id, verdict: 'confirmed', quote: 'a - b', reason: 'it does' })) })
else if (role === 'reviewer') answer({ summary: 'Looked.', findings: code.includes('a - b') ? [bad] : [] })
else {
  writeFileSync(at(${isAttacked ? '0xff' : '0xfe'}), code.replace('a - b', 'a + b'))
  answer({ summary: 'Fixed.', addressed: ids.map((id) => ({ id, how: 'plus' })), unable: [], files: [bad.file] })
}`)
    return reviewLoop(test.path, ['loop', '--agent', agent.word, '--max-rounds', '2'])
  })
})
