import { isMarkedGenerated } from '../core/change/generated-marker.ts'
import { classifyIntent } from '../core/change/intent.ts'
import { type Partitions, partitionChange } from '../core/change/partition.ts'
import { matchingCritics, type Route, routeReview } from '../core/change/route.ts'
import { chooseNewGenerated, isNewGenerated, type NewGenerated } from '../core/panel/new-generated.ts'
import { mayBeMarked, summariser } from '../core/panel/summarise.ts'
import type { ChangedFile, Config, Intent, IntentContext } from '../types.ts'
import type { ReviewPorts } from './ports.ts'
import type { RoundRequest } from './round-request.ts'

/** How a change is divided among reviewers. */
export interface ReviewPlan {
  readonly context: IntentContext
  readonly intent: Intent
  readonly route: Route
  /** Critics that the change calls for and the route has no room for. */
  readonly leftOutCritics: readonly string[]
  readonly partitions: Partitions
  /** Files that say themselves that a program wrote them. */
  readonly marked: ReadonlySet<string>
  /** What there is to look at, without new files that are more than reviewers read. */
  readonly files: readonly ChangedFile[]
  readonly generated: NewGenerated
}

/** What nobody reads line by line counts for nothing here. */
export async function planReview(
  { config, gates, agents, earlier }: RoundRequest,
  all: readonly ChangedFile[],
  whole: readonly ChangedFile[],
  ports: ReviewPorts,
): Promise<ReviewPlan> {
  const generated = agents === null ? noneGenerated : await findNewGenerated(all, whole, config, ports)
  const left = new Set(generated.left.map(({ path }) => path))
  const files = all.filter(({ path }) => !left.has(path))
  const marked =
    agents === null ? new Set<string>() : await findMarked(files, earlier?.look === 'new' ? whole : files, ports)
  const isSummarised = summariser(config.panel, marked, generated.read)
  const shown = files.filter((file) => !isSummarised(file))
  const context = await ports.readIntent()
  const intent = classifyIntent(context, shown)
  const { limits } = config
  const route = routeReview({ files: shown, gates, intent, fastPathLines: limits.fastPathLines })
  const leftOutCritics = matchingCritics(shown, gates).filter((critic) => !route.domain_critics.includes(critic))
  const partitions = partitionChange(shown, {
    locBudget: limits.partitionLines,
    maxFiles: limits.partitionFiles,
    maxPartitions: route.max_bha_agents,
  })
  return { context, intent, route, leftOutCritics, partitions, marked, files, generated }
}

const noneGenerated: NewGenerated = { read: new Set(), left: [] }

/** New is what the base does not have, also where it was there at the last review. */
async function findNewGenerated(
  files: readonly ChangedFile[],
  whole: readonly ChangedFile[],
  { panel }: Config,
  ports: ReviewPorts,
): Promise<NewGenerated> {
  const paths = new Set(files.map(({ path }) => path))
  const candidates = whole.filter((file) => paths.has(file.path) && isNewGenerated(file))
  const sizes = await ports.readSizes(candidates.map((file) => ({ ...file, status: 'added' })))
  return chooseNewGenerated(candidates, sizes, panel)
}

const readBytes = 16 * 1024 * 1024

/** Held against the last review and against the base: in neither may it have been written by hand. */
async function findMarked(
  files: readonly ChangedFile[],
  whole: readonly ChangedFile[],
  ports: ReviewPorts,
): Promise<ReadonlySet<string>> {
  const paths = new Set(files.filter(mayBeMarked).map(({ path }) => path))
  const isMarkedIn = async (changed: readonly ChangedFile[]) => {
    const wanted = changed.filter(({ path }) => paths.has(path))
    const contents = wanted.length === 0 ? new Map() : await ports.readContents(wanted, readBytes)
    return (path: string) => isMarkedGenerated(contents.get(path) ?? { old: null, new: null })
  }
  const sinceLast = await isMarkedIn(files)
  const sinceBase = files === whole ? sinceLast : await isMarkedIn(whole)
  return new Set([...paths].filter((path) => sinceLast(path) && sinceBase(path)))
}
