import pc from 'picocolors'
import { duration } from '../../core/values/duration.ts'
import type { FixResult, LoopEvent, ReviewerOutcome } from '../../types.ts'
import { createLiveTable } from '../live-table.ts'
import { visibleLine } from '../visible.ts'
import { cutToWidth } from '../width.ts'
import { counted, hasFailed, scopeName } from '../words.ts'
import type { Colors } from './text-page.ts'

export interface ProgressOptions {
  readonly color: boolean
  /** True on a terminal: one status line that is rewritten, and gone at the end. Otherwise a line for each event. */
  readonly live: boolean
  readonly write: (text: string) => void
  readonly width?: number
  /** Milliseconds, from whenever on. */
  readonly clock: () => number
}

export interface Progress {
  readonly onEvent: (event: LoopEvent) => void
  /** For a review that did not come to its end: what is live on the terminal goes. */
  readonly stop: () => void
}

export function createProgress(options: ProgressOptions): Progress {
  const colors = pc.createColors(options.color)
  return options.live ? liveProgress(options, colors) : { onEvent: plainProgress(options, colors), stop: () => {} }
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
      return `Reviewing ${scopeName(event.scope.kind)}: ${ends(event.scope)}`
    case 'notice':
      return `Notice: ${visibleLine(event.message)}`
    case 'change-read':
      return `${counted(event.files, 'file')}, +${event.addedLines} −${event.removedLines}`
    case 'panel-planned':
      return event.reviewers.length < 2 ? null : `${event.reviewers.length} reviewers are asked`
    case 'reviewer-retry':
      return `${visibleLine(event.name)} failed, asking ${visibleLine(event.agent)}: ${visibleLine(event.reason)}`
    case 'reviewer-start':
      return event.agent === 'builtin' ? null : `${visibleLine(event.name)} (${visibleLine(event.agent)}) started`
    case 'agent-waiting':
      return waitingLine(event)
    case 'reviewer-end':
      return outcomeLine(event.outcome, colors)
    case 'gate-decided':
      return `Gate: ${event.gate.result}`
    case 'review-end':
      return event.reviewDir === null ? null : `Working files: ${visibleLine(event.reviewDir)}`
    case 'fix-start':
      return fixingLine(event)
    case 'fix-end':
      return fixedLine(event.fix, colors)
  }
}

function fixingLine({ agent, findings }: Extract<LoopEvent, { type: 'fix-start' }>): string {
  return `${visibleLine(agent)} is given ${counted(findings.length, 'finding')} to fix`
}

function fixedLine({ status, addressed, unable, changedFiles, problems, outcome }: FixResult, colors: Colors): string {
  const time = `after ${duration(outcome.durationMs)}`
  if (status === 'failed') return `Fix ${colors.red('failed')} ${time}: ${visibleLine(problems.join('; '))}`
  const left = unable.length === 0 ? '' : `, ${unable.length} not`
  return `Fix ${time}: ${addressed.length} addressed${left}, ${counted(changedFiles.length, 'file')} changed`
}

function waitingLine({ agent, seconds, reason }: Extract<LoopEvent, { type: 'agent-waiting' }>): string {
  return `${visibleLine(agent)} waits ${duration(Math.ceil(seconds) * 1000)}: ${visibleLine(reason)}`
}

function outcomeLine(outcome: ReviewerOutcome, colors: Colors): string {
  const { name, status, reason, findings, durationMs } = outcome
  const how = hasFailed(outcome) ? colors.red(status.replaceAll('_', ' ')) : status
  const why = reason === null ? counted(findings, 'finding') : visibleLine(reason)
  return `${visibleLine(name)} ${how} after ${duration(durationMs)}: ${why}`
}

const tickMs = 1000

function liveProgress(options: ProgressOptions, colors: Colors): Progress {
  const width = (options.width ?? 80) - 1
  const started = options.clock()
  const elapsed = (): number => options.clock() - started
  const status = createStatus(elapsed)
  const table = createLiveTable(colors)
  let drawn = 0
  let timer: ReturnType<typeof setInterval> | undefined
  return { onEvent, stop }

  function onEvent(event: LoopEvent): void {
    status.onEvent(event)
    table.onEvent(event, elapsed())
    if (event.type === 'review-end') stop()
    else draw()
    // Agents are silent for minutes; the clock shows that something goes on.
    if (event.type === 'panel-planned' || event.type === 'fix-start') timer ??= setInterval(draw, tickMs).unref()
  }

  function draw(): void {
    const rows = table.lines(elapsed(), width)
    const lines = [colors.dim(cutToWidth(status.line(rows.length === 0), width)), ...rows]
    options.write(wipe() + lines.join('\n'))
    drawn = lines.length
  }

  function stop(): void {
    clearInterval(timer)
    if (drawn > 0) options.write(wipe())
    drawn = 0
  }

  /** Back to where the first line began, and everything below is gone. */
  function wipe(): string {
    return drawn > 1 ? `\r\u001b[${drawn - 1}A\u001b[J` : '\r\u001b[J'
  }
}

/** What the review as a whole is at, in one line. */
function createStatus(elapsed: () => number) {
  const waiting = new Set<string>()
  const running = new Set<string>()
  let ended = 0
  let what = 'Reviewing'
  let size = ''
  let said = ''
  return { onEvent, line }

  function onEvent(event: LoopEvent): void {
    if (event.type === 'review-start') what = `Reviewing ${ends(event.scope)}`
    if (event.type === 'fix-start') what = fixingLine(event)
    if (event.type === 'change-read')
      size = `${counted(event.files, 'file')} +${event.addedLines} −${event.removedLines}`
    if (event.type === 'panel-planned') for (const { name } of event.reviewers) waiting.add(name)
    if (event.type === 'reviewer-start') {
      waiting.delete(event.name)
      running.add(event.name)
    }
    if (event.type === 'reviewer-end') {
      waiting.delete(event.outcome.name)
      running.delete(event.outcome.name)
      ended += 1
    }
    said =
      event.type === 'notice' ? visibleLine(event.message) : event.type === 'agent-waiting' ? waitingLine(event) : ''
  }

  function line(withNames: boolean): string {
    const all = waiting.size + running.size + ended
    const reviewers = all === 0 ? '' : `${ended}/${all} reviewers`
    const now = said === '' && withNames ? [...running].map(visibleLine).join(', ') : said
    const time = elapsed() < tickMs ? '' : duration(elapsed())
    return [what, size, reviewers, time, now].filter((part) => part !== '').join('  ')
  }
}

/** 'main → topic'. The whole id of a commit would fill the line. */
function ends({ base, head }: { readonly base: string; readonly head: string }): string {
  const from = /^[0-9a-f]{40,}$/.test(base) ? base.slice(0, 10) : base
  return `${visibleLine(from)} → ${visibleLine(head)}`
}
