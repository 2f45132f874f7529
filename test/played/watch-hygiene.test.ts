import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { scriptedAgent } from '../support/scripted-agent.ts'
import { finds, isQuiet, rabbit, raise, watchedPullRequest, wrongCode } from '../support/watched.ts'

// What a fixer writes is pushed before anybody has read it: the built-in checks look at it first.

const token = ['ghp', 'R8kq2Lw9Zx4Vb7Nm1Tc6Yd3Hf5Gj0Pa2Es1a'].join('_')

/** Mends the sign, and does what the lines say; `named` are the files that it names. */
const careless = (lines: string) =>
  scriptedAgent(`
import { readFileSync } from 'node:fs'
const code = () => readFileSync('calc.js', 'utf8')
const named = ['calc.js']
writeFileSync('calc.js', code().replace('a - b', 'a + b'))
${lines}
answer({ summary: 'Mended.', addressed: ids.map((id) => ({ id, how: 'plus' })), unable: [], files: named })
`)

const addEnv = `writeFileSync('.env', 'TOKEN=${token}\\n'); named.push('.env')`
const addSecret = `writeFileSync('calc.js', code() + "export const token = '${token}'\\n")`
const addConflict = `writeFileSync('calc.js', code() + '<<<<<<< HEAD\\nconst a = 1\\n=======\\nconst a = 2\\n>>>>>>> other\\n')`

it.concurrent.each([
  ['a file that does not belong there', addEnv, '.env'],
  ['a secret in the code', addSecret, 'secret/github-token (calc.js:4)'],
  ['conflict markers', addConflict, 'hygiene/conflict-marker (calc.js:4)'],
])('does not push %s: the fix is taken back, tried again, and told', async (_, lines, where) => {
  const { github, clone, pullRequest, watch } = await watchedPullRequest((world) =>
    world.play('coderabbitai[bot]', [{ on: 'push', do: (bot) => finds(bot, raise('add', 2)) }]),
  )
  const before = pullRequest.head.sha
  const fixer = careless(lines)
  const { code, stderr, stdout } = await watch(...rabbit, '--fixer', fixer.word, '--restarts', '1')
  expect(code, stderr).toBe(4)
  expect(pullRequest.head.sha).toBe(before)
  expect(clone.git('rev-parse', 'HEAD').trim()).toBe(before)
  expect(clone.git('status', '--porcelain')).toBe('')
  expect(existsSync(join(clone.path, '.env'))).toBe(false)
  const told = pullRequest.threads[0]?.comments[1]?.body ?? ''
  expect(told).toMatch(/^Left as it is: a fix was tried and taken back: the built-in check \S+ \(\S+\) fails with it, /)
  expect(told).toContain(where)
  expect(fixer.calls()[1]?.prompt).toContain(where)
  expect(`${told}${stdout}${stderr}${fixer.calls()[1]?.prompt}`).not.toContain(token)
  await github.end()
})

it.concurrent.each([
  [
    'what the second try has taken out again',
    `if (once('first')) { ${addConflict} }
else writeFileSync('calc.js', code().split('<<<<<<<')[0])`,
    {},
  ],
  [
    'what the configuration of the base turns off',
    addConflict,
    { base: { '.review-loop/config.yaml': 'builtin:\n  rules_off: [hygiene/conflict-marker]\n' } },
  ],
  [
    'what was there before, and only moved',
    `writeFileSync('calc.js', code().replace('export const token', '  export const token'))`,
    { files: { 'calc.js': `${wrongCode}export const token = '${token}'\n` } },
  ],
])('does not stop at %s', async (_, lines, world) => {
  const { github, clone, pullRequest, watch } = await watchedPullRequest(
    (played) =>
      played.play('coderabbitai[bot]', [
        { on: 'push', round: 1, do: (bot) => finds(bot, raise('add', 2)) },
        { on: 'push', round: 2, do: isQuiet },
      ]),
    world,
  )
  const { code, stderr } = await watch(...rabbit, '--fixer', careless(lines).word)
  expect(code, stderr).toBe(0)
  expect(pullRequest.head.sha).toBe(clone.git('rev-parse', 'HEAD').trim())
  expect(clone.git('show', 'HEAD:calc.js')).toContain('a + b')
  await github.end()
})
