import pc from 'picocolors'
import { backCommands } from '../../core/fix/undone.ts'
import { blockText } from '../../core/staged/delivery-block.ts'
import type { RunResult } from '../../core/staged/run-result.ts'
import type { RunRound } from '../../core/staged/run-rounds.ts'
import { gatePhase } from '../../core/staged/stage-table.ts'
import { duration } from '../../core/values/duration.ts'
import { firstFew } from '../../core/values/first-few.ts'
import type { LoopContext } from '../loop/loop-text.ts'
import { findingPlace } from '../loop/loop-text.ts'
import { postGrade, postReviewLine } from '../post/post-review-words.ts'
import type { Colors } from '../review/text-page.ts'
import { costText, entry } from '../review/text-summary.ts'
import { columns } from '../sessions/session-words.ts'
import { visible, visibleLine } from '../visible.ts'
import { displayWidth, wrap } from '../width.ts'
import { issueText, nextSteps, outcomeNames, roundTitle } from './run-words.ts'
import { untestedPart, validationText } from './validation-words.ts'

interface Page {
  readonly colors: Colors
  readonly width: number
}

const mixedTitle = 'Nothing is committed: work from before the run, of somebody else, or that no executor named'

/** A staged run for people in a terminal. The outcome stands at the end, where the eye is. */
export function runText(result: RunResult, context: LoopContext): string {
  const page = { colors: pc.createColors(context.color), width: Math.max(40, context.width) }
  const blocks = context.quiet
    ? [[outcomeLine(page, result)]]
    : [
        roundTable(page, result.rounds),
        list(page, 'Unresolved', result.unresolved.map(issueText)),
        list(page, 'Decided without a person', result.autonomousDecisions.map(decisionText)),
        missingIgnores(page, result),
        validations(page, result),
        list(page, 'Files', result.files.map(visibleLine)),
        list(page, 'Left alone, as it was there before the run', result.leftAlone.map(visibleLine)),
        list(page, 'Not named by any executor, and accepted', result.accepted.map(visibleLine)),
        list(
          page,
          'Deleted or changed by an executor without a word, and kept as it was',
          result.earlier.map(visibleLine),
        ),
        list(
          page,
          'Ignored files that an executor changed or deleted, and kept as they were',
          result.ignored.map(ignoredText),
        ),
        list(page, 'Written by validation commands, and not delivered', result.validationOutputs.map(visibleLine)),
        list(page, 'Undone, as it was half done, and kept', result.undone.map(undoneText)),
        list(page, mixedTitle, result.mixed.map(visibleLine)),
        postReviewLines(page, result),
        result.question === null ? [] : wrap(visible(result.question.text), page.width),
        closing(page, result),
      ]
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

function roundTable({ colors, width }: Page, rounds: readonly RunRound[]): readonly string[] {
  if (rounds.length === 0) return []
  const count = ({ issues }: RunRound, wanted: string) =>
    String(issues.filter(({ severity }) => severity === wanted).length)
  const rows = rounds.map((round) => [
    roundTitle(round.phase, round.pass),
    String(round.round),
    round.verdict,
    count(round, 'CRITICAL'),
    count(round, 'MINOR'),
    visibleLine(round.reviewer),
  ])
  const table = columns([['Stage', 'Round', 'Verdict', 'Critical', 'Minor', 'Reviewer'], ...rows])
  const fits = table.every((line) => displayWidth(line) <= width)
  const [head = '', ...lines] = fits
    ? table
    : columns([['Pass', 'Round', 'Verdict', 'Issues'], ...rounds.map(narrowRow)])
  return [colors.bold(head), ...lines]
}

/** No wider than 40 columns. */
function narrowRow({ phase, pass, round, verdict, issues }: RunRound): readonly string[] {
  return [phase === gatePhase ? phase : (pass ?? phase), String(round), verdict, String(issues.length)]
}

const unvalidated = 'No stage has validated these fixes: none is complete any more.'

function postReviewLines({ colors, width }: Page, { postReview }: RunResult): readonly string[] {
  if (postReview === null) return []
  return [
    ...wrap(`${colors.bold('Review after the run')}: ${visibleLine(postReviewLine(postReview))}`, width),
    ...postReview.findings.map((finding) => `  ${postGrade(finding)}  ${findingPlace(colors, finding)}`),
    ...(postReview.files.length > 0 ? [`  ${unvalidated}`] : []),
  ]
}

function list({ colors }: Page, name: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [colors.bold(`${name} (${lines.length})`), ...lines.map((line) => `  ${line}`)]
}

function validations(page: Page, { validations: results }: RunResult): readonly string[] {
  const printed = ({ output }: RunResult['validations'][number]) =>
    output === ''
      ? []
      : visible(output)
          .split('\n')
          .map((line) => page.colors.dim(`    ${line}`))
  const [title, ...lines] = list(page, 'Validation', results.map(validationText))
  if (title === undefined) return []
  return [title, ...results.flatMap((result, index) => [lines[index] ?? '', ...printed(result)])]
}

/** Who is asked about them reads them there. */
function missingIgnores({ colors, width }: Page, { missingIgnores: patterns, question }: RunResult): readonly string[] {
  if (patterns.length === 0 || question?.kind === 'ignores') return []
  const title = colors.bold(`Missing in .gitignore (${patterns.length})`)
  return [title, ...wrap(`  ${patterns.map(visibleLine).join(', ')}`, width)]
}

function decisionText({ about, answer }: RunResult['autonomousDecisions'][number]): string {
  return visibleLine(`${about.join(' ')} → ${answer}`)
}

function undoneText({ files, kept }: RunResult['undone'][number]): string {
  return visibleLine(`${files.join(', ')}: ${backCommands(kept)}`)
}

function ignoredText({ folder, files }: RunResult['ignored'][number]): string {
  return visibleLine(`${firstFew(files, 3).join(', ')}: ${folder}`)
}

function closing(page: Page, result: RunResult): readonly string[] {
  const { backends, completedStages, commit, durationMs, usage, session, deliveryBlockedBy } = result
  return [
    ...entry(page, 'Session', session),
    ...entry(page, 'Agents', visibleLine(agentsText(backends))),
    ...entry(page, 'Stages', completedStages.join(', ') || 'none complete'),
    ...(deliveryBlockedBy === null ? [] : entry(page, 'Blocked by', blockText(deliveryBlockedBy))),
    ...(commit === null ? [] : entry(page, 'Commit', commit)),
    ...entry(page, 'Time', duration(durationMs)),
    ...entry(page, 'Cost', costText(usage)),
    ...nextSteps(result).flatMap((step, index) => entry(page, index === 0 ? 'Next' : '', step)),
    ...entry(page, 'Outcome', outcomeLine(page, result)),
  ]
}

function agentsText({ writers, reviewers }: RunResult['backends']): string {
  return `${writers.join(', ') || 'nobody'} wrote, ${reviewers.join(', ') || 'nobody'} reviewed`
}

function outcomeLine({ colors }: Page, result: RunResult): string {
  const { outcome, reason, title } = result
  const { green, yellow, red, magenta } = colors
  const untested = untestedPart(result)
  const color = {
    delivered: untested === '' ? green : yellow,
    planned: green,
    stopped: green,
    asking: yellow,
    blocked: red,
    aborted: yellow,
    failed: magenta,
    interrupted: magenta,
  }[outcome]
  return `${colors.bold(color(`${outcomeNames[outcome]}${untested}`))}: ${visibleLine(reason || title)}`
}
