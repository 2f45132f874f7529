import { expect, it } from 'vitest'
import { scriptedAgent } from '../support/scripted-agent.ts'
import { finds, rabbit, raise, signFixer, watchedPullRequest } from '../support/watched.ts'

// An agent reads what nothing else explains. The words are invented: no reader knows them.

const finding = 'Vlorp fennik: wrong sign in add, oru `calc.js` zand.'
const quiet = 'Zand oru vlorp, krell mipto.'

it.concurrent('what it finds is fixed, and what it calls clean is, each text being paid for once', async () => {
  const { github, clone, watch } = await watchedPullRequest((world) =>
    world.play('coderabbitai[bot]', [
      { on: 'push', round: 1, do: (bot) => void bot.comment(finding) },
      { on: 'push', round: 2, do: (bot) => void bot.comment(quiet) },
    ]),
  )
  const reader = scriptedAgent(`
const item = { quote: 'wrong sign in add', file: 'calc.js', line: null, severity: 'high' }
if (prompt.includes('Vlorp fennik')) answer({ class: 'findings', quote: 'Vlorp fennik', items: [item] })
else answer({ class: 'clean', quote: 'krell mipto', items: [] })
`)
  const { code, stderr, result } = await watch(...rabbit, '--fixer', signFixer().word, '--verifier', reader.word)
  expect(code, stderr).toBe(0)
  expect(result.outcome).toBe('approved')
  expect(clone.git('show', 'HEAD:calc.js')).toContain('a + b')
  expect(reader.calls().map(({ name }) => name)).toEqual(['text-reader', 'text-reader'])
  expect(stderr).toContain('what an unclear text says')
  await github.end()
})

it.concurrent('a maintainer who wants something left, in words that are no command, stops the fix, and sees how it was read', async () => {
  const { github, clone, pullRequest, watch } = await watchedPullRequest((world) => {
    world.play('coderabbitai[bot]', [{ on: 'push', do: (bot) => finds(bot, raise('add', 2)) }])
    world.play('maria', [{ on: 'push', do: (maria) => void maria.comment('Bitte die Zeile mit add nicht anfassen.') }])
  })
  const reader = scriptedAgent(`
const [, id] = /(F-[0-9a-f]{8}), by CodeRabbit/.exec(prompt) ?? []
answer({ asks: 'leave', about: id, quote: 'nicht anfassen' })
`)
  const fixer = signFixer()
  const { code, stderr, stdout } = await watch(...rabbit, '--fixer', fixer.word, '--verifier', reader.word)
  expect(code, stderr).toBe(4)
  expect(fixer.calls()).toEqual([])
  expect(clone.git('show', 'HEAD:calc.js')).toContain('a - b')
  expect(pullRequest.threads.flatMap(({ comments }) => comments).join()).not.toContain('Fixed')
  expect(stdout).toContain('read in \\"nicht anfassen\\"')
  await github.end()
})
