import { runValidations, type ValidationOptions } from '../../agents/run-validations.ts'
import { outputOf } from '../../core/fix/validation-output.ts'
import type { WorkPoint } from '../../core/loop/types.ts'
import { given } from '../../core/values/given.ts'
import type { Repository } from '../../io/git/repository.ts'
import { treeDifference } from '../../io/git/tree-difference.ts'
import { workPoint } from '../../io/git/work-point.ts'
import type { Validated } from '../../run/loop/ports.ts'

export interface Validation {
  readonly repository: Repository
  readonly commands: readonly string[]
  /** For each of them. */
  readonly seconds: number
  readonly sandbox: ValidationOptions['sandbox']
  readonly onNotice?: ValidationOptions['onNotice']
  /** What the change is against: a tree or a commit. */
  readonly base: string
  /** Files that are worked on, besides those that differ from it. */
  readonly files: readonly string[]
  /** What the commands left behind before. */
  readonly outputs: readonly string[]
  readonly signal: AbortSignal
}

/** Runs the validation commands, and tells what they left behind since the files were as `since` says. */
export async function validateWork(validation: Validation, since: WorkPoint): Promise<Validated> {
  const { repository, commands, seconds, sandbox, onNotice, signal } = validation
  // What changed meanwhile is nothing that they left.
  if (commands.length === 0) return { validations: [], wrote: [] }
  const validations = await runValidations(repository, commands, {
    timeoutMs: seconds * 1000,
    sandbox,
    signal,
    ...given({ onNotice }),
  })
  return { validations, wrote: await writtenSince(validation, since) }
}

/** Nothing where the branch moved: that was no validation command of ours. */
async function writtenSince(
  { repository, base, files, outputs }: Validation,
  since: WorkPoint,
): Promise<readonly string[]> {
  const now = await workPoint(repository, { without: outputs })
  if (now.tree === since.tree || now.head !== since.head) return []
  const between = async (from: string, to: string) =>
    (await treeDifference(repository, from, to)).map(({ path }) => path)
  const listing = ['ls-files', '--others', '--exclude-standard', '--directory', '-z']
  return outputOf({
    changed: await between(since.tree, now.tree),
    change: [...files, ...(await between(base, since.tree))],
    uncommitted: await between(since.head, since.tree),
    untrackedFolders: (await repository.read(listing)).split('\0').filter((path) => path.endsWith('/')),
  })
}
