import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { reviewJson, reviewLoop, reviewLoopOfProcess } from '../support/program.ts'
import { createRepository, type TestRepository } from '../support/repository.ts'
import { awsKey, clean, password, withDebugger, withSecret } from '../support/samples.ts'

const read = (repository: TestRepository, folder: string | null, name: string) =>
  JSON.parse(readFileSync(join(repository.path, folder ?? '', name), 'utf8'))

describe.concurrent('each review leaves its working files', () => {
  const always = [
    'diff_data.json',
    'findings.json',
    'footer.json',
    'hygiene.json',
    'intent.json',
    'intent_context.json',
    'patches_all.txt',
    'route.json',
    'scope.json',
    'setup.json',
    'validate_output.json',
    'verdict.json',
  ]

  it('under the names that scripts know', async () => {
    const repository = createRepository({ 'a.rb': clean })
    repository.commit('fix: correct the start', { 'a.rb': withDebugger })
    const { result } = await reviewJson(repository.path)
    const folder = result.reviewDir
    expect(readdirSync(join(repository.path, folder ?? ''))).toEqual(expect.arrayContaining(always))
    const [setup, scope, diff, context, route] = ['setup', 'scope', 'diff_data', 'intent_context', 'route'].map(
      (name) => read(repository, folder, `${name}.json`),
    )
    expect(setup).toMatchObject({ branch: 'topic' })
    expect(folder).toBe(`.review-loop/reviews/${setup.id}`)
    expect(scope).toMatchObject({ kind: 'branch', base: 'main', head: 'topic' })
    expect(diff).toMatchObject({
      files_to_review: ['a.rb'],
      total_loc: 4,
      changed_ranges: { 'a.rb': { added: [[1, 3]] } },
    })
    expect(context).toMatchObject({ source: 'commits', commits: ['fix: correct the start'] })
    expect(read(repository, folder, 'intent.json')).toEqual({ intent: 'fix' })
    expect(route).toMatchObject({ fast_path: true })
    expect(read(repository, folder, 'hygiene.json').findings).toMatchObject([{ rule: 'hygiene/debugger' }])
    expect(read(repository, folder, 'findings.json')).toMatchObject([{ rule: 'hygiene/debugger' }])
    expect(read(repository, folder, 'validate_output.json')).toMatchObject({
      validated: result.findings,
      discarded: [],
    })
    expect(read(repository, folder, 'verdict.json')).toMatchObject({ verdict: 'approve', gate: result.gate })
    expect(readFileSync(join(repository.path, folder ?? '', 'patches_all.txt'), 'utf8')).toContain('+  debugger')
  })

  it('with a patch for each partition of a larger change', async () => {
    const repository = createRepository()
    repository.commit('Add', {
      'a.rb': clean.repeat(400),
      'b.rb': clean.repeat(400),
      'test/a.test.rb': clean.repeat(50),
    })
    const { result } = await reviewJson(repository.path)
    const { partitions } = read(repository, result.reviewDir, 'partitions.json')
    expect(partitions.length).toBeGreaterThan(1)
    for (const { id, files } of partitions) {
      const patch = readFileSync(join(repository.path, result.reviewDir ?? '', `patches_p${id}.txt`), 'utf8')
      const headers = patch.match(/^diff --git .*$/gm) ?? []
      expect(headers).toHaveLength(files.length)
      for (const { file } of files) expect(patch).toContain(`diff --git a/${file} b/${file}`)
    }
  })

  it('of the last fifty reviews, kept out of git', async () => {
    const repository = createRepository()
    repository.write({ 'a.rb': clean })
    const old = Object.fromEntries(
      Array.from({ length: 55 }, (_, at) => [`.review-loop/reviews/20200101-0000${at + 10}-abcdef/x`, '']),
    )
    repository.write(old)
    const { result } = await reviewJson(repository.path, ['--hygiene-only'])
    const names = readdirSync(join(repository.path, '.review-loop/reviews')).sort()
    expect(names).toHaveLength(50)
    expect(names.at(-1)).toBe(result.reviewDir?.split('/').at(-1))
    expect(repository.git('status', '--porcelain')).toBe('?? a.rb\n')
  })
})

