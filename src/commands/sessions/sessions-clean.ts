import { statSync } from 'node:fs'
import { LoopError } from '../../errors.ts'
import type { Repository } from '../../io/git/repository.ts'
import { foreignRuns, listRuns } from '../../io/run-file.ts'
import { findSession, journalFile, listSessions, removeSession } from '../../io/session-store.ts'
import { jsonText } from '../../report/json-text.ts'
import { type CleanResult, cleanText } from '../../report/sessions/session-clean.ts'
import type { Command } from '../command.ts'
import { readRunSession, readRuns, readSession, readSessions, repositoryOf, sessionOptions } from './session-reading.ts'
import { isTakenOver, removeLoop, removeStaged, unlessHeld } from './session-removal.ts'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

export const clean: Command = {
  name: 'sessions clean',
  summary: 'Removes finished sessions in which nothing happened for long. One that runs, asks or can be resumed stays.',
  words: '[ID…]',
  description: [
    'Of a run: its journal, its session file and its transcripts. A session file that another tool wrote is left alone.',
    'With ids, or their beginnings: these sessions, however old, also one that can be resumed or is of another tool. One that runs or asks stays.',
  ],
  options: {
    days: { type: 'string', value: 'N', description: 'keep what happened in the last N days (30)' },
    'dry-run': { type: 'boolean', description: 'say what would be removed' },
    ...sessionOptions,
  },
  examples: [
    ['review-loop sessions clean --days 7', 'keep one week'],
    ['review-loop sessions clean 3f2a91c4', 'remove this one'],
  ],
  run: async (args, context) => {
    const repository = await repositoryOf(args, context)
    const dryRun = args.flag('dry-run')
    const now = context.now().getTime()
    const oldest = now - days(args.value('days') ?? '30') * dayMs
    const cleaned =
      args.words.length > 0
        ? await cleanNamed(repository, args.words, dryRun)
        : await cleanOld(repository, { oldest, oldestEmpty: Math.min(oldest, now - hourMs) }, dryRun)
    const result = { ...cleaned, dryRun }
    context.stdout.write(args.value('format') === 'json' ? jsonText(result) : cleanText(result))
    return 0
  },
}

type Cleaned = Omit<CleanResult, 'dryRun'>

async function cleanOld(
  repository: Repository,
  { oldest, oldestEmpty }: { readonly oldest: number; readonly oldestEmpty: number },
  dryRun: boolean,
): Promise<Cleaned> {
  const { root } = repository
  const loops = readSessions(root).sessions
  const { runs } = readRuns(root)
  const takenOver = runs.filter(({ summary, events }) => isTakenOver(root, summary.session, events))
  const removed: string[] = []
  for (const { summary } of loops.filter((loop) => isOld(loop.summary, oldest))) {
    const remove = () => removeLoop(root, summary.session, (now) => isOld(now, oldest))
    if (dryRun || (await unlessHeld(remove))) removed.push(summary.session)
  }
  for (const { summary } of runs.filter((run) => isOld(run.summary, oldest) && !takenOver.includes(run))) {
    const { session } = summary
    const remove = () =>
      removeStaged(repository, session, (now, events) => {
        return now !== null && isOld(now, oldest) && !isTakenOver(root, session, events)
      })
    if (dryRun || (await unlessHeld(remove))) removed.push(session)
  }
  const empty = emptySessions(root, oldestEmpty)
  if (!dryRun) for (const session of empty) removeSession(root, session)
  return {
    removed: [...removed, ...empty],
    kept: loops.length + runs.length - removed.length,
    otherTools: [...foreignRuns(root), ...takenOver.map(({ summary }) => summary.session)],
  }
}

type Dated = { readonly status: string; readonly lastAt: string }

function isOld({ status, lastAt }: Dated, oldest: number): boolean {
  return status === 'finished' && Date.parse(lastAt) < oldest
}

/** Those that were ended before they began. A new one has its first line within a moment. */
function emptySessions(root: string, oldest: number): readonly string[] {
  return listSessions(root).filter((id) => {
    const { size, mtimeMs } = statSync(journalFile(root, id))
    return size === 0 && mtimeMs < oldest
  })
}

/** All of them or none: one that must stay is said before anything is gone. */
async function cleanNamed(repository: Repository, words: readonly string[], dryRun: boolean): Promise<Cleaned> {
  const { root } = repository
  const loops = listSessions(root)
  const all = [...new Set([...loops, ...listRuns(root)])]
  const ids = [...new Set(words.map((word) => findSession(root, word, all)))]
  const runs = listSessions(root, 'run')
  for (const id of ids) {
    const read = loops.includes(id) ? readSession(root, id) : runs.includes(id) ? readRunSession(root, id) : null
    refuseInUse(id, read?.summary.status)
  }
  for (const id of dryRun ? [] : ids) {
    const isGone = loops.includes(id)
      ? removeLoop(root, id, ({ status }) => status !== 'asking')
      : await removeStaged(repository, id, (run) => run?.status !== 'asking')
    if (!isGone) throw refused(`session ${id} changed meanwhile and is not removed`)
  }
  return { removed: ids, kept: all.length - ids.length, otherTools: [] }
}

function refuseInUse(id: string, status: string | undefined): void {
  if (status === 'running') throw refused(`session ${id} is at work and is not removed`)
  if (status === 'asking') throw refused(`session ${id} waits for an answer and is not removed: answer it first`)
}

function days(text: string): number {
  if (/^\d{1,5}$/.test(text)) return Number(text)
  throw refused(`--days takes a number of days, found "${text}"`)
}

const refused = (problem: string) => new LoopError('usage', { problem, command: 'sessions clean' })
