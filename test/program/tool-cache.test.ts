import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { reviewLoop, root } from '../support/program.ts'
import { createRepository, type TestRepository, temporaryFolder } from '../support/repository.ts'
import { runTool, tool } from '../support/tool.ts'

const read = (...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8'))

function write(folder: string, name: string, value: unknown): string {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value))
  return join(folder, name)
}

describe('the cache', () => {
  const asked = { prompt_hash: 'p', model_id: 'opus', context_key: 'c' }

  async function changeOf(files: Readonly<Record<string, string>>) {
    const repository = createRepository()
    repository.commit('Change', files)
    const data = await tool(repository.path, 'parse-diff', ['--scope', 'main...HEAD'])
    const folder = temporaryFolder()
    const run = (step: string, more: object) =>
      tool(folder, step, [], { input: JSON.stringify({ cache_dir: 'cache', diff_data: data, ...asked, ...more }) })
    return { folder, run, check: (more = {}) => run('cache-check', { output_dir: 'out', ...more }) }
  }

  it('gives back what an agent said, and keeps nothing of one that failed', async () => {
    const { folder, run, check } = await changeOf({ 'a.ts': 'a\n', 'b.ts': 'b\n', 'c.ts': 'c\n', 'd.test.ts': 'd\n' })
    expect(await check()).toMatchObject({ status_kind: 'first_run', hits: 0, misses: 4, fallback: null })

    const partition = (id: number, file: string) => ({ id, files: [{ file }], is_test_only: file.includes('.test.') })
    const files = ['a.ts', 'b.ts', 'c.ts', 'd.test.ts']
    const partitions = { partitions: files.map((file, index) => partition(index + 1, file)) }
    const said = { file: 'a.ts', line: 1, severity: 'HIGH', issue: '[P1] Wrong' }
    write(join(folder, 'agents'), 'agent_bha_p1.json', { findings: [said] })
    write(join(folder, 'agents'), 'agent_bha_p2.json', '{"findings": [')
    write(join(folder, 'agents'), 'agent_bha_p4.json', { findings: [] })
    const update = { bha_dir: 'agents', partitions_file: partitions, exclude_test_partitions: true }
    expect(await run('cache-update', update)).toMatchObject({ cached_count: 1, skipped_files: ['b.ts', 'c.ts'] })

    expect(await check()).toMatchObject({ status_kind: 'hits', cached_files: ['a.ts'], hits: 1, misses: 3 })
    expect(read(folder, 'out', 'agent_cached_bha.json')).toEqual({ findings: [said] })
    expect(read(folder, 'out', 'cache_result.json').stats).toEqual({
      total_files: 4,
      cached: 1,
      uncached: 3,
      hit_rate_pct: 25,
    })
    const uncached = read(folder, 'out', 'uncached_diff_data.json')
    expect(uncached).toMatchObject({ files_to_review: ['b.ts', 'c.ts', 'd.test.ts'], total_loc: 3 })
    expect(Object.keys(uncached.patch_lines)).toEqual(['b.ts', 'c.ts', 'd.test.ts'])
    expect(await check({ model_id: 'other' })).toMatchObject({ hits: 0, status_kind: 'all_changed' })
    expect(await check({ context_key: 'other' })).toMatchObject({ hits: 0 })
  })

  it('writes down when an entry was last used', async () => {
    const { folder, run, check } = await changeOf({ 'a.ts': 'a\n' })
    write(join(folder, 'agents'), 'agent_bha_p1.json', { findings: [] })
    await run('cache-update', { bha_dir: 'agents', reviewed_files: ['a.ts'] })
    const entryOf = (manifest: Record<string, object>) => Object.values(manifest['a.ts'] ?? {})[0]
    const manifest = read(folder, 'cache', 'manifest.json')
    const [key] = Object.keys(manifest['a.ts'])
    manifest['a.ts'][key!].last_hit_at = '2020-01-01T00:00:00.000Z'
    write(join(folder, 'cache'), 'manifest.json', manifest)
    expect(await check()).toMatchObject({ hits: 1 })
    const used = entryOf(read(folder, 'cache', 'manifest.json'))
    expect(used).toMatchObject({ hit_count: 1, findings: [] })
    expect(used.last_hit_at > '2026').toBe(true)
  })

  it.each([
    ['a failed agent among them', { findings: [{ file: 'a.ts' }] }, '{'],
    ['a finding that names no file', { findings: [{ issue: 'somewhere' }] }, { findings: [] }],
  ])('keeps nothing where it is not known who looked at what, with %s', async (_, first, second) => {
    const { folder, run } = await changeOf({ 'a.ts': 'a\n' })
    write(join(folder, 'agents'), 'agent_bha_p1.json', first)
    write(join(folder, 'agents'), 'agent_bha_p2.json', second)
    const update = { bha_dir: 'agents', reviewed_files: ['a.ts'] }
    expect(await run('cache-update', update)).toMatchObject({ cached_count: 0, skipped_files: ['a.ts'] })
  })

  it('is empty when it cannot be read, and never answers for a file without lines', async () => {
    const { folder, run, check } = await changeOf({ 'a.ts': 'a\n' })
    write(join(folder, 'agents'), 'agent_bha_p1.json', { findings: [] })
    await run('cache-update', { bha_dir: 'agents', reviewed_files: ['a.ts'] })
    const data = read(folder, 'out/../cache/manifest.json')
    expect(Object.keys(data)).toEqual(['a.ts'])
    const bare = { files_to_review: ['a.ts'], file_statuses: {}, file_loc: {}, changed_ranges: {} }
    expect(await check({ diff_data: bare })).toMatchObject({ hits: 0, misses: 1 })
    write(join(folder, 'cache'), 'manifest.json', '{"a.ts": ')
    expect(await check()).toMatchObject({ status_kind: 'fallback_error', hits: 0, misses: 1 })
  })

  it.each([
    ['local', '1', [], 'HOME/.claude/cr-cache-global-repo-shop'],
    ['local', '0', [], 'HOME/.claude/cr-cache-repo-shop'],
    ['local', '0', ['--pr-number', '7'], 'HOME/.claude/cr-cache-repo-shop-pr-7'],
    ['github', '0', [], 'RUNNER/cr-cache'],
  ])('lies, in %s mode with global_cache %s and %j, in %s', async (mode, global, more, expected) => {
    const [HOME, RUNNER_TEMP] = [temporaryFolder(), temporaryFolder()]
    const setup = write(temporaryFolder(), 'setup.json', { repo_name: 'shop', global_cache: global })
    const args = ['--setup-json', setup, '--mode', mode, ...more]
    const { cache_dir } = await tool(HOME, 'finalize-cache', args, { env: { HOME, RUNNER_TEMP } })
    expect(cache_dir).toBe(expected.replace('HOME', HOME).replace('RUNNER', RUNNER_TEMP))
    expect(existsSync(cache_dir)).toBe(true)
  })

  it('knows prompts and the place where the branch left its base', async () => {
    const repository = createRepository()
    const base = repository.git('rev-parse', 'HEAD').trim()
    repository.commit('Change', { 'a.txt': 'a\n' })
    const assets = await tool(repository.path, 'prep-assets', ['--cr-dir', temporaryFolder()])
    const args = ['--shared-prompt', assets.shared_prompt, '--bha-suffix', assets.bha_suffix, '--diff-tip', 'HEAD']
    const hashes = await tool(repository.path, 'compute-hashes', [...args, '--base-ref', 'main'])
    expect(hashes).toEqual({ prompt_hash: expect.stringMatching(/^[0-9a-f]{64}$/), context_key: base })
    writeFileSync(assets.bha_suffix, 'another prompt')
    const other = await tool(repository.path, 'compute-hashes', [...args, '--base-ref', 'nowhere'])
    expect(other.prompt_hash).not.toBe(hashes.prompt_hash)
    expect(other.context_key).toBe('')
  })

  it('finds the prompts of an installed package', async () => {
    const installed = temporaryFolder()
    for (const part of ['dist', 'prompts', 'package.json'])
      cpSync(join(root, part), join(installed, part), { recursive: true })
    const folder = temporaryFolder()
    const { code } = await reviewLoop(folder, ['tool', 'prep-assets', '--cr-dir', '.'], {
      program: join(installed, 'dist', 'cli.js'),
    })
    expect(code).toBe(0)
    expect(readFileSync(join(folder, 'shared_prompt.txt'), 'utf8')).toBe(
      readFileSync(join(root, 'prompts/shared.md'), 'utf8'),
    )
    expect(existsSync(join(folder, 'bha_suffix.txt'))).toBe(true)
  })
})

