import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runInside } from '../support/inside.ts'
import { awsKey } from '../support/samples.ts'
import { runAgent, runEvents, runRepository, sessionText, staged } from '../support/scripted-run.ts'

const item = 'Add add'
const config = 'skip_quality_polish: true\nauto_commit: true\n'

/** An executor that leaves a key in a file it made. The key is not in this text either. */
const careless = () =>
  runAgent({
    exec: `writeFileSync('client.js', 'export const region = 1\\nexport const key = "' + ['AKIA', '${awsKey.slice(4)}'].join('') + '"\\n')\ndone('client.js')`,
  })

it('blocks hands-free, without the polish stage, on a secret in a new file, and delivers once it is waived', async () => {
  const [test, agent] = [runRepository({ '.review-loop/config.md': config }), careless()]
  const blocked = await staged(test, agent, 'run', item, '--handsfree')
  expect(blocked).toMatchObject({
    code: 4,
    result: { outcome: 'blocked', deliveryBlockedBy: 'security', completedStages: ['exec', 'polish', 'docs'] },
  })
  expect(blocked.result.reason).toMatch(/client\.js:2 .+ \(secret\/aws-access-key, F-[0-9a-f]{8,}\)/)
  expect(sessionText(test)).toContain('- delivery_blocked_by: security\n')
  expect(test.git('log', '--format=%s', 'main..HEAD')).toBe('')
  for (const told of [blocked.stdout, blocked.stderr, sessionText(test), JSON.stringify(runEvents(test))])
    expect(told).not.toContain(awsKey)

  const id = /F-[0-9a-f]{8,}/.exec(blocked.result.reason)?.[0]
  test.write({ '.review-loop/waivers.yaml': `waivers: [{ id: ${id}, reason: "of the documentation" }]\n` })
  const resumed = await staged(test, agent, 'run', '--resume', '--accept-external-state')
  expect(resumed).toMatchObject({ code: 0, result: { outcome: 'delivered' } })
  const found = runEvents(test).flatMap((event) => (event.type === 'preflight' ? [event.secrets.length] : []))
  expect(found).toEqual([1, 0])
})

it('blocks on a private key in a tracked file with an innocent name', async () => {
  const lines = Array.from(
    { length: 3 },
    (_, index) => `MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSj${'x7Q'.repeat(4)}${index}`,
  )
  const [begin, end] = ['BEGIN', 'END'].map((word) => `-----${word} PRIVATE${' '}KEY-----`)
  const test = runRepository({ 'notes.txt': `Some notes.\n${[begin, ...lines, end].join('\n')}\n` })
  const { code, result } = await staged(test, runAgent(), 'run', item, '--handsfree')
  expect({ code, ...result }).toMatchObject({ code: 4, outcome: 'blocked', deliveryBlockedBy: 'security' })
  expect(result.reason).toContain('notes.txt:2')
})

it('takes its settings from config.yaml before config.md, and config tells which', async () => {
  const test = runRepository({
    '.review-loop/config.md': 'skip_quality_polish: true\nauto_commit: true\ndocs_file: LOG.md\nauto_comit: true\n',
    '.review-loop/config.yaml': 'run:\n  docs_file: docs/log.md\n',
  })
  const told = await runInside(test.path, ['config'])
  expect(told.stdout).toMatch(/^run\.docs_file +docs\/log\.md +\.review-loop\/config\.yaml:2$/m)
  expect(told.stdout).toMatch(/^run\.auto_commit +true +\.review-loop\/config\.md:2$/m)
  expect(told.stdout).toMatch(/^run\.soft_limit_plan +3 +default$/m)
  const warning = '.review-loop/config.md:4: unknown key "auto_comit"; did you mean "auto_commit"?'
  expect(told.stdout).toContain(`warning: ${warning}`)
  const json = JSON.parse((await runInside(test.path, ['config', '--format', 'json'])).stdout)
  expect(json.settings).toContainEqual({
    key: 'run.skip_quality_polish',
    value: true,
    origin: '.review-loop/config.md:1',
  })
  expect(json.warnings).toEqual([warning])
  expect((await runInside(test.path, ['doctor'])).stdout).toContain(warning)
  expect((await runInside(test.path, ['guide'])).stdout).toMatch(/^ +docs_file +file that gets a line/m)

  const { code, result, stderr } = await staged(test, runAgent(), 'run', item)
  expect({ code, outcome: result.outcome }).toEqual({ code: 0, outcome: 'delivered' })
  expect(stderr).toContain(warning)
  expect(readFileSync(join(test.path, 'docs/log.md'), 'utf8')).toContain(item)
  expect(test.git('show', '--format=', '--name-only', 'HEAD').trim().split('\n').sort()).toEqual([
    'calc.js',
    'docs/log.md',
  ])
})
