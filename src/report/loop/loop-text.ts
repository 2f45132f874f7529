import pc from 'picocolors'
import { claimLine } from '../../core/loop/open-claims.ts'
import type { PostFinding } from '../../core/loop/post-review.ts'
import type { LedgerLine, LoopResult } from '../../core/loop/result.ts'
import type { LoopOutcome } from '../../core/loop/types.ts'
import type { ReportContext } from '../reporter.ts'
import type { Colors } from '../review/text-page.ts'
import { entry } from '../review/text-summary.ts'
import { visible, visibleLine } from '../visible.ts'
import { displayWidth } from '../width.ts'
import {
  activeStatuses,
  certificateText,
  costCell,
  followUpText,
  headline,
  type LedgerGroup,
  ledgerGroups,
  nextSteps,
  roundCells,
  roundColumns,
} from './loop-words.ts'

export type LoopContext = Pick<ReportContext, 'color' | 'width' | 'verbose' | 'quiet'>

interface Page {
  readonly colors: Colors
  readonly width: number
  readonly verbose: boolean
}

/** A loop for people in a terminal. The outcome stands at the end, where the eye is. */
export function loopText(result: LoopResult, context: LoopContext): string {
  const page = { colors: pc.createColors(context.color), width: Math.max(40, context.width), verbose: context.verbose }
  const blocks = context.quiet
    ? [[...leftLines(page, result), verdictLine(page, result)]]
    : [
        roundTable(page, result),
        ...ledgerGroups(result).map((group) => groupLines(page, group)),
        certificateLines(page, result),
        result.question === null ? [] : visible(result.question.text).split('\n'),
        closing(page, result),
      ]
  const lines = blocks.filter((block) => block.length > 0).map((block) => block.join('\n'))
  return `${lines.join('\n\n').replace(/[ \t]+$/gm, '')}\n`
}

/** Where it is too wide, what followed a round stands below it: nothing is cut off. */
function roundTable({ colors, width }: Page, result: LoopResult): readonly string[] {
  if (result.rounds.length === 0) return []
  const rows = [roundColumns, ...result.rounds.map((round) => roundCells(round, result))]
  const widths = roundColumns.map((_, column) => Math.max(...rows.map((row) => displayWidth(row[column] ?? ''))))
  const isWide = widths.reduce((sum, each) => sum + each + 2, -2) > width
  return rows.flatMap((row, index) => {
    const cells = row.map((cell, column) => (numeric.has(column) ? padStart : padEnd)(cell, widths[column] ?? 0))
    const line = cells.slice(0, isWide ? -1 : undefined).join('  ')
    if (index === 0) return [colors.bold(line.trimEnd())]
    return isWide ? [line, `       ${row.at(-1)}`] : [line]
  })
}

const numeric: ReadonlySet<number> = new Set([0, 2, 3, 4, 6])

function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - displayWidth(text))) + text
}

function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)))
}

function groupLines(page: Page, { name, lines }: LedgerGroup): readonly string[] {
  return [
    page.colors.bold(`${name} (${lines.length})`),
    ...lines.flatMap((line) => [
      `  ${findingLine(page, line)}`,
      ...(line.followUp === null ? [] : [`     ${visibleLine(followUpText(line))}`]),
      ...(page.verbose ? historyLines(page, line) : []),
    ]),
  ]
}

function findingLine({ colors }: Page, finding: LedgerLine): string {
  const grade = `${finding.severity}${finding.blocking ? ' blocking' : ''}`
  return `${finding.blocking ? colors.red(grade) : grade}  ${findingPlace(colors, finding)}`
}

export function findingPlace(colors: Colors, { id, file, line, title }: LedgerLine | PostFinding): string {
  const where = file === null ? '' : `${visibleLine(file)}${line === null ? '' : `:${line}`}  `
  return `${where}${visibleLine(title)}  ${colors.dim(visibleLine(id))}`
}

function historyLines({ colors }: Page, { history }: LedgerLine): readonly string[] {
  return history.map(({ round, status, by, why, commit }) => {
    const at = commit === null ? '' : ` (${commit.slice(0, 10)})`
    return colors.dim(`     round ${round}: ${status} by ${visibleLine(by)}${at}: ${visibleLine(why)}`)
  })
}

function certificateLines(page: Page, { certificates }: LoopResult): readonly string[] {
  if (certificates.length === 0) return []
  const lines = certificates.map((one) => `  ${visibleLine(one.finding)}  ${visibleLine(certificateText(one))}`)
  return [page.colors.bold(`Certificates (${certificates.length})`), ...lines]
}

function closing(page: Page, result: LoopResult): readonly string[] {
  return [
    ...(result.session === null ? [] : entry(page, 'Session', visibleLine(result.session))),
    ...entry(page, 'Cost', costCell(result.usage)),
    ...nextSteps(result).flatMap((step, index) =>
      entry(page, index === 0 ? 'Next' : '', visibleLine(step).replaceAll('`', '')),
    ),
    ...entry(page, 'Outcome', verdictLine(page, result)),
  ]
}

function verdictLine({ colors }: Page, result: LoopResult): string {
  return `${colors.bold(outcomeColor(colors, result.outcome)(headline(result)))}: ${visibleLine(result.reason)}`
}

function outcomeColor({ green, yellow, red, magenta }: Colors, outcome: LoopOutcome): (text: string) => string {
  return {
    approved: green,
    accepted: yellow,
    escalated: yellow,
    blocked: red,
    inconclusive: magenta,
    interrupted: magenta,
    dry_run: green,
  }[outcome]
}

/** Only what still holds the loop up. */
function leftLines(page: Page, { ledger, claims = [] }: LoopResult): readonly string[] {
  const left = ledger.filter(({ status, blocking }) => blocking && activeStatuses.has(status))
  return [
    ...left.map((line) => findingLine(page, line)),
    ...claims.map((claim) => `${page.colors.magenta('not checked')}  ${visibleLine(claimLine(claim))}`),
  ]
}