describe('incremental reviews', () => {
  function branch(): TestRepository {
    const repository = createRepository()
    repository.commit('First', { 'a.txt': 'one\n' })
    return repository
  }

  const decide = (repository: TestRepository, cache: string, more: readonly string[] = [], env = {}) =>
    runTool(
      repository.path,
      'auto-incremental',
      ['--cache-dir', cache, '--key', 'topic:main', '--diff-tip', 'HEAD', '--original-scope', 'main...HEAD', ...more],
      { env },
    )

  async function reviewed(repository: TestRepository): Promise<string> {
    const cache = temporaryFolder()
    const args = ['--cache-dir', cache, '--key', 'topic:main', '--ref', 'HEAD']
    const written = await tool(repository.path, 'review-state-write', args)
    const { key, ...entry } = written
    expect(entry).toMatchObject({ sha: repository.git('rev-parse', 'HEAD').trim(), success: true })
    expect(await tool(repository.path, 'review-state-read', ['--cache-dir', cache, '--key', key])).toEqual(entry)
    return cache
  }

  it('remember nothing they were not told', async () => {
    const folder = temporaryFolder()
    expect(await tool(folder, 'review-state-read', ['--cache-dir', '.', '--key', 'topic:main'])).toEqual({})
    const args = ['--cache-dir', '.', '--key', 'a:b', '--sha', 'f'.repeat(40)]
    expect(await runTool(branch().path, 'review-state-write', args)).toMatchObject({ code: 2 })
  })

  it('look at what is new since the last review', async () => {
    const repository = branch()
    const cache = await reviewed(repository)
    const last = repository.git('rev-parse', 'HEAD').trim()
    repository.commit('Second', { 'b.txt': 'two\n' })
    const { diff_scope, review_mode_line } = JSON.parse((await decide(repository, cache)).stdout)
    expect(diff_scope).toBe(`${last}...HEAD`)
    expect(review_mode_line).toBe(`Review mode: incremental (1 file, 1 line since ${last.slice(0, 7)})`)
    const data = await tool(repository.path, 'parse-diff', ['--scope', diff_scope])
    expect(data.files_to_review).toEqual(['b.txt'])
  })

  it('see uncommitted work too', async () => {
    const repository = branch()
    const cache = await reviewed(repository)
    repository.write({ 'b.txt': 'two\n' })
    const scope = await tool(repository.path, 'resolve-scope', [])
    const { stdout } = await decide(repository, cache, ['--original-scope', scope.diff_scope])
    const data = await tool(repository.path, 'parse-diff', ['--scope', JSON.parse(stdout).diff_scope])
    expect(data.files_to_review).toEqual(['b.txt'])
  })

  it.each([
    ['asked for', ['--full-review', 'true'], {}],
    ['not the review of a branch', ['--original-scope', '--cached'], {}],
    ['incremental reviews are turned off', ['--mode', 'github'], {}],
    ['incremental reviews are turned off', [], { CR_AUTO_INCREMENTAL: '0' }],
    ['1 file, 1 line since the last review', [], { CR_INCREMENTAL_MAX_FILES: '0' }],
    ['1 file, 1 line since the last review', [], { CR_INCREMENTAL_MAX_LOC: '0' }],
    ['first review of this branch', ['--key', 'other:main'], {}],
  ])('are full ones when: %s (%j, %j)', async (why, more, env) => {
    const repository = branch()
    const cache = await reviewed(repository)
    repository.commit('Second', { 'b.txt': 'two\n' })
    const { stdout } = await decide(repository, cache, more, env)
    expect(JSON.parse(stdout)).toEqual({ diff_scope: null, review_mode_line: `Review mode: full (${why})` })
  })

  it('start again after history was rewritten, and refuse to go on from before', async () => {
    const repository = branch()
    const cache = await reviewed(repository)
    repository.git('commit', '-q', '--amend', '-m', 'First, again')
    expect(JSON.parse((await decide(repository, cache)).stdout)).toEqual({
      diff_scope: null,
      review_mode_line: 'Review mode: full (history was rewritten since the last review)',
    })
    const asked = await decide(repository, cache, ['--since-last-review', 'true'])
    expect(asked).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('History was rewritten') })
    const never = await decide(repository, temporaryFolder(), ['--since-last-review', 'true'])
    expect(never).toMatchObject({ code: 2, stderr: expect.stringContaining('no completed review') })
    const both = await decide(repository, cache, ['--since-last-review', 'true', '--full-review', 'true'])
    expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be combined') })
  })
})

