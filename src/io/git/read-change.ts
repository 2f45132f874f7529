import { createDiffParser, type DiffHandlers } from '../../core/diff/index.ts'
import type { ChangedFile, ResolvedScope } from '../../types.ts'
import { readBlobSizes, readBlobs } from './blobs.ts'
import type { Repository } from './repository.ts'

export type LineHandlers = Pick<DiffHandlers, 'onAdded' | 'onRemoved'>
export type TreePair = Pick<ResolvedScope, 'baseTree' | 'headTree' | 'paths'>

// diff-tree is plumbing: the user's diff settings (prefixes, colours, external programs) do not reach it.
const diffOptions = [
  '-r',
  '-M',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--submodule=short',
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
  const hidden = await findHiddenText(repository, files)
  if (hidden.length === 0) return files
  const shown = await readDiff(repository, { ...trees, paths: hidden }, handlers, ['--text'])
  const byPath = new Map(shown.map((file) => [file.path, file]))
  return files.map((file) => byPath.get(file.path) ?? file)
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
  const parser = createDiffParser({ ...handlers, onFile: (file) => files.push(file) }, { raw: true, decode })
  const args = ['diff-tree', '--raw', '-z', '--no-abbrev', '-p', ...diffOptions, ...extra]
  const range = [trees.baseTree, trees.headTree, '--', ...trees.paths]
  await repository.stream([...args, ...range], (chunk) => parser.push(chunk))
  const [problem] = parser.end().problems
  // Half a diff would be half a review.
  if (problem !== undefined) throw new Error(`git's output could not be read: ${problem.message}`)
  return files
}

/**
 * Files that git calls binary although they are text: an attribute (`-diff`, `binary`) in the reviewed change could hide
 * code from its reviewers that way, so they are compared again as text.
 */
async function findHiddenText(repository: Repository, files: readonly ChangedFile[]): Promise<string[]> {
  const suspects = files.filter((file) => file.binary && file.newMode.startsWith('100') && file.newBlob !== null)
  const sizes = await readBlobSizes(
    repository,
    suspects.map((file) => file.newBlob!),
  )
  const readable = suspects.filter((file) => (sizes.get(file.newBlob!) ?? Number.POSITIVE_INFINITY) <= hiddenTextLimit)
  const blobs = await readBlobs(
    repository,
    readable.map((file) => file.newBlob!),
  )
  return readable.filter((file) => isText(blobs.get(file.newBlob!))).map((file) => file.path)
}

const hiddenTextLimit = 32 * 1024 * 1024

/** git's own test: no NUL byte in the first 8,000. */
export function isText(content: Buffer | undefined): boolean {
  return content !== undefined && !content.subarray(0, 8000).includes(0)
}

/** Chunks come from a pipe, so they are Buffers, whose own decoding is the quickest there is. */
function decode(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.isBuffer(bytes) ? bytes.toString('utf8', start, end) : Buffer.from(bytes).toString('utf8', start, end)
}
