import type { SessionStats } from '../../core/loop/session-stats.ts'
import { duration } from '../../core/values/duration.ts'
import { visibleLine } from '../visible.ts'
import { counted } from '../words.ts'
import { columns, cost } from './session-words.ts'

export function sessionStatsText(stats: SessionStats): string {
  const { sessions, outcomes, rounds, fixed, refuted, waived, usage, durationMs, agents } = stats
  if (sessions === 0) return 'There is no session yet. Start one with: review-loop loop\n'
  const ends = Object.entries(outcomes).map(([outcome, count]) => `${count} ${outcome.replaceAll('_', ' ')}`)
  const head = ['agent', 'reviews', 'fixes', 'writes', 'fixed', 'refuted', 'waived', 'cost', 'time']
  const rows = agents.map((agent) => [
    visibleLine(agent.agent),
    `${agent.reviews}`,
    `${agent.fixes}`,
    `${agent.writes}`,
    `${agent.fixed}`,
    `${agent.refuted}`,
    `${agent.waived}`,
    cost(agent.usage),
    duration(agent.durationMs),
  ])
  return `${[
    `${counted(sessions, 'session')} (${ends.join(', ')}), ${counted(rounds, 'round')}, ${cost(usage)}, ${duration(durationMs)} of work`,
    `Findings: ${fixed} fixed, ${refuted} refuted, ${waived} waived`,
    '',
    ...columns([head, ...rows]),
  ].join('\n')}\n`
}
