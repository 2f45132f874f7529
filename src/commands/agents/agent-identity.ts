import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { AgentSettings } from '../../types.ts'

/** What an answer depends on besides the task. A script is what is in its file, not what it is called. */
export function identityOf({ kind, model, command, provider, baseUrl, shell }: AgentSettings, root: string): string {
  const files = (command ?? '').split(/["'\s]+/).flatMap((word) => contentHash(resolve(root, word)) ?? [])
  return JSON.stringify([kind, model, command, provider, baseUrl, shell, files])
}

const largestScript = 4 * 1024 * 1024

function contentHash(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat?.isFile() || stat.size > largestScript) return undefined
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}
