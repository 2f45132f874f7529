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
})
