import { describe } from 'vitest'
import { reviewLoop } from '../support/program.ts'
import { createRepository } from '../support/repository.ts'
import { attack } from './attack.ts'

describe('the report of an analyser', () => {
  const old = `${Array.from({ length: 30 }, (_, line) => `export const value${line} = ${line}`).join('\n')}\n`
  const grave = {
    ruleId: 'injection',
    level: 'error',
    message: { text: 'Code injection.' },
    properties: { 'security-severity': '9.8' },
  }

  function review(result: object, startLine: number) {
    const repository = createRepository({ 'src/a.js': old })
    repository.commit('Change', {
      'src/a.js': `${old}export const run = (code) => Function(code) // analyser: ignore\n`,
    })
    const place = { physicalLocation: { artifactLocation: { uri: 'src/a.js' }, region: { startLine } } }
    const results = [{ ...grave, locations: [place], ...result }]
    repository.write({
      '.git/t.sarif': JSON.stringify({
        version: '2.1.0',
        runs: [{ tool: { driver: { name: 'T' } }, results }],
      }),
    })
    return reviewLoop(repository.path, ['review', '--import', '.git/t.sarif'])
  }

  attack('is silenced by a comment that the change adds', (isAttacked) =>
    review({ suppressions: [{ kind: 'inSource' }] }, isAttacked ? 31 : 2),
  )

  attack('says of an error that it passed', (isAttacked) =>
    review({ kind: 'pass', ...(!isAttacked && { level: 'none' }) }, 31),
  )
})
