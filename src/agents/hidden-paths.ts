import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { decodeName } from '../core/values/file-name.ts'
import { diskPath } from '../io/disk-path.ts'
import { gitEnvironment, run } from '../io/exec.ts'

/** Paths in the workspace that a program would obey, relative to it. A name without a slash is meant in every folder. */
export async function findHidden(workspace: string, names: readonly string[]): Promise<readonly string[]> {
  if (names.length === 0) return []
  const atTop = names.filter((name) => existsSync(join(workspace, name)))
  const everywhere = names.filter((name) => !name.includes('/'))
  const patterns = everywhere.flatMap((name) => [`:(glob)**/${name}`, `:(glob)**/${name}/**`])
  const list = ['ls-files', '-z', '--cached', '--others', '--', ...patterns]
  const listed = await run('git', list, { cwd: workspace, env: gitEnvironment() })
  const found = decodeName(listed.stdout)
    .split('\0')
    .map((path) => topmost(path, everywhere))
    .filter((path) => path !== undefined && existsSync(diskPath(workspace, path)))
  return [...new Set([...atTop, ...found.filter((path) => path !== undefined)])].sort()
}

/** `a/.opencode/plugin/x.js` → `a/.opencode`. */
function topmost(path: string, names: readonly string[]): string | undefined {
  const parts = path.split('/')
  const at = parts.findIndex((part) => names.includes(part))
  return at < 0 ? undefined : parts.slice(0, at + 1).join('/')
}
