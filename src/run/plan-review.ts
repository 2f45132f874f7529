import { classifyIntent } from '../core/intent.ts'
import { summariser } from '../core/panel/summarise.ts'
import { type Partitions, partitionChange } from '../core/partition.ts'
import { matchingCritics, type Route, routeReview } from '../core/route.ts'
import type { ChangedFile, Intent, IntentContext } from '../types.ts'
import type { ReviewPorts } from './ports.ts'
import type { RoundRequest } from './review-round.ts'

/** How a change is divided among reviewers. */
export interface ReviewPlan {
  readonly context: IntentContext
  readonly intent: Intent
  readonly route: Route
  /** Critics that the change calls for and the route has no room for. */
  readonly leftOutCritics: readonly string[]
  readonly partitions: Partitions
}

/** What nobody reads line by line counts for nothing here. */
export async function planReview(
  { config, gates }: RoundRequest,
  files: readonly ChangedFile[],
  ports: ReviewPorts,
): Promise<ReviewPlan> {
  const isSummarised = summariser(config.panel)
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
  return { context, intent, route, leftOutCritics, partitions }
}
