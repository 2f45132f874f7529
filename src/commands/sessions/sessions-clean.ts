import { statSync } from 'node:fs'
import { LoopError } from '../../errors.ts'
import type { Repository } from '../../io/git/repository.ts'
import { foreignRuns, listRuns } from '../../io/run-file.ts'
import { findSession, journalFile, listSessions, removeSession } from '../../io/session-store.ts'
import { jsonText } from '../../report/json-text.ts'
import { type CleanResult, cleanText } from '../../report/sessions/session-clean.ts'
import type { Command } from '../command.ts'
import { kindNames, sessionKinds } from './kinds/index.ts'
import type { SessionView } from './kinds/session-kind.ts'
import { readSessions, repositoryOf, sessionOptions } from './session-reading.ts'

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
  const { sessions } = readSessions(root)
  const takenOver = sessions.filter(({ view }) => view.isTakenOver())
  const removed: string[] = []
  for (const { kind, view } of sessions.filter((each) => isOld(each.view, oldest) && !takenOver.includes(each))) {
    const mayGo = (now: SessionView | null) => now !== null && isOld(now, oldest) && !now.isTakenOver()
    const remove = () => sessionKinds[kind].remove(repository, view.session, mayGo)
    if (dryRun || (await unlessHeld(remove))) removed.push(view.session)
  }
  const empty = emptySessions(root, oldestEmpty)
  if (!dryRun) for (const session of empty) removeSession(root, session)
  return {
    removed: [...removed, ...empty],
    kept: sessions.length - removed.length,
    otherTools: [...foreignRuns(root), ...takenOver.map(({ view }) => view.session)],
  }
}

function isOld({ status, lastAt }: SessionView, oldest: number): boolean {
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
  const kindOf = new Map(kindNames.flatMap((kind) => listSessions(root, kind).map((id) => [id, kind] as const)))
  const all = [...new Set([...kindOf.keys(), ...listRuns(root)])]
  const ids = [...new Set(words.map((word) => findSession(root, word, all)))]
  for (const id of ids) {
    const kind = kindOf.get(id)
    refuseInUse(id, kind === undefined ? undefined : sessionKinds[kind].read(root, id)?.status)
  }
  for (const id of dryRun ? [] : ids) {
    // That of another tool has a session file as a run has.
    const isGone = await sessionKinds[kindOf.get(id) ?? 'run'].remove(repository, id, (now) => now?.status !== 'asking')
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

/** False where somebody is at work. */
async function unlessHeld(work: () => Promise<boolean>): Promise<boolean> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof LoopError && error.code === 'branch_locked') return false
    throw error
  }
}

const refused = (problem: string) => new LoopError('usage', { problem, command: 'sessions clean' })
