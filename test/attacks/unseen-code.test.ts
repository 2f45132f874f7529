import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { reviewLoop, reviewLoopOfProcess } from '../support/program.ts'
import { createRepository } from '../support/repository.ts'
import { awsKey, clean, withSecret } from '../support/samples.ts'
import { attack } from './attack.ts'

describe('code that a review does not see', () => {
  const encodings: readonly [what: string, file: string, bytes: (text: string) => string][] = [
    ['behind a false mark of UTF-16', 'run.sh', (text) => `\xff\xfe\n${text}#\0\n`],
    ['in UTF-32', 'notes.txt', (text) => `\xff\xfe\0\0${text.replace(/[^\0]/g, '$&\0\0\0')}`],
  ]
  for (const [what, file, bytes] of encodings) {
    attack(`a secret ${what}`, async (isAttacked) => {
      const test = createRepository()
      const text = `export KEY=${awsKey}\n`
      test.commit('Add', { [file]: isAttacked ? Buffer.from(bytes(text), 'latin1') : 'export KEY=1\n' })
      return reviewLoop(test.path, ['review'])
    })
  }

  attack('a merge that keeps what main has removed, after a review', async (isAttacked) => {
    const test = createRepository({ 'a.js': withSecret })
    test.commit('Mine', { 'b.js': clean })
    test.git('switch', '-q', 'main')
    test.commit('Remove the key', { 'a.js': clean })
    test.git('switch', '-q', 'topic')
    await reviewLoopOfProcess(test.path, ['review'])
    test.git('merge', '-q', '-m', 'Merge', ...(isAttacked ? ['-s', 'ours'] : []), 'main')
    test.commit('More', { 'c.js': clean })
    return reviewLoopOfProcess(test.path, ['review'])
  })
})

attack('a new commit of a submodule, where no agent looks at it', async (isAttacked) => {
  const test = createRepository({ 'a.js': clean })
  const commit = test.git('rev-parse', 'HEAD').trim()
  const link = ['update-index', '--add', '--cacheinfo', `160000,${commit},part`]
  if (isAttacked) test.git(...link)
  test.write({ 'b.js': clean })
  test.git('add', 'b.js')
  test.git('commit', '-qm', 'Add')
  return reviewLoop(test.path, ['review', '--committed'])
})

attack(
  'a pipe in place of the configuration',
  async (isAttacked) => {
    const test = createRepository({ '.gitignore': '.review-loop/\n' })
    test.commit('Add', { 'b.js': clean })
    test.write({ '.review-loop/x': '' })
    if (isAttacked) execFileSync('mkfifo', [join(test.path, '.review-loop/config.yaml')])
    return reviewLoop(test.path, ['review'])
  },
  ({ stderr }) => expect(stderr).toContain('config.yaml cannot be read: it is not a regular file'),
)

describe('a base that somebody else chose', () => {
  attack('the default branch of a colleague', async (isAttacked) => {
    const test = createRepository()
    const theirs = test.commit('Theirs', { 'a.js': isAttacked ? withSecret : clean })
    test.commit('More', { 'b.js': clean })
    test.git('update-ref', 'refs/remotes/colleague/HEAD', theirs)
    return reviewLoop(test.path, ['review'])
  })

  attack('a tag in place of origin/main', async (isAttacked) => {
    const test = createRepository()
    const theirs = test.commit('Theirs', { 'a.js': isAttacked ? withSecret : clean })
    test.commit('More', { 'b.js': clean })
    test.git('update-ref', 'refs/remotes/origin/main', 'main')
    test.git('update-ref', '-d', 'refs/heads/main')
    if (isAttacked) test.git('tag', 'main', theirs)
    return reviewLoop(test.path, ['review', '--base', 'main'])
  })
})

attack(
  'code that the script of an agent loads comes with the change',
  async (isAttacked) => {
    const answer = 'console.log(JSON.stringify({ summary: "Looked", findings: [] }))\n'
    const test = createRepository({
      '.review-loop/config.yaml':
        'agents: { fast: { kind: command, command: "node tools/look" } }\nroles: { reviewer: fast }\n',
      'tools/look.js': "require('./ask')\n",
      'tools/ask.js': answer,
    })
    test.commit('Add', { 'a.js': clean, 'tools/ask.js': isAttacked ? `/* more */ ${answer}` : answer })
    return reviewLoop(test.path, ['review'], { env: { CI: 'true' } })
  },
  ({ stderr }) => expect(stderr).toContain('the change alters tools/ask.js, which this agent runs'),
)
