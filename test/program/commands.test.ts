import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { expectUntouched } from '../support/expectations.ts'
import { asOrdinaryUser, reviewLoop, reviewLoopOfProcess, root } from '../support/program.ts'
import { createRepository, temporaryFolder } from '../support/repository.ts'

const names = ['review', 'mail', 'demo', 'init', 'doctor', 'config', 'completion']
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

describe.concurrent('--version and --help', () => {
  it.each([['--version'], ['-v'], ['-V']])('%s prints the version and nothing else', async (flag) => {
    expect(await reviewLoopOfProcess(temporaryFolder(), [flag])).toEqual({
      code: 0,
      stdout: `${manifest.version}\n`,
      stderr: '',
    })
  })

  it.each([[[]], [['--help']], [['-h']], [['help']]])(
    '%j says what to type first and lists the commands',
    async (args) => {
      const { code, stdout, stderr } = await reviewLoop(temporaryFolder(), args)
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toMatch(/review-loop review /)
      for (const name of names) expect(stdout).toMatch(new RegExp(`^ {2}${name} `, 'm'))
    },
  )

  it.each(names)('%s --help has usage, options and examples, and does nothing', async (name) => {
    const folder = temporaryFolder()
    const [flag, word] = await Promise.all([reviewLoop(folder, [name, '--help']), reviewLoop(folder, ['help', name])])
    expect(flag).toMatchObject({ code: 0, stderr: '' })
    expect(flag.stdout).toMatch(new RegExp(`\\nUsage\\n {2}review-loop ${name}`))
    expect(flag.stdout).toMatch(/\nOptions\n.*--help/s)
    expect(flag.stdout).toMatch(new RegExp(`\\nExamples\\n.*review-loop ${name}`, 's'))
    expect(word.stdout).toBe(flag.stdout)
    expect(existsSync(join(folder, '.review-loop'))).toBe(false)
  })

  it('review --help names every promised flag and every exit code', async () => {
    const { stdout } = await reviewLoop(temporaryFolder(), ['review', '--help'])
    const flags =
      'base committed hygiene-only since-last-review full-review format output import fail-on config cwd quiet verbose'
    for (const flag of flags.split(' ')) expect(stdout).toContain(`--${flag}`)
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain('text, json, markdown, sarif, rdjson, github')
    for (const code of ['0 ', '1 ', '2 ', '3 ', '130 ']) expect(stdout.split('Exit codes:')[1]).toContain(code)
  })
})

it('cache takes its word before or behind the folder', async () => {
  const { path } = createRepository()
  for (const words of [
    ['stats', '--cwd', path],
    ['--cwd', path, 'stats'],
  ]) {
    expect(await reviewLoop(temporaryFolder(), ['cache', ...words])).toMatchObject({ code: 0, stderr: '' })
  }
})

