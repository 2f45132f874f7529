import { runValidations } from '../agents/run-validations.ts'
import { outputOf } from '../core/fix/validation-output.ts'
import type { WorkPoint } from '../core/loop/types.ts'
import { redact } from '../core/redact.ts'
import { treeDifference } from '../io/git/tree-difference.ts'
import { workPoint } from '../io/git/work-point.ts'
import type { Validated } from '../run/loop/ports.ts'
import type { LoopWorld } from './loop-ports.ts'

/** Runs the validation commands, and tells what they left behind since the files were as `since` says. */
export async function validateWork(world: LoopWorld, since: WorkPoint): Promise<Validated> {
  const { setup, options } = world
  const { repository, prepared, policy } = setup
  const validations = await runValidations(repository.root, policy.validate, {
    timeoutMs: prepared.settings.config.validate.seconds * 1000,
    signal: options.signal ?? new AbortController().signal,
    mask: (text) => redact(text, []),
  })
  return { validations, wrote: await writtenSince(world, since) }
}

/** Nothing where the branch moved: that was no validation command of ours. */
async function writtenSince({ setup, state }: LoopWorld, since: WorkPoint): Promise<readonly string[]> {
  const { repository, prepared } = setup
  const now = await workPoint(repository, { without: state().outputs })
  if (now.tree === since.tree || now.head !== since.head) return []
  const between = async (from: string, to: string) =>
    (await treeDifference(repository, from, to)).map(({ path }) => path)
  const listing = ['ls-files', '--others', '--exclude-standard', '--directory', '-z']
  return outputOf({
    changed: await between(since.tree, now.tree),
    change: await between(prepared.work.scope.baseTree, since.tree),
    uncommitted: await between(since.head, since.tree),
    untrackedFolders: (await repository.read(listing)).split('\0').filter((path) => path.endsWith('/')),
  })
}
