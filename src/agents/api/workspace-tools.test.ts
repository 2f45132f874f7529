import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { newFolder } from '../../../test/kit/agent-call.ts'
import { workspaceTools } from './workspace-tools.ts'

const outside = newFolder()
writeFileSync(join(outside, 'secret.txt'), 'top secret\n')

it('reads files with line numbers, whole or in part', async () => {
  const use = toolsIn(workspace())
  expect(await use('read_file', { path: 'src/a.ts' })).toBe('1\tone\n2\ttwo needle\n3\t')
  expect(await use('read_file', { path: 'src/a.ts', from: 2, to: 2 })).toBe('2\ttwo needle')
  expect(await use('read_file', { path: 'src/a.ts', from: 9 })).toMatch(/^Error: the file has 3 lines/)
})

it('lists and searches what git knows or would know', async () => {
  const use = toolsIn(workspace())
  expect(await use('list_files', { path: '.' })).toBe('new.ts\n.gitignore\nlink\nsrc/a.ts\nsrc/b*.ts')
  expect(await use('list_files', { path: 'src' })).toBe('src/a.ts\nsrc/b*.ts')
  expect(await use('list_files', { path: 'src/b*.ts' })).toBe('src/b*.ts')
  expect(await use('search', { pattern: 'nee+dle', path: '.' })).toBe('new.ts:1:needle\nsrc/a.ts:2:two needle')
  expect(await use('search', { pattern: 'absent', path: '.' })).toBe('Nothing was found.')
  expect(await use('search', { pattern: '(', path: '.' })).toMatch(/^Error: .*[Uu]nmatched/)
  expect(await use('search', { pattern: '--open-files-in-pager=touch pwned', path: '.' })).toBe('Nothing was found.')
})

it('shows no more than a model can use', async () => {
  const root = workspace()
  writeFileSync(join(root, 'long.txt'), 'needle and more of it\n'.repeat(20_000))
  const use = toolsIn(root)
  expect(await use('read_file', { path: 'long.txt' })).toMatch(/\[cut: ask for fewer lines\]$/)
  const found = await use('search', { pattern: 'needle', path: '.' })
  expect(found).toMatch(/\[cut: there is more\]$/)
  expect(found.length).toBeLessThan(31_000)
})

it('edits a passage that occurs once', async () => {
  const root = workspace()
  const use = toolsIn(root, true)
  expect(await use('edit_file', { path: 'src/a.ts', old_text: 'two', new_text: '$& 2' })).toBe('Done.')
  expect(readFileSync(join(root, 'src/a.ts'), 'utf8')).toBe('one\n$& 2 needle\n')
  expect(await use('edit_file', { path: 'src/a.ts', old_text: 'absent', new_text: '' })).toMatch(/does not occur/)
  expect(await use('edit_file', { path: 'src/a.ts', old_text: 'e', new_text: '' })).toMatch(/more than once/)
  expect(await use('edit_file', { path: 'gone.ts', old_text: 'e', new_text: '' })).toMatch(/^Error: ENOENT/)
})

it('writes files, and the folders they need', async () => {
  const root = workspace()
  const use = toolsIn(root, true)
  expect(await use('write_file', { path: 'deep/new/file.ts', content: 'x' })).toBe('Done.')
  expect(readFileSync(join(root, 'deep/new/file.ts'), 'utf8')).toBe('x')
  expect(await use('write_file', { path: 'src', content: 'x' })).toBe('Error: this is not a file.')
})

it.each(['../secret.txt', join(outside, 'secret.txt'), 'link/secret.txt', '.git/config', '.review-loop/x'])(
  'touches nothing at %s',
  async (path) => {
    const root = workspace()
    const use = toolsIn(root, true)
    const before = readFileSync(join(root, '.git/config'), 'utf8')
    expect(await use('read_file', { path })).toMatch(/^Error: .*(outside|may not)/)
    expect(await use('list_files', { path })).toMatch(/^Error: /)
    expect(await use('search', { pattern: '.', path })).toMatch(/^Error: /)
    expect(await use('write_file', { path, content: 'x' })).toMatch(/^Error: /)
    expect(await use('edit_file', { path, old_text: 'top secret', new_text: 'x' })).toMatch(/^Error: /)
    expect(readFileSync(join(root, '.git/config'), 'utf8')).toBe(before)
    expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe('top secret\n')
    expect(existsSync(join(root, '.review-loop'))).toBe(false)
  },
)

it('reads plain text files only', async () => {
  const root = workspace()
  const socket = createServer().listen(join(root, 'socket'))
  await once(socket, 'listening')
  writeFileSync(join(root, 'binary'), Buffer.from([1, 0, 2]))
  const use = toolsIn(root)
  expect(await use('read_file', { path: 'socket' })).toBe('Error: this is not a file.')
  expect(await use('read_file', { path: 'src' })).toBe('Error: this is not a file.')
  expect(await use('read_file', { path: 'binary' })).toBe('Error: this is not a text file.')
  socket.close()
})

it('starts no program that the repository names', async () => {
  const root = workspace()
  const run = (...args: string[]) => execFileSync('git', args, { cwd: root })
  run('config', 'core.fsmonitor', `touch ${join(root, 'pwned')} #`)
  run('config', 'core.pager', `touch ${join(root, 'pwned')} #`)
  const use = toolsIn(root)
  await use('list_files', { path: '.' })
  await use('search', { pattern: 'needle', path: '.' })
  expect(existsSync(join(root, 'pwned'))).toBe(false)
})

function workspace(): string {
  const root = newFolder()
  execFileSync('git', ['init', '--quiet'], { cwd: root })
  mkdirSync(join(root, 'src'))
  writeFileSync(join(root, '.gitignore'), 'ignored.ts\n')
  writeFileSync(join(root, 'ignored.ts'), 'needle\n')
  writeFileSync(join(root, 'src/a.ts'), 'one\ntwo needle\n')
  writeFileSync(join(root, 'src/b*.ts'), 'star\n')
  symlinkSync(outside, join(root, 'link'))
  execFileSync('git', ['add', '.'], { cwd: root })
  writeFileSync(join(root, 'new.ts'), 'needle\n')
  return root
}

function toolsIn(root: string, mayWrite = false) {
  const tools = workspaceTools(root, mayWrite)
  return async (name: string, input: unknown): Promise<string> => {
    const execute = tools[name]?.execute
    if (execute === undefined) throw Error(`no tool ${name}`)
    return String(await execute(input, { toolCallId: 'x', messages: [] }))
  }
}

it('shows a secret to who edits, since the line has to be quoted, and to nobody else', async () => {
  const root = newFolder()
  execFileSync('git', ['init', '--quiet'], { cwd: root })
  const secret = ['AKI', 'AQ3EGRVUDX5YJ7ZKN'].join('')
  writeFileSync(join(root, 'a.ts'), `open('${secret}')\n`)
  execFileSync('git', ['add', '.'], { cwd: root })
  for (const [tool, input] of [
    ['read_file', { path: 'a.ts' }],
    ['search', { pattern: 'open', path: '.' }],
  ] as const) {
    expect(await toolsIn(root)(tool, input)).toContain("open('AKIA…')")
    expect(await toolsIn(root, true)(tool, input)).toContain(secret)
  }
})