describe.concurrent('init', () => {
  it('writes a configuration in which every key is explained, and the ignore file', async () => {
    const { path, git } = createRepository()
    const { code, stdout } = await reviewLoop(path, ['init'])
    const file = readFileSync(join(path, '.review-loop/config.yaml'), 'utf8')
    expect(code).toBe(0)
    expect(stdout).toContain('.review-loop/config.yaml')
    expect(file.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual([])
    for (const key of [
      'base',
      'lines',
      'confidence_floor',
      'ignore',
      'severity',
      'builtin',
      'limits',
      'incremental',
      'import',
    ]) {
      expect(file).toMatch(new RegExp(`^# ${key}:`, 'm'))
    }
    expect(git('status', '--porcelain', '-uall')).toBe('?? .review-loop/config.yaml\n')
    for (const own of ['reviews/x/setup.json', 'cache/x', 'tmp/x']) git('check-ignore', '-q', `.review-loop/${own}`)
    for (const kept of ['config.md', 'config.yaml', 'waivers.yaml', 'rules/a.yaml', 'critic-gates.json']) {
      expect(() => git('check-ignore', '-q', `.review-loop/${kept}`)).toThrow()
    }
  })

  it('with the comments taken away gives the defaults', async () => {
    const { path } = createRepository()
    const before = await reviewLoop(path, ['config', '--format', 'json'])
    await reviewLoop(path, ['init'])
    const file = join(path, '.review-loop/config.yaml')
    const known = before.stdout.match(/(?<="key": ").*(?=")/g)?.flatMap((key) => key.split('.')) ?? []
    const isKey = (line: string) => known.includes(/^# +(\w+):/.exec(line)?.[1] ?? '')
    const keys = readFileSync(file, 'utf8')
      .split('\n')
      .filter(isKey)
      .map((line) => line.slice(2))
      .join('\n')
    const written = parse(keys, (_, value) => value ?? undefined)
    expect(Object.keys(written)).toEqual(expect.arrayContaining(['lines', 'ignore', 'limits', 'import']))
    writeFileSync(file, JSON.stringify(written))
    const after = await reviewLoop(path, ['config', '--format', 'json'])
    expect(after).toMatchObject({ code: 0, stderr: '' })
    expect(valuesIn(after.stdout)).toEqual(valuesIn(before.stdout))
  })

  it('leaves a configuration that is there as it is', async () => {
    const repository = createRepository({ '.review-loop/config.yaml': 'lines: strict\n' })
    const { code, stdout } = await reviewLoop(repository.path, ['init'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/already there/)
    expect(readFileSync(join(repository.path, '.review-loop/config.yaml'), 'utf8')).toBe('lines: strict\n')
  })

  it('needs a repository', async () => {
    const folder = temporaryFolder()
    expectUntouched(await reviewLoop(folder, ['init']), folder, /is not inside a git repository/)
  })
})

describe.concurrent('config', () => {
  it('shows every value and where it comes from', async () => {
    const repository = createRepository({
      '.review-loop/config.yaml': '# ours\nlines: strict\nlimits:\n  large_file_kb: 5\n',
    })
    const { code, stdout } = await reviewLoop(repository.path, ['config'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^lines +strict +\.review-loop\/config\.yaml:2$/m)
    expect(stdout).toMatch(/^limits\.large_file_kb +5 +\.review-loop\/config\.yaml:4$/m)
    expect(stdout).toMatch(/^limits\.fast_path_lines +200 +default$/m)
    expect(stdout).toMatch(/^confidence_floor +0\.5 +default$/m)
  })

  it('prints its JSON Schema, which knows every key', async () => {
    const { code, stdout } = await reviewLoop(temporaryFolder(), ['config', '--json-schema'])
    const schema = JSON.parse(stdout)
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile({ ...schema, $schema: undefined })
    expect(code).toBe(0)
    expect(validate({ lines: 'strict', limits: { large_file_kb: 5 }, ignore: ['lib/'] })).toBe(true)
    expect(validate({ lines: 'loose' })).toBe(false)
    expect(validate({ ignroe: [] })).toBe(false)
  })

  it('refuses a bad key like the review does', async () => {
    const { path } = createRepository({ '.review-loop/config.yaml': 'ignroe: []\n' })
    const { code, stderr } = await reviewLoop(path, ['config'])
    expect(code).toBe(2)
    expect(stderr).toMatch(/unknown key "ignroe"; did you mean "ignore"\?/)
  })
})

describe.concurrent('doctor', () => {
  const checkOf = (stdout: string, name: string) =>
    JSON.parse(stdout).checks.find((check: { name: string }) => check.name === name)

  it('says that all is there, which agents and keys it sees, and never shows a key', async () => {
    const { path } = createRepository()
    const bin = temporaryFolder()
    writeFileSync(join(bin, 'codex'), '#!/bin/sh\n')
    chmodSync(join(bin, 'codex'), 0o755)
    const key = ['sk', 'not', 'to', 'be', 'shown'].join('-')
    const env = { PATH: `${bin}:${onlyNeeded()}`, HOME: bin, OPENAI_API_KEY: key, CODEX_API_KEY: key }
    const [text, json] = await Promise.all([
      reviewLoop(path, ['doctor'], { env }),
      reviewLoop(path, ['doctor', '--format', 'json'], { env }),
    ])
    expect([text.code, json.code]).toEqual([0, 0])
    expect(text.stdout).toMatch(/All that is needed is there\.\n$/)
    expect(JSON.parse(json.stdout).ok).toBe(true)
    for (const name of ['git', 'node', 'repository', 'base', 'oxlint', 'ruff', 'rules', 'codex']) {
      expect(checkOf(json.stdout, name)).toMatchObject({ status: 'ok' })
    }
    expect(checkOf(json.stdout, 'claude')).toMatchObject({
      status: 'absent',
      detail: expect.stringContaining('not installed'),
    })
    expect(checkOf(json.stdout, 'codex').detail).toMatch(/key/i)
    expect(text.stdout + json.stdout).not.toContain(key)
  })

  it('says where the token for GitHub comes from, and never what it is', async () => {
    const { path } = createRepository()
    const bin = temporaryFolder()
    const token = ['not', 'to', 'be', 'shown'].join('-')
    writeFileSync(join(bin, 'gh'), `#!/bin/sh\necho ${token}\n`, { mode: 0o755 })
    const doctor = (env: Record<string, string>, ...args: string[]) =>
      reviewLoop(path, ['doctor', '--format', 'json', ...args], { env })
    const home = { HOME: bin, PATH: onlyNeeded() }
    const [own, gh, none, half] = await Promise.all([
      doctor({ ...home, GH_TOKEN: token }),
      doctor({ ...home, PATH: `${bin}:${home.PATH}` }, '--api-url', 'https://git.example/api/v3'),
      doctor(home),
      doctor({ ...home, REVIEW_LOOP_GITHUB_APP_ID: '12' }),
    ])
    expect(checkOf(own.stdout, 'token')).toMatchObject({ status: 'ok', detail: 'GH_TOKEN (for github.com)' })
    expect(checkOf(gh.stdout, 'token')).toMatchObject({ status: 'ok', detail: expect.stringMatching(/^gh auth token/) })
    expect(checkOf(none.stdout, 'token')).toMatchObject({ status: 'absent' })
    expect(checkOf(half.stdout, 'token')).toMatchObject({ status: 'missing', detail: expect.stringMatching(/no key/) })
    expect([own.code, gh.code, none.code, half.code]).toEqual([0, 0, 0, 1])
    expect(own.stdout + gh.stdout).not.toContain(token)
  })

  const configured = `agents:
  strong: { kind: codex, model: gpt-5.5 }
  mine: { kind: command, command: nosuch-program }
roles: { reviewer: strong, fixer: mine }
`

  it('lists the configured agents, why one cannot be used, and who does what', async () => {
    const { path } = createRepository({ '.review-loop/config.yaml': configured })
    const bin = temporaryFolder()
    writeFileSync(join(bin, 'codex'), '#!/bin/sh\n', { mode: 0o755 })
    const env = { PATH: `${bin}:${onlyNeeded()}`, HOME: bin, CODEX_API_KEY: 'x' }
    const { stdout, code } = await reviewLoop(path, ['doctor', '--format', 'json'], { env })
    const { agents, roles } = JSON.parse(stdout)
    expect(code).toBe(1)
    expect(agents).toMatchObject([
      { name: 'strong', kind: 'codex', model: 'gpt-5.5', usable: true },
      { name: 'mine', kind: 'command', model: null, usable: false, detail: expect.stringContaining('nosuch-program') },
    ])
    expect(roles.map(({ role, agent, usable }: RoleLine) => `${role} ${agent} ${usable}`)).toEqual([
      'reviewer strong true',
      'verifier strong true',
      'fixer mine false',
      'planner null true',
      'executor null true',
    ])
    const text = await reviewLoop(path, ['doctor'], { env })
    expect(text.stdout).toMatch(/ok +strong +codex gpt-5\.5; key\n/)
    expect(text.stdout).toMatch(/ok +reviewer +strong \(codex gpt-5\.5\)\n/)
    expect(text.stdout).toMatch(/missing +fixer +mine \(command\): there is no program called nosuch-program/)
  })

  interface RoleLine {
    readonly role: string
    readonly agent: string | null
    readonly usable: boolean
  }

  it('looks at the configuration that --config names', async () => {
    const { path } = createRepository({
      'other.yaml': 'agents: { mine: { kind: command, command: nosuch-program } }\n',
    })
    const { stdout } = await reviewLoop(path, ['doctor', '--format', 'json', '--config', 'other.yaml'])
    expect(JSON.parse(stdout).agents).toMatchObject([{ name: 'mine', usable: false }])
    expect(checkOf(stdout, 'configuration')).toMatchObject({ status: 'ok', detail: 'other.yaml' })
  })

  it('looks around where nothing may be written', async () => {
    const { path } = createRepository({ '.review-loop/config.yaml': 'lines: strict\n' })
    execFileSync('chmod', ['-R', 'a-w', path])
    const { stdout } = await reviewLoop(path, ['doctor', '--format', 'json'], asOrdinaryUser(path))
    execFileSync('chmod', ['-R', 'u+w', path])
    for (const name of ['repository', 'configuration', 'base']) {
      expect(checkOf(stdout, name)).toMatchObject({ status: 'ok' })
    }
  })

  /** A PATH with git and nothing else of interest. */
  function onlyNeeded(): string {
    const folder = temporaryFolder()
    for (const name of ['git', 'sh']) {
      symlinkSync(execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim(), join(folder, name))
    }
    return folder
  }

  it.each([
    ['outside of a repository', 'repository', () => ({ path: temporaryFolder(), env: {} })],
    ['without git', 'git', () => ({ path: createRepository().path, env: { PATH: temporaryFolder() } })],
    ['without a base', 'base', () => ({ path: withoutBase(), env: {} })],
    [
      'with a broken configuration',
      'configuration',
      () => ({ path: createRepository({ '.review-loop/config.yaml': 'x: 1\n' }).path, env: {} }),
    ],
  ])('%s: exit code 1, what is missing and how to get it', async (_, name, make) => {
    const { path, env } = make()
    const { code, stdout } = await reviewLoop(path, ['doctor', '--format', 'json'], { env })
    expect(code).toBe(1)
    expect(JSON.parse(stdout).ok).toBe(false)
    expect(checkOf(stdout, name)).toMatchObject({ status: 'missing', hint: expect.stringMatching(/\S/) })
  })

  function withoutBase(): string {
    const repository = createRepository()
    repository.git('branch', '-m', 'main', 'stable')
    return repository.path
  }
})

describe.concurrent('completion', () => {
  it.each(['bash', 'zsh', 'fish'])('prints a script for %s that knows every command', async (shell) => {
    const { code, stdout } = await reviewLoop(temporaryFolder(), ['completion', shell])
    expect(code).toBe(0)
    for (const name of names) expect(stdout).toContain(name)
    expect(stdout).toMatch(/since-last-review/)
  })

  it.each([
    ['re', 'review'],
    ['review --hyg', '--hygiene-only'],
    ['review --format sa', 'sarif'],
    ['review REA', 'README.md'],
    ['doctor --for', '--format'],
  ])('bash completes "review-loop %s" to %s', async (words, expected) => {
    const { path } = createRepository()
    const { stdout } = await reviewLoop(path, ['completion', 'bash'])
    writeFileSync(join(path, 'completion.sh'), stdout)
    const typed = ['review-loop', ...words.split(' ')].map((word) => `'${word}'`)
    const script = `. ./completion.sh; COMP_WORDS=(${typed.join(' ')}); COMP_CWORD=${typed.length - 1}; _review_loop; printf '%s\\n' "\${COMPREPLY[@]}"`
    const replies = execFileSync('bash', ['-c', script], { cwd: path, encoding: 'utf8' })
    expect(replies.trim().split('\n')).toEqual([expected])
  })
})

describe.concurrent('demo', () => {
  it('reviews, fixes and approves a repository it makes itself, and cleans up', async () => {
    const { code, stdout, stderr } = await reviewLoop(temporaryFolder(), ['demo'], { env: { CI: 'true' } })
    expect(code).toBe(0)
    for (const rule of ['hygiene/debugger', 'oxlint/', 'ruff/', 'hygiene/focused-test']) expect(stdout).toContain(rule)
    expect(stdout).toContain('Needs Attention, gate blocked')
    expect(stdout).toContain('Approved after 2 rounds')
    const folder = / in (\S+)\n/.exec(stderr)?.[1] ?? ''
    expect(folder).not.toBe('')
    expect(existsSync(folder)).toBe(false)
  })
})

function valuesIn(stdout: string): unknown {
  return Object.fromEntries(
    JSON.parse(stdout).settings.map(({ key, value }: { key: string; value: unknown }) => [key, value]),
  )
}
