import { describe, expect } from 'vitest'
import { reviewLoop } from '../support/program.ts'
import { claim, loopAgent, mend, wrongBranch } from '../support/scripted-loop.ts'
import { attack } from './attack.ts'

describe('a fixer that makes its own checks pass', () => {
  // The repair breaks the test; in the control the test is right for it.
  const weakening: readonly [what: string, command: string, files: Record<string, string>, fixing: string][] = [
    [
      'the script that runs',
      'sh test.sh',
      { 'test.sh': 'grep -q zero calc.rb\n' },
      `writeFileSync('test.sh', 'true\\n')`,
    ],
    [
      'which files git sees',
      'true',
      {},
      `writeFileSync('.gitignore', 'helper.rb\\n'); writeFileSync('helper.rb', 'x')`,
    ],
  ]
  for (const [what, command, files, fixing] of weakening) {
    attack(
      `by a change of ${what}`,
      async (isAttacked) => {
        const test = wrongBranch({}, files)
        const name = /writeFileSync\('([^']+)'/.exec(fixing)?.[1] ?? ''
        const agent = loopAgent(isAttacked ? `${mend}\n${fixing}\n${claim('calc.rb', name)}` : undefined)
        return reviewLoop(test.path, ['loop', '--agent', agent.word, '--validate', command, '--no-verify'])
      },
      ({ stdout, stderr }) => expect(stdout + stderr).toContain('The fix changes what the validation commands check'),
    )
  }
})
