import { join } from 'node:path'
import { writeWhole } from '../../io/files.ts'
import type { Repository } from '../../io/git/repository.ts'

// References that make git read one object in place of another. Our own calls ignore them; those of the user do not.

type References = ReadonlyMap<string, string>

export async function replaceRefs(repository: Repository): Promise<References> {
  const { stdout } = await repository.try(['for-each-ref', '--format=%(refname) %(objectname)', 'refs/replace/'])
  const lines = stdout.toString('utf8').split('\n')
  return new Map(
    lines.filter((line) => line !== '').map((line) => [line.split(' ')[0] ?? '', line.split(' ')[1] ?? '']),
  )
}

/** Gives those that were not as before. Their other version is written down in `aside`. */
export async function undoReplaceRefs(
  repository: Repository,
  before: References,
  aside: string,
): Promise<readonly string[]> {
  const after = await replaceRefs(repository)
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => before.get(name) !== after.get(name),
  )
  if (changed.length === 0) return []
  const found = changed.map((name) => `${after.get(name) ?? 'none'} ${name}\n`)
  writeWhole(join(aside, 'replace-refs.txt'), found.join(''))
  for (const name of changed) {
    const old = before.get(name)
    const change = old === undefined ? ['-d', name] : [name, old]
    await repository.try(['-c', 'core.hooksPath=/dev/null', 'update-ref', '--no-deref', ...change])
  }
  return changed
}
