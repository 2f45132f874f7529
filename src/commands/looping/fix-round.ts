import { readEnvironment } from '../../config/environment.ts'
import type { Story } from '../../core/loop/story.ts'
import { type Repository, withoutSignal } from '../../io/git/repository.ts'
import { isMeant } from '../../io/git/resolve-scope.ts'
import { treeDifference } from '../../io/git/tree-difference.ts'
import { workPoint } from '../../io/git/work-point.ts'
import { fixFindings } from '../../run/fix-findings.ts'
import type { AgentSettings, Finding, FixResult, LoopEvent } from '../../types.ts'
import { type AgentFlags, chooseForRole } from '../agents/agents.ts'
import { refuseOwnPrograms } from '../reviewing/own-programs.ts'
import type { PreparedReview } from '../reviewing/prepare-review.ts'

export interface FixRoundRequest {
  readonly prepared: PreparedReview
  /** Null: suggestions are applied. */
  readonly fixer: AgentSettings | null
  readonly findings: readonly Finding[]
  readonly round: number
  readonly session: string | null
  /** The validation commands that will judge the fix. */
  readonly commands: readonly string[]
  /** What the prompt ends with when a fix is sent back. */
  readonly again?: string
  /** What the change is to fulfil, and the test coverage to keep, in percent. */
  readonly story?: Story | null
  readonly coverage?: number
  readonly flags: AgentFlags
  /** Where transcripts go, relative to the root. */
  readonly reviewDir: string | null
  readonly emit: (event: LoopEvent) => void
  readonly signal: AbortSignal
}

/** Who fixes. Undefined: nobody. Null: suggestions are applied. */
export async function chooseFixer(
  flags: AgentFlags & { readonly fixer?: string },
  { settings, chosen, repository, work }: PreparedReview,
): Promise<AgentSettings | null | undefined> {
  const { config, origins } = settings
  if ((flags.fixer ?? config.roles.fixer) === 'none') return undefined
  const { variables } = readEnvironment()
  const named = await chooseForRole('fixer', flags.fixer, { flags, config, origins, variables, root: repository.root })
  await refuseOwnPrograms(repository, [named], settings.fromCommit, work.scope)
  return named === undefined ? chosen.reviewer : named
}

/** Gives findings to a fixer, once. Loaded when needed, like all of the agents. */
export async function fixRound(request: FixRoundRequest): Promise<FixResult> {
  const { prepared, fixer, findings, round, session, commands, again, emit, signal, reviewDir } = request
  const { settings } = prepared
  // Not bound to the signal: what a cancelled fixer leaves behind is undone.
  const repository = withoutSignal(prepared.repository)
  const [{ prepareFixer }, { workPort }] = await Promise.all([import('./fixer.ts'), import('./fixer-work.ts')])
  const ready = await prepareFixer(fixer, {
    flags: request.flags,
    config: settings.config,
    gates: settings.gates,
    repository,
    variables: readEnvironment().variables,
    reviewDir: reviewDir ?? '.review-loop/tmp',
    rules: prepared.rules,
    cache: null,
    session: session ?? '',
    round,
    story: request.story ?? null,
    coverage: request.coverage ?? null,
    emit,
  })
  const ports = { work: workPort(repository), emit, clock: () => performance.now(), signal }
  const changeFiles = await filesOfChange(repository, prepared)
  const about = { findings, fixer: ready, changeFiles, commands, round, session }
  const order = { ...about, ...(again === undefined ? {} : { again }) }
  return fixFindings(order, ports)
}

/** As it is now, earlier fixes included. */
async function filesOfChange(repository: Repository, { work }: PreparedReview): Promise<readonly string[]> {
  const changes = await treeDifference(repository, work.scope.baseTree, (await workPoint(repository)).tree)
  return changes.map(({ path }) => path).filter((path) => isMeant(work.scope, path))
}