describe.concurrent('no secret is ever shown whole', () => {
  const keyBody = Array.from({ length: 12 }, (_, at) => `${'MIIEpAIBAAKCAQEA7bq9'.repeat(3)}${at}xQ`)
  const privateKey = [
    '-----BEGIN RSA ',
    'PRIVATE KEY-----\n',
    `${keyBody.join('\n')}\n`,
    '-----END RSA ',
    'PRIVATE KEY-----\n',
  ].join('')

  /** Secrets in added lines, beside another finding, in a commit message, in a line that a linter quotes, in an import. */
  function leakyRepository() {
    const repository = createRepository({ 'old.js': `const dbPassword = '${password}'\nexport { dbPassword }\n` })
    const report = [
      {
        file: 'a.js',
        line: 1,
        severity: 'P1',
        title: `The key ${awsKey} is in the code`,
        problem: `Found ${awsKey}.`,
        impact: `Whoever has ${awsKey} can log in.`,
        fix: `Remove ${awsKey}.`,
        suggestion: `const key = '${awsKey}' // again`,
        evidence: `const key = '${awsKey}'`,
        confidence: 1,
      },
      {
        file: 'gone.js',
        line: 1,
        severity: 'P1',
        title: 'Elsewhere',
        problem: `Also ${awsKey}`,
        evidence: awsKey,
        confidence: 1,
      },
    ]
    repository.write({ '.git/report.json': JSON.stringify(report) })
    repository.commit(`fix: use ${awsKey} for the upload`, {
      'a.js': `${withSecret}debugger\n`,
      'b.js': `const same = '${awsKey}' === '${awsKey}'\nif (same === NaN) eval('${awsKey}')\n`,
      'old.js': `const dbPassword = '${password}'\ndebugger\nexport { dbPassword }\n`,
      'c.py': `password = "${password}"\n`,
      'keys/server.txt': privateKey,
      'moved.js': `${withSecret}\n\ndebugger\n`,
    })
    return repository
  }

  const secrets = [awsKey, password, ...keyBody]

  function expectHidden(text: string, where: string): void {
    for (const secret of secrets) expect(text.includes(secret), `${secret.slice(0, 8)}… in ${where}`).toBe(false)
  }

  it('in any format, on either channel', async () => {
    const { path } = leakyRepository()
    const formats = ['text', 'json', 'markdown', 'sarif', 'rdjson', 'github']
    const args = ['review', '--verbose', '--import', '.git/report.json', '--format']
    for (const format of formats) {
      const part = format === 'text' ? '--full-review' : '--hygiene-only'
      const { stdout, stderr, code } = await reviewLoop(path, [...args, format, part])
      expect(code).toBe(1)
      expect(stdout).toMatch(/secret\/aws-access-key/)
      expect(stdout).toContain(`${awsKey.slice(0, 4)}…`)
      expectHidden(stdout, format)
      expectHidden(stderr, `${format}, standard error`)
    }
  })

  it('in any working file but the patches', async () => {
    const repository = leakyRepository()
    const { result } = await reviewJson(repository.path, ['--import', '.git/report.json'])
    const folder = join(repository.path, result.reviewDir ?? '')
    const names = readdirSync(folder).filter((name) => !name.startsWith('patches_'))
    expect(names.length).toBeGreaterThan(10)
    for (const name of names) expectHidden(readFileSync(join(folder, name), 'utf8'), name)
    const state = join(repository.path, '.review-loop/cache/review_state.json')
    expect(existsSync(state)).toBe(true)
    expectHidden(readFileSync(state, 'utf8'), 'review_state.json')
  })

  it('in an incremental or a repeated review', async () => {
    const repository = leakyRepository()
    await reviewLoopOfProcess(repository.path, ['review'])
    const repeated = await reviewLoopOfProcess(repository.path, ['review', '--since-last-review', '--verbose'])
    repository.commit('More', { 'more.rb': clean })
    const follow = await reviewLoopOfProcess(repository.path, ['review', '--verbose'])
    for (const { code, stdout, stderr } of [repeated, follow]) {
      expect(code).toBe(1)
      expectHidden(stdout + stderr, 'the output')
    }
  })
})
