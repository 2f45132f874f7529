import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Repository } from '../../io/git/repository.ts'
import { filesRun } from '../reviewing/own-programs.ts'
import type { Settings } from '../settings.ts'

/** Paths in the repository that the configured agents run: scripts of the project, mostly. */
export async function programFiles(
  repository: Repository,
  { config, filled, fromCommit }: Pick<Settings, 'config' | 'filled' | 'fromCommit'>,
): Promise<readonly string[]> {
  const commands = config.agents.map(({ command }) => command ?? '')
  const words = [...Object.values(filled.roles), ...filled.panel.agents].map((word) => word ?? '')
  const files = [...new Set([...commands, ...words])].map((line) => filesRun(line, repository, fromCommit))
  return [...new Set((await Promise.all(files)).flat())]
}

/** The same with what stands in each file, as git would name it. */
export async function readPrograms(repository: Repository, settings: Settings): Promise<readonly [string, string][]> {
  const { fromCommit } = settings
  const paths = await programFiles(repository, settings)
  const read = async (path: string): Promise<[string, string][]> => {
    const id = fromCommit === null ? await inWorkTree(repository, path) : await inCommit(repository, fromCommit, path)
    return id === '' ? [] : [[path, id]]
  }
  return (await Promise.all(paths.map(read))).flat()
}

async function inWorkTree(repository: Repository, path: string): Promise<string> {
  if (statSync(join(repository.root, path), { throwIfNoEntry: false })?.isFile() !== true) return ''
  return (await repository.read(['hash-object', '--', path])).trim()
}

async function inCommit(repository: Repository, commit: string, path: string): Promise<string> {
  const { stdout } = await repository.try(['ls-tree', '--full-tree', commit, '--', path])
  return / blob ([0-9a-f]+)\t/.exec(stdout.toString())?.[1] ?? ''
}
