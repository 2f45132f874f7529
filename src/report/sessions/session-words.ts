import { knownCost } from '../../core/cost/usage.ts'
import type { Parties } from '../../core/loop/result.ts'
import { shellWord } from '../../core/values/shell-word.ts'
import type { Usage } from '../../types.ts'
import { cutToWidth, displayWidth } from '../width.ts'

/** Short enough for a column: '$0.25', 'at least $0.25', '?'. */
export function cost(usage: Usage): string {
  const known = knownCost(usage)
  if (usage.costUsd !== null) return `$${known.toFixed(2)}`
  return known > 0 ? `at least $${known.toFixed(2)}` : '?'
}

/** '2026-03-01 10:00' in UTC. */
export function minute(at: string): string {
  return at.slice(0, 16).replace('T', ' ')
}

/** What a loop is begun and gone on with. */
export function loopCommand({ mail, watch }: Parties): string {
  if (watch !== undefined) return 'review-loop watch'
  return mail === undefined ? 'review-loop loop' : 'review-loop mail author'
}

/** The same with all that a new one has to be told. */
export function startCommand(parties: Parties): string {
  const { mail, watch } = parties
  if (watch !== undefined) return `${loopCommand(parties)} ${watch.pr}`
  if (mail === undefined) return loopCommand(parties)
  const { as, to, pr, push = false, mailbox } = mail
  const folder = mailbox === undefined ? '' : ` --mailbox ${shellWord(mailbox)}`
  return `${loopCommand(parties)} --as ${as} --to ${to} --pr ${pr}${push ? ' --push' : ''}${folder}`
}

/** Who asked for a plan alone has not asked for more by answering a question about it. */
export function resumeCommand({ session, planOnly }: { readonly session: string; readonly planOnly: boolean }): string {
  return `review-loop ${planOnly ? 'plan' : 'run'} --resume ${shortId(session)}`
}

/** What to type before a command for another branch; nothing where no branch was checked out. */
export function switchTo(branch: string): string {
  return branch === 'HEAD' ? '' : `git switch ${shellWord(branch)} && `
}

/** Enough of an id to type. */
export function shortId(id: string): string {
  return id.slice(0, 8)
}

/** Columns as wide as their widest cell, two spaces apart; cells wider than `most` are cut. */
export function columns(rows: readonly (readonly string[])[], most = 40): readonly string[] {
  const cells = rows.map((row) => row.map((cell) => cutToWidth(cell, most)))
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => displayWidth(row[column] ?? ''))))
  return cells.map((row) =>
    row
      .map((cell, column) => `${cell}${' '.repeat((widths[column] ?? 0) - displayWidth(cell))}`)
      .join('  ')
      .trimEnd(),
  )
}
