import { duration } from '../core/values/duration.ts'
import type { LoopEvent, ReviewerOutcome } from '../types.ts'
import type { Colors } from './review/text-page.ts'
import { visibleLine } from './visible.ts'
import { cutToWidth, displayWidth, padEnd } from './width.ts'
import { counted, hasFailed } from './words.ts'

/** One reviewer of the panel, as it stands. */
interface Row {
  readonly name: string
  agent: string
  /** Milliseconds; null while it waits for its turn. */
  startedAt: number | null
  /** Why it is asked a second time. */
  retry: string | null
  outcome: ReviewerOutcome | null
}

export interface LiveTable {
  readonly onEvent: (event: LoopEvent, now: number) => void
  /** One line for each reviewer; empty while no panel is at work. */
  readonly lines: (now: number, width: number) => readonly string[]
}

const mostRows = 16

/** Who of the panel waits, works, is done or has failed. */
export function createLiveTable(colors: Colors): LiveTable {
  const rows = new Map<string, Row>()
  return { onEvent, lines }

  function onEvent(event: LoopEvent, now: number): void {
    switch (event.type) {
      case 'panel-planned':
        for (const { name, agent } of event.reviewers) rows.set(name, newRow(name, agent))
        return
      case 'reviewer-start':
        if (rows.size > 0 && event.agent !== 'builtin') change(event.name, { agent: event.agent, startedAt: now })
        return
      case 'reviewer-retry':
        change(event.name, { agent: event.agent, retry: event.reason, startedAt: null })
        return
      case 'reviewer-end':
        if (rows.has(event.outcome.name)) change(event.outcome.name, { outcome: event.outcome })
        return
      default:
    }
  }

  /** A verifier is not planned; it comes when there is something to verify. */
  function change(name: string, changes: Partial<Row>): void {
    rows.set(name, { ...(rows.get(name) ?? newRow(name, '')), ...changes })
  }

  function lines(now: number, width: number): readonly string[] {
    const all = [...rows.values()]
    // What goes on or went wrong is shown first when there is no room for all.
    const shown =
      all.length <= mostRows ? all : [...all].sort((one, other) => rank(one) - rank(other)).slice(0, mostRows)
    const nameWidth = Math.min(28, Math.max(0, ...shown.map(({ name }) => displayWidth(visibleLine(name)))))
    const agentWidth = Math.min(16, Math.max(0, ...shown.map(({ agent }) => displayWidth(visibleLine(agent)))))
    const hidden = all.length - shown.length
    return [
      ...shown.map((row) => {
        const name = padded(visibleLine(row.name), nameWidth)
        const text = `${name}  ${padded(visibleLine(row.agent), agentWidth)}  ${stateOf(row, now)}`
        return `  ${markOf(row)} ${cutToWidth(text, width - 4)}`
      }),
      ...(hidden > 0 ? [colors.dim(`    and ${hidden} more`)] : []),
    ]
  }

  function markOf({ outcome, startedAt }: Row): string {
    if (outcome === null) return startedAt === null ? colors.dim('·') : colors.cyan('●')
    return hasFailed(outcome) ? colors.red('✗') : colors.green('✓')
  }
}

function newRow(name: string, agent: string): Row {
  return { name, agent, startedAt: null, retry: null, outcome: null }
}

function rank({ outcome, startedAt }: Row): number {
  if (outcome === null) return startedAt === null ? 2 : 0
  return hasFailed(outcome) ? 1 : 3
}

function stateOf({ outcome, startedAt, retry }: Row, now: number): string {
  const again = retry === null ? '' : `, second try: ${visibleLine(retry)}`
  if (outcome === null)
    return startedAt === null ? `waits for its turn${again}` : `${duration(now - startedAt)}${again}`
  const { status, reason, findings, durationMs } = outcome
  if (hasFailed(outcome)) return `${status.replaceAll('_', ' ')}: ${visibleLine(reason ?? '')}`
  return `${status === 'cached' ? 'kept reply' : duration(durationMs)}  ${counted(findings, 'finding')}`
}

function padded(text: string, width: number): string {
  return padEnd(cutToWidth(text, width), width)
}
