import pc from 'picocolors'
import type { WatchedItem, WatchReport } from '../../core/watch/watch-report.ts'
import { columns } from '../sessions/session-words.ts'
import { visible, visibleLine } from '../visible.ts'
import { statusText } from './reviewer-line.ts'

/** What was found on a pull request, for people. */
export function watchText(report: WatchReport, color: boolean): string {
  const { repository, pr, head, reviewers, items } = report
  const at = head === null ? '' : ` at ${head.slice(0, 10)}`
  const statuses = reviewers.map((reviewer) => [reviewer.name, visibleLine(statusText(reviewer))])
  return [
    `${repository}#${pr}${at}`,
    ...(statuses.length === 0 ? [] : ['', ...columns(statuses, 60).map((line) => `  ${line}`)]),
    ...items.flatMap((item) => ['', ...itemLines(item, color)]),
    '',
    visible(report.message),
    ...(report.mode === 'dry-run' ? [dryText(items)] : []),
    '',
  ].join('\n')
}

function itemLines({ severity, actionable, status, file, line, title, by, urls }: WatchedItem, color: boolean) {
  const paint = pc.createColors(color)
  const place = file === null ? '' : `${file}${line === null ? '' : `:${line}`} `
  const state = status === 'left' ? ', answered or decided, and still open' : actionable ? '' : ', nothing to be done'
  return [
    `${paint.bold(severity)} ${visibleLine(`${place}${title}`)}`,
    `  ${visibleLine(by.join(', '))}${state}`,
    ...urls.map((url) => `  ${paint.dim(visibleLine(url))}`),
  ]
}

function dryText(items: readonly WatchedItem[]): string {
  const open = items.filter(({ actionable, status }) => actionable && status === 'open').length
  return open === 0
    ? '[DRY-RUN] Nothing would be fixed, and nothing was written.'
    : `[DRY-RUN] Would have ${open} fixed, validate, commit, answer, push and wait again. Nothing was written.`
}
