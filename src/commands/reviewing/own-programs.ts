import { isAbsolute, relative, resolve, sep } from 'node:path'
import { findRunFiles } from '../../core/agents/run-files.ts'
import { LoopError } from '../../errors.ts'
import { diskSource, treeSource } from '../../io/git/file-source.ts'
import type { Repository } from '../../io/git/repository.ts'
import { realPath } from '../../io/which.ts'
import type { AgentSettings, ResolvedScope } from '../../types.ts'

/**
 * Refuses a change that brings along the program that is to look at it: a script of the repository, named in the command
 * of an agent, has to be as `trusted` has it, or as it was before the change. Null: whoever works here is trusted.
 */
export async function refuseOwnPrograms(
  repository: Repository,
  agents: readonly (AgentSettings | null | undefined)[],
  trusted: string | null,
  { baseTree, headTree }: Pick<ResolvedScope, 'baseTree' | 'headTree'>,
): Promise<void> {
  if (trusted === null) return
  for (const agent of agents) {
    for (const path of await filesRun(agent?.command ?? '', repository, headTree)) {
      const [after, ...before] = await Promise.all([headTree, baseTree, trusted].map((tree) => entryOf(tree, path)))
      if (before.includes(after)) continue
      throw new LoopError('bad_agent', {
        where: agent?.name ?? '',
        problem: `the change alters ${path}, which this agent runs`,
        hint: 'In CI a change has no say in its own review: let a person look at it, or keep the program outside of the repository.',
      })
    }
  }

  /** What stands there and its content; of a folder only that it is one; empty where there is nothing. */
  async function entryOf(tree: string, path: string): Promise<string | undefined> {
    const { stdout } = await repository.try(['ls-tree', '--full-tree', tree, '--', path])
    const [entry] = stdout.toString('utf8').split('\t')
    return / tree /.test(entry ?? '') ? 'folder' : entry
  }
}

/** The files of the repository that a command runs, in a tree or commit; null: in the work tree. */
export async function filesRun(
  command: string,
  repository: Repository,
  tree: string | null,
): Promise<readonly string[]> {
  const named = filesNamed(command, repository.root)
  if (named.length === 0) return []
  return findRunFiles(command, named, tree === null ? diskSource(repository) : await treeSource(repository, tree))
}

/** Every word that may be a path in the repository, as it is written and where links lead. */
function filesNamed(command: string, root: string): readonly string[] {
  const words = command
    .replace(/^(?:command|acp):/, '')
    .split(/["'\s=;|&<>(){}$`]+/)
    .filter((word) => word !== '')
  const paths = words.map((word) => resolve(root, word)).flatMap((path) => [path, realPath(path)])
  const inside = paths.map((path) => relative(root, path)).filter((path) => !path.startsWith('..') && !isAbsolute(path))
  return [...new Set(inside.map((path) => path.split(sep).join('/')))].filter((path) => path !== '')
}
