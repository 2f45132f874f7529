import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeWhole } from '../io/files.ts'
import type { CliBackend } from './backend.ts'

/**
 * People who log in instead of setting a key have a file in their home. The isolated home gets a copy, and when the program
 * renewed it, the renewed one goes back: the old one may no longer be valid.
 */
export function bringLogin(
  backend: CliBackend,
  home: string,
  keys: Readonly<Record<string, string>>,
  variables: Readonly<Record<string, string | undefined>>,
): () => void {
  const owner = variables.HOME
  if (owner === undefined || backend.keys.some((name) => keys[name] !== undefined)) return () => {}
  const brought = backend.login
    .map((path) => ({ from: join(owner, path), to: join(home, path) }))
    .filter(({ from }) => existsSync(from))
    .map(({ from, to }) => {
      mkdirSync(dirname(to), { recursive: true })
      copyFileSync(from, to)
      return { from, to, content: readFileSync(to, 'utf8') }
    })
  return () => {
    for (const { from, to, content } of brought) {
      const renewed = existsSync(to) ? readFileSync(to, 'utf8') : content
      if (renewed !== content && renewed.trim() !== '') writeWhole(from, renewed)
    }
  }
}
