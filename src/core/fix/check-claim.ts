import type { FixReply } from '../agents/reply-schemas.ts'
import { repositoryPath } from '../values/repository-path.ts'

/**
 * What a fixer says, held against what git says. Gives what does not fit, in words the fixer can act on. Whether a finding is
 * really mended is not decided here: the next review does that.
 */
export function checkClaim(reply: FixReply, changed: readonly string[], given: readonly string[]): readonly string[] {
  const { addressed, unable } = reply
  const known = new Set(given)
  const strangers = [...addressed, ...unable].filter(({ id }) => !known.has(id))
  return [
    ...strangers.map(({ id }) => `${id}: is not one of the findings`),
    ...missingFiles(reply, changed),
    ...(addressed.length > 0 && changed.length === 0
      ? [`"addressed" names ${addressed.map(({ id }) => id).join(', ')}, but no file has changed`]
      : []),
    ...(addressed.length === 0 && changed.length > 0
      ? [`"addressed" is empty, but these files have changed: ${changed.join(', ')}`]
      : []),
  ]
}

/** Files that changed without being named. */
export function unnamedFiles({ files }: FixReply, changed: readonly string[]): readonly string[] {
  const named = new Set(files.map(pathAmong(new Set(changed))))
  return changed.filter((path) => !named.has(path))
}

function missingFiles({ files }: FixReply, changed: readonly string[]): readonly string[] {
  const real = new Set(changed)
  return files.flatMap((file) => {
    const path = pathAmong(real)(file)
    if (path === undefined) return [`files: ${file} is no path relative to the root of the repository`]
    return real.has(path) ? [] : [`files: git sees no change in ${path}`]
  })
}

/** As git spells it, if it does: elsewhere than on Windows a name may hold a backslash. */
function pathAmong(changed: ReadonlySet<string>): (file: string) => string | undefined {
  return (file) => (changed.has(file) ? file : repositoryPath(file))
}
