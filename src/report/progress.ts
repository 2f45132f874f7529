import pc from 'picocolors'
import type { LoopEvent, ReviewerOutcome } from '../types.ts'
import type { Colors } from './text-page.ts'
import { visibleLine } from './visible.ts'
import { cutToWidth } from './width.ts'
import { counted, duration, hasFailed, scopeName } from './words.ts'

export interface ProgressOptions {
  readonly color: boolean
  /** True on a terminal: one status line that is rewritten, and gone at the end. Otherwise a line for each event. */
  readonly live: boolean
  readonly write: (text: string) => void
  readonly width?: number
  /** Milliseconds since the start; without it no time is shown. */
  readonly elapsed?: () => number
}

const clearLine = '\r\u001b[2K'

export function createProgress(options: ProgressOptions): (event: LoopEvent) => void {
  const colors = pc.createColors(options.color)
  return options.live ? liveProgress(options, colors) : plainProgress(options, colors)
}

function plainProgress({ write }: ProgressOptions, colors: Colors): (event: LoopEvent) => void {
  return (event) => {
    const line = plainLine(event, colors)
    if (line !== null) write(`${line}\n`)
  }
}

function plainLine(event: LoopEvent, colors: Colors): string | null {
  switch (event.type) {
    case 'review-start':
      return `Reviewing ${scopeName(event.scope.kind)}: ${visibleLine(event.scope.base)} → ${visibleLine(event.scope.head)}`
    case 'notice':
      return `Notice: ${visibleLine(event.message)}`
    case 'change-read':
      return `${counted(event.files, 'file')}, +${event.addedLines} −${event.removedLines}`
    case 'reviewer-start':
      return event.agent === 'builtin' ? null : `${visibleLine(event.name)} (${visibleLine(event.agent)}) started`
    case 'reviewer-end':
      return outcomeLine(event.outcome, colors)
    case 'gate-decided':
      return `Gate: ${event.gate.result}`
    case 'review-end':
      return event.reviewDir === null ? null : `Working files: ${visibleLine(event.reviewDir)}`
  }
}

function outcomeLine(outcome: ReviewerOutcome, colors: Colors): string {
  const { name, status, reason, findings, durationMs } = outcome
  const how = hasFailed(outcome) ? colors.red(status.replaceAll('_', ' ')) : status
  const why = reason === null ? counted(findings, 'finding') : visibleLine(reason)
  return `${visibleLine(name)} ${how} after ${duration(durationMs)}: ${why}`
}

function liveProgress(options: ProgressOptions, colors: Colors): (event: LoopEvent) => void {
  const running = new Set<string>()
  let ended = 0
  let what = 'Reviewing'
  let size = ''
  return (event) => {
    if (event.type === 'review-end') return options.write(clearLine)
    if (event.type === 'review-start')
      what = `Reviewing ${visibleLine(event.scope.base)} → ${visibleLine(event.scope.head)}`
    if (event.type === 'change-read')
      size = `${counted(event.files, 'file')} +${event.addedLines} −${event.removedLines}`
    if (event.type === 'reviewer-start') running.add(event.name)
    if (event.type === 'reviewer-end') {
      running.delete(event.outcome.name)
      ended += 1
    }
    options.write(clearLine + statusLine(event))
  }

  function statusLine(event: LoopEvent): string {
    const reviewers = running.size + ended === 0 ? '' : `${ended}/${running.size + ended} reviewers`
    const names = [...running].map(visibleLine).join(', ')
    const now = event.type === 'notice' ? visibleLine(event.message) : names
    const time = options.elapsed === undefined ? '' : duration(options.elapsed())
    const parts = [what, size, reviewers, time, now].filter((part) => part !== '')
    return colors.dim(cutToWidth(parts.join('  '), (options.width ?? 80) - 1))
  }
}
