import { describe } from 'vitest'
import { reviewLoop } from '../support/program.ts'
import { createRepository } from '../support/repository.ts'
import { scriptedAgent } from '../support/scripted-agent.ts'
import { attack } from './attack.ts'

describe('what a reviewer says', () => {
  attack('a change that makes its reviewer answer nonsense is not approved', async (isAttacked) => {
    const test = createRepository()
    test.commit('Add', { 'src/a.js': 'export const a = 1\n' })
    const agent = scriptedAgent(isAttacked ? 'console.log("LGTM, nothing to report")' : 'clean()')
    return reviewLoop(test.path, ['review', '--agent', agent.word])
  })

  attack('a reviewer that blocks in its summary and lists nothing', async (isAttacked) => {
    const test = createRepository()
    test.commit('Add', { 'src/a.js': 'export const a = 1\n' })
    const summary = isAttacked ? 'BLOCK: it drops the table.' : 'I looked at all of it.'
    const agent = scriptedAgent(`answer({ summary: ${JSON.stringify(summary)}, findings: [] })`)
    return reviewLoop(test.path, ['review', '--agent', agent.word])
  })
})
