import { isSourceCode } from '../../core/change/path-kind.ts'
import { createDiffParser, type DiffHandlers } from '../../core/diff/index.ts'
import type { ChangedFile, ResolvedScope } from '../../types.ts'
import { readBlobSizes, readBlobs } from './blobs.ts'
import type { Repository } from './repository.ts'
import { decodeText, wideKind } from './text.ts'

export type LineHandlers = Pick<DiffHandlers, 'onAdded' | 'onRemoved'>
export type TreePair = Pick<ResolvedScope, 'baseTree' | 'headTree' | 'paths'>

// diff-tree is plumbing: the user's diff settings (prefixes, colours, external programs) do not reach it.
export const diffOptions = [
  '-r',
  '-M',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--submodule=short',
  '--ignore-submodules=none',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--unified=3',
]

/** The difference of two trees, in one git call; lines are handed over as they come and not kept. */
export async function readChange(
  repository: Repository,
  trees: TreePair,
  handlers: LineHandlers = {},
): Promise<readonly ChangedFile[]> {
  const files = await readDiff(repository, trees, handlers, [])
  const { hidden, wide } = await findHiddenText(repository, files)
  if (hidden.length === 0 && wide.size === 0) return files
  const shown = hidden.length === 0 ? [] : await readDiff(repository, { ...trees, paths: hidden }, handlers, ['--text'])
  const byPath = new Map(shown.map((file) => [file.path, file]))
  return files.map((file) => {
    const text = wide.get(file.path)
    return text === undefined ? (byPath.get(file.path) ?? file) : asAddedText(file, text, handlers)
  })
}

/** The patch itself as text, for people and agents. */
export async function readPatch(
  repository: Repository,
  trees: TreePair,
  onChunk: (chunk: Buffer) => void,
  context = 3,
): Promise<void> {
  const options = [...diffOptions, `--unified=${context}`]
  await repository.stream(
    ['diff-tree', '-p', ...options, trees.baseTree, trees.headTree, '--', ...trees.paths],
    onChunk,
  )
}

async function readDiff(
  repository: Repository,
  trees: TreePair,
  handlers: LineHandlers,
  extra: readonly string[],
): Promise<readonly ChangedFile[]> {
  const files: ChangedFile[] = []
  const options = { raw: true, decode, allocate: Buffer.allocUnsafe }
  const parser = createDiffParser({ ...handlers, onFile: (file) => files.push(file) }, options)
  const args = ['diff-tree', '--raw', '-z', '--no-abbrev', '-p', ...diffOptions, ...extra]
  const range = [trees.baseTree, trees.headTree, '--', ...trees.paths]
  await repository.stream([...args, ...range], (chunk) => parser.push(chunk), { throughFile: true })
  const [problem] = parser.end().problems
  // Half a diff would be half a review.
  if (problem !== undefined) throw new Error(`git's output could not be read: ${problem.message}`)
  return files
}

interface HiddenText {
  /** Paths of plain text that an attribute calls binary. */
  readonly hidden: string[]
  /** Text of files in UTF-16 or UTF-32, by path. */
  readonly wide: Map<string, string>
}

/**
 * Files that git calls binary although they are text: an attribute (`-diff`, `binary`) in the reviewed change could hide
 * code from its reviewers that way, and UTF-16 has NUL bytes. They are looked at as text.
 */
async function findHiddenText(repository: Repository, files: readonly ChangedFile[]): Promise<HiddenText> {
  const suspects = files.flatMap((file) =>
    file.binary && file.newMode.startsWith('100') && file.newBlob !== null
      ? [{ path: file.path, id: file.newBlob }]
      : [],
  )
  const sizes = await readBlobSizes(
    repository,
    suspects.map(({ id }) => id),
  )
  const readable = suspects.filter(({ id }) => (sizes.get(id) ?? Number.POSITIVE_INFINITY) <= hiddenTextLimit)
  const blobs = await readBlobs(
    repository,
    readable.map(({ id }) => id),
  )
  const hidden: string[] = []
  const wide = new Map<string, string>()
  for (const { path, id } of readable) {
    const text = decodeText(blobs.get(id))
    const kind = wideKind(blobs.get(id))
    // No program reads such code as text: what does it do there?
    if (text === undefined || (kind === 'padded' && isSourceCode(path))) continue
    if (kind !== null) wide.set(path, text)
    else hidden.push(path)
  }
  return { hidden, wide }
}

/** Without a difference line by line, every line counts as new. */
function asAddedText(file: ChangedFile, text: string, handlers: LineHandlers): ChangedFile {
  const lines = text.replace(/\n$/, '').split('\n')
  lines.forEach((line, index) => {
    handlers.onAdded?.(file.path, index + 1, line)
  })
  return {
    ...file,
    binary: false,
    addedLines: lines.length,
    hunks: [{ oldStart: 0, oldCount: 0, newStart: 1, newCount: lines.length }],
    added: [{ start: 1, end: lines.length }],
  }
}

const hiddenTextLimit = 32 * 1024 * 1024

/** Chunks of a child are Buffers, whose own decoding is the quickest there is. */
function decode(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.isBuffer(bytes) ? bytes.toString('utf8', start, end) : Buffer.from(bytes).toString('utf8', start, end)
}