describe('what it took', () => {
  const answer = (id: string, timestamp: unknown, output_tokens: number) => ({
    type: 'assistant',
    timestamp,
    message: { id, model: 'some-model', usage: { input_tokens: 1000, output_tokens, cache_read_input_tokens: 10_000 } },
  })

  function session() {
    const [HOME, project] = [temporaryFolder(), temporaryFolder()]
    const lines = [
      answer('early', '2026-01-01T00:00:00Z', 7),
      answer('one', '2026-01-01T00:10:00Z', 1),
      answer('one', '2026-01-01T00:10:01Z', 20),
      answer('two', 1_767_226_260_000, 180),
      { type: 'user', message: { usage: { input_tokens: 5 } } },
    ]
    const folder = join(HOME, '.claude', 'projects', project.replace(/[^a-zA-Z0-9]/g, '-'))
    write(folder, 'session.jsonl', `${lines.map((line) => JSON.stringify(line)).join('\n')}\nnot JSON\n`)
    return { HOME, project }
  }

  const start = String(Date.parse('2026-01-01T00:05:00Z') / 1000)

  it('counts every answer since the start once', async () => {
    const { HOME, project } = session()
    const tokens = await tool(project, 'session-tokens', ['--start-time', start], { env: { HOME } })
    expect(tokens).toEqual({
      input_tokens: 2000,
      output_tokens: 200,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 20_000,
      total_tokens: 22_200,
      turns: 2,
      models: ['some-model'],
    })
    const none = await tool(temporaryFolder(), 'session-tokens', ['--start-time', start], { env: { HOME } })
    expect(none).toMatchObject({ total_tokens: 0, error: expect.stringContaining('no session transcript') })
  })

  it('says it in one line', async () => {
    const { HOME, project } = session()
    const stats = { total_files: 10, cached: 5, uncached: 5, hit_rate_pct: 50 }
    const cache = write(project, 'cache_result.json', { stats })
    write(project, 'auto_incremental.json', { diff_scope: null, review_mode_line: 'Review mode: full (asked for)' })
    const args = ['--start-time', start, '--cache-result', cache, '--cr-dir', project]
    const footer = await tool(project, 'footer', args, { env: { HOME } })
    expect(footer).toMatchObject({ review_mode: 'full (asked for)', effective_tokens: 4200 })
    expect(footer.footer_line).toMatch(
      /^\*\*Review complete\*\* — (\d+h )?(\d+m )?\d+s \| Cache: 5\/10 files \(50%\) \| full \(asked for\) \| Tokens: ~4\.2K effective \(2\.0K in, 200 out, 0 cache-write, 20\.0K cache-read\)$/,
    )
    const bare = await tool(temporaryFolder(), 'footer', ['--start-time', start], { env: { HOME } })
    expect(bare.footer_line).toContain('| Cache: off | full |')
  })
})
