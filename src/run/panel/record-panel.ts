import { renderSlices } from '../../core/panel/slices.ts'
import type { ReviewPorts } from '../ports.ts'
import type { PanelAnswer } from './panel-answer.ts'

export interface PanelRecord {
  readonly shared: string
  /** What a bug hunter is told after the change. */
  readonly suffix: string
  readonly answers: readonly PanelAnswer[]
}

/** The working files of a panel, under the names that scripts know. */
export function recordPanel({ shared, suffix, answers }: PanelRecord, ports: ReviewPorts): void {
  ports.record('shared_prompt.txt', shared)
  ports.record('bha_suffix.txt', suffix)
  for (const { assignment, answer } of answers) {
    const part = /^bug-hunter\/p(\d+)$/.exec(assignment.name)?.[1]
    if (part !== undefined) ports.record(`patches_p${part}.txt`, renderSlices(assignment.slices))
    if (answer !== undefined)
      ports.record(`agent_${assignment.name.replace(/[^\w.-]+/g, '_')}.json`, { findings: answer })
  }
  const cached = answers.filter(({ outcome }) => outcome.status === 'cached').length
  ports.record('cache_result.json', {
    stats: { total_reviewers: answers.length, cached, uncached: answers.length - cached },
    cached_reviewers: answers.filter(({ outcome }) => outcome.status === 'cached').map(({ outcome }) => outcome.name),
    status_kind: cached > 0 ? 'hits' : 'none',
  })
}
