import pc from 'picocolors'
import { graveNotice } from '../../core/verdict/conclude.ts'
import type { Finding, ReviewResult } from '../../types.ts'
import { type FileGroup, groupByFile, ordered } from '../order.ts'
import type { Reporter } from '../reporter.ts'
import { visibleLine } from '../visible.ts'
import { displayWidth } from '../width.ts'
import { counted, findingLine, scopeName } from '../words.ts'
import { findingBlock } from './text-finding.ts'
import { type Page, paint } from './text-page.ts'
import { summary, verdict } from './text-summary.ts'

/** For people in a terminal. */
export const text: Reporter = (result, context) => {
  const page: Page = { context, colors: pc.createColors(context.color), width: Math.max(40, context.width) }
  const lines = context.quiet ? briefly(page, result) : completely(page, result)
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`
}

function briefly(page: Page, result: ReviewResult): string[] {
  const grave = result.notices.filter((notice) => notice.startsWith(graveNotice))
  return [
    ...ordered(result.findings).map((finding) => oneLine(page, finding)),
    ...grave.map(visibleLine),
    ...verdict(page, result),
  ]
}

function oneLine(page: Page, finding: Finding): string {
  const rule = finding.rule === null ? '' : page.colors.dim(` [${visibleLine(finding.rule)}]`)
  return `${findingLine(finding, paint(page, finding.severity))}${rule}`
}

function completely(page: Page, result: ReviewResult): string[] {
  const groups = groupByFile(result.findings).flatMap((group) => ['', ...fileBlock(page, group)])
  return [header(page, result), ...groups, '', ...summary(page, result), ...verdict(page, result)]
}

function header(page: Page, result: ReviewResult): string {
  const { bold, dim, green, red } = page.colors
  const { kind, base, head, files, addedLines, removedLines } = result.scope
  const ends = `${visibleLine(base)} ${dim('→')} ${visibleLine(head)}`
  const size = `${counted(files, 'file')}  ${green(`+${addedLines}`)} ${red(`−${removedLines}`)}`
  return `${bold(`review-loop ${page.context.version}`)}  ${scopeName(kind)}  ${ends}  ${size}`
}

function fileBlock(page: Page, group: FileGroup): string[] {
  const name = group.file === null ? 'The change as a whole' : visibleLine(group.file)
  const count = counted(group.findings.length, 'finding')
  const fill = Math.max(2, page.width - 5 - displayWidth(name) - count.length)
  const { bold, dim } = page.colors
  const title = `${dim('──')} ${bold(name)} ${dim(`${'─'.repeat(fill)} ${count}`)}`
  return [title, ...group.findings.flatMap((finding) => ['', ...findingBlock(page, finding)])]
}
