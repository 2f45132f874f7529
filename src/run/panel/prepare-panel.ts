import { sharedPrompt } from '../../core/agents/prompts.ts'
import { assignmentPrompt } from '../../core/panel/assignment-prompt.ts'
import { hideAllWords, longestFile } from '../../core/panel/hide-words.ts'
import { type FilePatch, renderFilePatch } from '../../core/panel/patch.ts'
import { type Assignment, type Panel, type PanelRole, planPanel } from '../../core/panel/plan-panel.ts'
import type { Patches } from '../../core/panel/slices.ts'
import { summariser, summaryLine } from '../../core/panel/summarise.ts'
import { estimateTokens } from '../../core/panel/tokens.ts'
import { firstFew } from '../../core/values/first-few.ts'
import type { ChangedFile, Config, IntentContext, ResolvedScope } from '../../types.ts'
import type { ReviewPlan } from '../plan-review.ts'
import type { ReviewPorts } from '../ports.ts'
import type { AgentPlan } from './agent-plan.ts'

export interface PanelRequest {
  readonly agents: AgentPlan
  readonly trees: ResolvedScope
  /** All files that are looked at in this review. */
  readonly files: readonly ChangedFile[]
  /** Earlier parts of the change were reviewed before. */
  readonly followup: boolean
  readonly plan: ReviewPlan
  readonly config: Config
}

export interface PreparedPanel {
  readonly panel: Panel
  readonly shown: readonly ChangedFile[]
  /** Files that are only named, one line each. */
  readonly summarised: readonly string[]
  readonly shared: string
  readonly prompt: (assignment: Assignment) => string
}

/** The patch of one file; longer ones are listed as not reviewed. */
const filePatchBytes = 16 * 1024 * 1024
const namedFiles = 100

/** Who is shown what, and in which words. */
export async function preparePanel(request: PanelRequest, ports: ReviewPorts): Promise<PreparedPanel> {
  const { agents, trees, files, config, plan } = request
  const isSummarised = summariser(config.panel, plan.marked, plan.generated.read)
  const wanted = files.filter((file) => !isSummarised(file))
  const patches = await readNeutral(request, wanted, ports)
  const shown = wanted.filter((file) => !isSummarised(file, lengthOf(patches.get(file.path))))
  const seen = new Set(shown)
  const summarised = files.filter((file) => !seen.has(file)).map((file) => summaryLine(file, plan.marked))
  const { prompts, rules, story, guides } = agents
  const shared = sharedPrompt({
    template: prompts.shared,
    rules,
    summarised: firstFew(summarised, namedFiles),
    isStaged: trees.kind === 'staged',
  })
  const intent = plan.context
  const paths = shown.map(({ path }) => path)
  const prompt = (assignment: Assignment) =>
    assignmentPrompt(assignment, { shared, templates: prompts, intent, story, guides, paths })
  const planned = planPanel({
    files: shown,
    patches,
    route: plan.route,
    partitions: plan.partitions.partitions,
    passes: config.panel.passes,
    callTokens: Math.max(leastTokens, config.limits.callTokens - tokensAround(prompt, plan.route.domain_critics)),
    maxParts: config.panel.maxParts,
    hasWords: story !== null || saysSomething(intent) || [...patches.values()].some(({ words }) => words !== undefined),
  })
  const panel = { ...planned, unreviewed: [...planned.unreviewed, ...plan.generated.left] }
  return { panel, shown, summarised, shared, prompt }
}

async function readNeutral(
  { trees }: PanelRequest,
  files: readonly ChangedFile[],
  ports: ReviewPorts,
): Promise<Patches> {
  const [patches, contents] = await Promise.all([
    ports.readPatches(trees, files, filePatchBytes),
    ports.readContents(files, longestFile),
  ])
  return hideAllWords(patches, contents)
}

function saysSomething({ title, body, commits }: IntentContext): boolean {
  return [title, body, ...commits].some((text) => text.trim() !== '')
}

const leastTokens = 1000
const tokenSteps = 500

function lengthOf(patch: FilePatch | undefined): number {
  return patch === undefined ? Number.POSITIVE_INFINITY : estimateTokens(renderFilePatch(patch))
}

/**
 * The longest prompt without a patch. In steps: a word more in a commit message must not shift what every bug hunter is
 * shown, or none of their kept replies would fit.
 */
function tokensAround(prompt: (assignment: Assignment) => string, critics: readonly string[]): number {
  const roles: readonly PanelRole[] = ['reviewer', 'bug-hunter', 'auditor', 'premise', 'critic']
  const lengths = roles.map((role) =>
    estimateTokens(prompt({ name: role, role, tier: 'standard', pass: 1, slices: [], critics })),
  )
  return Math.ceil(Math.max(...lengths) / tokenSteps) * tokenSteps
}
