import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A commit on a branch of a bare repository, as somebody else would push it. Null removes a file. */
export function pushFiles(
  folder: string,
  branch: string,
  files: Readonly<Record<string, string | null>>,
  message: string,
): string {
  const temporary = mkdtempSync(join(tmpdir(), 'github-push-'))
  const env = { ...process.env, GIT_INDEX_FILE: join(temporary, 'index') }
  const git = (args: readonly string[], input?: string) =>
    execFileSync('git', [...args], {
      cwd: folder,
      env,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'pipe'],
      input,
    }).trim()
  try {
    const parent = git(['rev-parse', `refs/heads/${branch}`])
    git(['read-tree', parent])
    // Mode 0 removes.
    const entries = Object.entries(files).map(([path, content]) =>
      content === null
        ? `0 ${'0'.repeat(40)}\t${path}`
        : `100644 ${git(['hash-object', '-w', '--stdin'], content)}\t${path}`,
    )
    git(['update-index', '--index-info'], `${entries.join('\n')}\n`)
    const commit = git(['commit-tree', git(['write-tree']), '-p', parent, '-m', message])
    git(['update-ref', `refs/heads/${branch}`, commit])
    return commit
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}
