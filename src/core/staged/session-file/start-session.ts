import type { TreeState } from '../drift.ts'
import { shortTitle } from '../work-item.ts'
import { fileList } from './file-list.ts'
import type { EntryPoint, MetadataValues } from './metadata-values.ts'
import {
  type ApprovedPlan,
  type SessionDocument,
  type Supplement,
  type SupplementalSection,
  supplementalSections,
} from './session-document.ts'
import { reviewOnlyPlan } from './session-plan.ts'

/** What a session begins with, by how it was entered. */
export type SessionStart =
  | {
      readonly entry: 'plan' | 'review-loop'
      readonly title: string
      readonly problem: string
      readonly context: string
      readonly criteria: string
      /** What an earlier session of a tool left for the next one. */
      readonly previous?: string
    }
  | {
      readonly entry: 'execute-from-plan'
      readonly title: string
      /** What the plan is for; empty for the title. */
      readonly description: string
      readonly plan: string
    }
  | {
      readonly entry: 'review-only'
      readonly description: string
      readonly target: string
    }

export type SessionBackends = Pick<
  MetadataValues,
  'session_origin' | 'orchestrator_backend' | 'executor_backend' | 'reviewer_backend'
>

export function startSession(start: SessionStart, tree: TreeState, backends: SessionBackends): SessionDocument {
  const { approvedPlan, ...content } = contentOf(start, tree)
  return {
    preamble: `# ${titleOf(start)}`,
    context: '',
    filesChanged: '',
    supplements: [],
    ...content,
    approvedPlan,
    currentPhase: approvedPlan === null ? 'planning' : 'execution',
    phaseNote: '',
    reviewHistory: '',
    keyRelatedFiles: '',
    timingLog: '',
    metadata: { values: { ...metadataOf(start.entry, approvedPlan, tree), ...backends }, foreign: [] },
  }
}

type Content = Pick<SessionDocument, 'problemDescription' | 'acceptanceCriteria'> &
  Partial<Pick<SessionDocument, 'context' | 'filesChanged' | 'supplements'>> & {
    readonly approvedPlan: ApprovedPlan | null
  }

/** What the work is called: in lists, in the changelog, in a commit. */
export function titleOf(start: SessionStart): string {
  return start.entry === 'review-only' ? shortTitle(start.description) || 'Review only' : start.title
}

function contentOf(start: SessionStart, { dirty }: TreeState): Content {
  switch (start.entry) {
    case 'plan':
    case 'review-loop':
      return {
        problemDescription: start.problem,
        context: start.context,
        acceptanceCriteria: start.criteria,
        approvedPlan: null,
        supplements: start.previous === undefined ? [] : [supplement('Previous Session Context', start.previous)],
      }
    case 'execute-from-plan':
      return {
        problemDescription: start.description || start.title,
        context: 'The plan was supplied by the user; no reviewer has approved it.',
        acceptanceCriteria: '- The implementation matches the plan that was supplied.',
        approvedPlan: { source: 'user-supplied', text: start.plan },
      }
    case 'review-only':
      return {
        problemDescription: start.description || 'Review the change that is there; nothing is planned or implemented.',
        acceptanceCriteria: '- The reviewer answers APPROVE, without a CRITICAL issue, for the review target.',
        approvedPlan: reviewOnlyPlan,
        filesChanged: fileList([...dirty.keys()].map((path) => ({ path, note: '' }))),
        supplements: [supplement('Review Target', start.target)],
      }
  }
}

function supplement(title: SupplementalSection, text: string): Supplement {
  return { title, text, after: supplementalSections[title] }
}

function metadataOf(entry: EntryPoint, plan: ApprovedPlan | null, { head, dirty }: TreeState): Partial<MetadataValues> {
  return {
    entry_point: entry,
    ...(plan === null ? {} : { plan_source: plan.source }),
    base_head: head,
    base_dirty: dirty,
    last_verified_head: head,
    last_verified_dirty: dirty,
    session_commits: [],
    completed_stages: [],
    delivery_blocked_by: null,
    reviewer_fallback_used: false,
  }
}
