/** One record of `git status --porcelain=v1 -z`. */
export interface StatusEntry {
  /** One letter each, ' ' for nothing: what the index has against HEAD, and the working tree against the index. */
  readonly index: string
  readonly worktree: string
  readonly path: string
  /** Where it came from, for a rename or a copy. */
  readonly oldPath: string | null
}

export type ParsedPorcelain = { readonly value: readonly StatusEntry[] } | { readonly problems: readonly string[] }

/** Ask git with `--untracked-files=all`: a folder has no content of its own. */
export function parsePorcelain(text: string): ParsedPorcelain {
  if (text === '') return { value: [] }
  if (!text.endsWith('\0')) return { problems: ['The output of git status is cut off.'] }
  const fields = text.slice(0, -1).split('\0')
  const entries: StatusEntry[] = []
  for (let position = 0; position < fields.length; position += 1) {
    const field = fields[position] ?? ''
    const [, index, worktree, path] = record.exec(field) ?? []
    if (index === undefined || worktree === undefined || path === undefined)
      return { problems: [`"${field}" is no record of git status.`] }
    const hasOldPath = /[RC]/.test(index + worktree)
    if (hasOldPath) position += 1
    const oldPath = hasOldPath ? fields[position] : null
    if (oldPath === undefined || oldPath === '')
      return { problems: [`git status does not say where ${path} comes from.`] }
    entries.push({ index, worktree, path, oldPath })
  }
  return { value: entries }
}

const record = /^([ A-Z?!])([ A-Z?!]) ([\s\S]+)$/
