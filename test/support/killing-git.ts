import { once } from 'node:events'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { startProgram } from './program.ts'
import { type TestRepository, temporaryFolder } from './repository.ts'

/** The call of git that the program is killed at: its words, and which of those calls. */
export interface Death {
  readonly words: string
  readonly count: number
  readonly when: 'before' | 'during' | 'after'
}

/** Starts the program and waits until it is killed. */
export async function runToItsDeath(test: TestRepository, words: readonly string[], at: Death): Promise<void> {
  const folder = killingGit(test, at)
  const child = startProgram(test.path, words, { env: { PATH: `${folder}:${process.env.PATH}` } })
  writeFileSync(join(folder, 'pid'), String(child.pid))
  const [code] = await once(child, 'exit')
  expect(code).toBeNull()
}

/** A folder with a git that kills the program once: instead of that call, while it is made, or after it. */
function killingGit({ git }: TestRepository, { words, count, when }: Death): string {
  const folder = temporaryFolder()
  const real = `${git('--exec-path').trim()}/git`
  const calls = join(folder, 'calls')
  writeFileSync(calls, '')
  script(
    join(folder, 'git'),
    `case "$*" in *"${words}"*)
  printf . >>'${calls}'
  if [ "$(wc -c <'${calls}')" -eq ${count} ]; then
    code=1
    [ ${when} = after ] && { '${real}' "$@"; code=$?; }
    kill -9 "$(cat '${folder}/pid')"
    [ ${when} = during ] || exit "$code"
  fi ;;
esac
exec '${real}' "$@"`,
  )
  return folder
}

export function script(file: string, lines: string): void {
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, `#!/bin/sh\n${lines}\n`)
  chmodSync(file, 0o755)
}
