import { runValidations, type ValidationOptions } from '../../agents/run-validations.ts'
import { tamperingText } from '../../core/loop/validations.ts'
import { reasonOf } from '../../io/files.ts'
import type { Repository } from '../../io/git/repository.ts'
import { withScratchWorktree } from '../../io/git/scratch-worktree.ts'
import { readTreeTexts } from '../../io/git/tree-texts.ts'
import type { CertifyPorts } from '../../run/loop/certify.ts'

export interface CertifyOptions {
  readonly commands: readonly string[]
  /** For one run of all commands. */
  readonly timeoutMs: number
  readonly sandbox: ValidationOptions['sandbox']
  readonly signal: AbortSignal
}

/** What a certificate needs of the world. The repository must not be bound to the time limit: the copy is removed after it. */
export function certifyPorts(
  repository: Repository,
  { commands, timeoutMs, sandbox, signal }: CertifyOptions,
): CertifyPorts {
  return {
    commands,
    readTexts: (tree, paths) => readTreeTexts(repository, tree, paths),
    validateCopy: async (tree, overlay, paths) => {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      const state = { tree, overlay: paths.length === 0 ? null : { tree: overlay, paths } }
      try {
        const results = await withScratchWorktree(repository, state, (folder, linked) =>
          runValidations(repository, commands, { folder, linked, timeoutMs, sandbox, signal: limit }),
        )
        const tampered = results.find((result) => result.tampered !== undefined)?.tampered
        // Such a run proves nothing about a fix.
        return tampered === undefined ? results : `a validation command is rejected: ${tamperingText(tampered)}`
      } catch (error) {
        return reasonOf(error)
      }
    },
  }
}
