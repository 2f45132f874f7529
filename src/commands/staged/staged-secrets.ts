import { certainSecretHint, isAboutSecrets, isCertainSecret } from '../../core/staged/secrets.ts'
import { decodeName } from '../../core/values/file-name.ts'
import type { TreePair } from '../../io/git/read-change.ts'
import { failed, type Repository } from '../../io/git/repository.ts'
import { emptyTree } from '../../io/git/resolve-scope.ts'
import type { RunView, WorkPort } from '../../run/staged/ports.ts'
import type { Config, Finding, RawFinding } from '../../types.ts'
import { judgeSwept, sweepTrees } from '../reviewing/sweep-trees.ts'
import { baseOf } from './staged-checks.ts'

/** What a run is about to deliver. */
export interface Delivery {
  /** The commit it began at, and the files as they are. */
  readonly base: string
  readonly tree: string
  /** The files that are its work; null: everything that differs. */
  readonly files: ReadonlySet<string> | null
}

/** What lay there uncommitted before a run, and was left alone, is not delivered: unless it is what the run is about. */
export async function deliveryOf(run: RunView, work: WorkPort): Promise<Delivery> {
  const point = await work.point()
  const whole = { base: baseOf(run, point), tree: point.tree }
  const { started, work: read } = run.state
  if (read === null || started?.begin == null || started.begin.entry === 'review-only') return { ...whole, files: null }
  const changes = await work.difference(read.point.tree, point.tree)
  return { ...whole, files: new Set(changes.map(({ path }) => path)) }
}

/**
 * Secrets in what is delivered, and those that are certain in whatever is tracked: found by the built-in sweep, and under the rules of the
 * house (ignored paths, rules that are off, severities, waivers).
 */
export async function findSecrets(
  repository: Repository,
  { base, tree, files }: Delivery,
  config: Config,
  today: string,
): Promise<readonly Finding[]> {
  const changed = { baseTree: base, headTree: tree, paths: [] }
  const isDelivered = ({ file }: RawFinding) => files === null || (file !== null && files.has(file))
  const found = await sweep(repository, changed, config, today, (raw) => isAboutSecrets(raw) && isDelivered(raw))
  const paths = await filesWithHints(repository)
  if (paths.length === 0) return found
  const whole = { baseTree: await emptyTree(repository), headTree: tree, paths }
  return [...found, ...(await sweep(repository, whole, config, today, isCertainSecret))]
}

async function sweep(
  repository: Repository,
  trees: TreePair,
  config: Config,
  today: string,
  isWanted: (finding: RawFinding) => boolean,
): Promise<readonly Finding[]> {
  const swept = await sweepTrees(repository, trees, config)
  return judgeSwept(repository, { ...swept, found: swept.found.filter(isWanted) }, config, today)
}

/** Which of them hold a secret is for the sweep to say. */
async function filesWithHints(repository: Repository): Promise<readonly string[]> {
  const args = ['grep', '-l', '-z', '-a', '-i', '-E', '--no-recurse-submodules', '-e', certainSecretHint]
  const answer = await repository.try(args, { env: { LC_ALL: 'C' } })
  // 1: there are none.
  if (answer.code === 1) return []
  if (answer.code !== 0) throw failed(args, answer)
  return decodeName(answer.stdout)
    .split('\0')
    .filter((path) => path !== '')
}
