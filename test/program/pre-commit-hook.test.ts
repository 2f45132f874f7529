import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { program, root } from '../support/program.ts'
import { emptyRepository, openedRepository, temporaryFolder } from '../support/repository.ts'
import { clean, withMachinePath } from '../support/samples.ts'

// The hook is the one that docs/review.md tells people to copy.

const page = readFileSync(join(root, 'docs/review.md'), 'utf8')
const commands = /^## Before each commit\n[\s\S]*?^```\w*\n([\s\S]*?)^```/m.exec(page)?.[1] ?? ''

function withHook() {
  const bin = temporaryFolder()
  const shim = `#!/bin/sh\nexec ${JSON.stringify(process.execPath)} ${JSON.stringify(program)} "$@"\n`
  openedRepository(bin).write({ 'review-loop': shim })
  execFileSync('chmod', ['+x', join(bin, 'review-loop')])
  const repository = emptyRepository()
  execFileSync('sh', ['-ec', commands], { cwd: repository.path })
  const git = (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const environment = { ...process.env, PATH: `${bin}:${process.env.PATH}`, ...env }
    const { status, stderr } = spawnSync('git', args, { cwd: repository.path, env: environment, encoding: 'utf8' })
    return { status, stderr }
  }
  const subjects = () => repository.git('log', '--format=%s').trim().split('\n')
  return { ...repository, git, subjects }
}

describe.concurrent('the pre-commit hook of the docs', () => {
  it('lets every way to commit without a change of files pass, and reviews the others', () => {
    const { git, write, subjects } = withHook()
    expect(git(['commit', '-q', '--allow-empty', '-m', 'start'])).toMatchObject({ status: 0 })
    write({ 'a.js': clean })
    git(['add', '-A'])
    expect(git(['commit', '-m', 'add'])).toMatchObject({ status: 0, stderr: expect.stringContaining('Approved') })
    expect(git(['commit', '-q', '--amend', '-m', 'added'])).toMatchObject({ status: 0 })
    expect(git(['commit', '-q', '--allow-empty', '-m', 'run CI again'])).toMatchObject({ status: 0 })
    const editors = { GIT_SEQUENCE_EDITOR: "sed -i.bak 's/^pick/reword/'", GIT_EDITOR: 'sed -i.bak 1s/^/re/' }
    expect(git(['rebase', '-q', '-i', 'HEAD~2'], editors)).toMatchObject({ status: 0 })
    expect(subjects()).toEqual(['rerun CI again', 'readded', 'start'])
  })

  it('stops a commit that blocks, also with --amend, -a and a path', () => {
    const { git, write, subjects } = withHook()
    git(['commit', '-q', '--allow-empty', '-m', 'start'])
    write({ 'a.js': clean })
    git(['add', '-A'])
    git(['commit', '-qm', 'add'])
    write({ 'a.js': withMachinePath })
    for (const words of [['-am'], ['--amend', '-am'], ['a.js', '-m']]) {
      const { status, stderr } = git(['commit', ...words, 'bad'])
      expect({ status, stderr }).toMatchObject({ status: 1, stderr: expect.stringContaining('gate blocked') })
    }
    expect(subjects()).toEqual(['add', 'start'])
  })
})
