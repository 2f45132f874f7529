import { statSync } from 'node:fs'
import { LoopError } from '../errors.ts'
import { lockBranch } from '../io/session-lock.ts'
import { journalFile, listSessions, removeSession } from '../io/session-store.ts'
import { jsonText } from '../report/json-text.ts'
import { cleanText } from '../report/session-clean.ts'
import type { Command } from './command.ts'
import { readSession, readSessions, repositoryOf, sessionOptions } from './session-reading.ts'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

export const clean: Command = {
  name: 'sessions clean',
  summary: 'Removes finished sessions in which nothing happened for long. One that runs, asks or can be resumed stays.',
  words: '',
  options: {
    days: { type: 'string', value: 'N', description: 'keep what happened in the last N days (30)' },
    'dry-run': { type: 'boolean', description: 'say what would be removed' },
    ...sessionOptions,
  },
  examples: [['review-loop sessions clean --days 7', 'keep one week']],
  run: async (args, context) => {
    const { root } = await repositoryOf(args, context)
    const oldest = context.now().getTime() - days(args.value('days') ?? '30') * dayMs
    const isDryRun = args.flag('dry-run')
    const { sessions } = readSessions(root)
    const old = sessions.filter(({ summary }) => isOld(summary, oldest)).map(({ summary }) => summary)
    const gone = old
      .filter(({ session, branch }) => isDryRun || remove(root, session, branch, oldest))
      .map(({ session }) => session)
    const empty = emptySessions(root, Math.min(oldest, context.now().getTime() - hourMs))
    if (!isDryRun) for (const session of empty) removeSession(root, session)
    const result = { removed: [...gone, ...empty], kept: sessions.length - gone.length, dryRun: isDryRun }
    context.stdout.write(args.value('format') === 'json' ? jsonText(result) : cleanText(result))
    return 0
  },
}

/** Those that were ended before they began. A new one has its first line within a moment. */
function emptySessions(root: string, oldest: number): readonly string[] {
  return listSessions(root).filter((id) => {
    const { size, mtimeMs } = statSync(journalFile(root, id))
    return size === 0 && mtimeMs < oldest
  })
}

function isOld({ status, lastAt }: { readonly status: string; readonly lastAt: string }, oldest: number): boolean {
  return status === 'finished' && Date.parse(lastAt) < oldest
}

/** With the lock, and looked at again: nobody resumes it at this moment. False when somebody does. */
function remove(root: string, session: string, branch: string, oldest: number): boolean {
  try {
    const lock = lockBranch(root, branch, 'sessions clean')
    try {
      const summary = readSession(root, session)?.summary
      if (summary === undefined || !isOld(summary, oldest)) return false
      removeSession(root, session)
      return true
    } finally {
      lock.release()
    }
  } catch (error) {
    if (error instanceof LoopError && error.code === 'branch_locked') return false
    throw error
  }
}

function days(text: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text)
  throw new LoopError('usage', { problem: `--days takes a number of days, found "${text}"`, command: 'sessions clean' })
}
