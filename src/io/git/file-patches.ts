import { type FilePatch, parseFilePatch } from '../../core/panel/patch.ts'
import type { Repository } from './repository.ts'

/** What differs between two trees in these files, without lines around it. */
export async function filePatches(
  repository: Repository,
  before: string,
  after: string,
  files: readonly string[],
): Promise<ReadonlyMap<string, FilePatch>> {
  const read = async (file: string) => [file, parseFilePatch(await patchText(repository, before, after, file))] as const
  return new Map(await Promise.all(files.map(read)))
}

/** The same of one file, as git prints it. */
export async function patchText(repository: Repository, before: string, after: string, file: string): Promise<string> {
  const words = ['diff-tree', '-r', '-p', '-U0', '--no-renames', '--no-ext-diff', '--no-textconv', before, after]
  const chunks: Buffer[] = []
  await repository.stream([...words, '--', file], (chunk) => chunks.push(chunk))
  return Buffer.concat(chunks).toString('utf8')
}
