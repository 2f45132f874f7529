import type { LedgerLine, LoopResult } from '../../core/loop/result.ts'
import { codeSpan, fence, proseLine } from '../markdown-text.ts'
import { costText } from '../review/text-summary.ts'
import {
  certificateText,
  followUpText,
  headline,
  ledgerGroups,
  nextSteps,
  roundCells,
  roundColumns,
} from './loop-words.ts'

/** A loop for pull requests and documents. */
export function loopMarkdown(result: LoopResult): string {
  const blocks = [
    `## review-loop: ${headline(result)}`,
    proseLine(result.reason),
    roundTable(result),
    ...ledgerGroups(result).map(({ name, lines }) =>
      [`### ${name} (${lines.length})`, '', ...lines.map(findingLine)].join('\n'),
    ),
    certificates(result),
    result.question === null ? '' : fence(result.question.text, 'text'),
    ['### Next', '', ...nextSteps(result).map((step) => `- ${proseLine(step)}`)].join('\n'),
    footer(result),
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

function roundTable(result: LoopResult): string {
  if (result.rounds.length === 0) return ''
  const rows = result.rounds.map((round) => roundCells(round, result).map(proseLine))
  return [roundColumns, roundColumns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function findingLine(entry: LedgerLine): string {
  const { id, severity, blocking, file, line, title, history } = entry
  const where = file === null ? '' : `${codeSpan(line === null ? file : `${file}:${line}`)} `
  const last = history.at(-1)
  const why = last === undefined ? '' : `: round ${last.round}, ${proseLine(last.why)}`
  const next = entry.followUp === null ? '' : `; ${proseLine(followUpText(entry))}`
  return `- ${severity}${blocking ? ' **blocking**' : ''} ${where}${proseLine(title)} (${codeSpan(id)})${why}${next}`
}

function certificates({ certificates: given }: LoopResult): string {
  if (given.length === 0) return ''
  const lines = given.map((one) => `- ${codeSpan(one.finding)}: ${proseLine(certificateText(one))}`)
  return ['### Certificates', '', ...lines].join('\n')
}

function footer({ session, usage, head }: LoopResult): string {
  const parts = [
    ...(session === null ? [] : [`session ${codeSpan(session)}`]),
    `at ${codeSpan(head.slice(0, 10))}`,
    costText(usage),
  ]
  return `<sub>${parts.join(' · ')}</sub>`
}
