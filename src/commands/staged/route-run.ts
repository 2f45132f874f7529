import { realpathSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { foldRun } from '../../core/staged/machine/fold.ts'
import { isOver } from '../../core/staged/machine/state.ts'
import { supportedDocument } from '../../core/staged/machine/supported-claims.ts'
import { type FittingSession, isAbout, type Route, routeEntry } from '../../core/staged/route-entry.ts'
import { completedStagesOf } from '../../core/staged/session-file/session-defaults.ts'
import { type SessionDocument, sessionIdOf } from '../../core/staged/session-file/session-document.ts'
import { missingStages } from '../../core/staged/stages.ts'
import { LoopError } from '../../errors.ts'
import type { Repository } from '../../io/git/repository.ts'
import { isSameBranch } from '../../io/git/same-branch.ts'
import { readWorkState } from '../../io/git/snapshot.ts'
import { listRuns, readRunFile, trackedRuns, writtenAt } from '../../io/run-file.ts'
import { readRun } from '../../io/run-journal.ts'
import { listSessions, sessionFolder } from '../../io/session-store.ts'
import { refuseLinkedState } from '../../io/state-folder.ts'
import { openSettled } from '../open-settled.ts'
import type { RunEntry, RunOptions } from './run-options.ts'

/** A work item may be one that a session or a plan is there for. Which way it goes is said; the pure part decides. */
export async function routedOptions(options: RunOptions): Promise<RunOptions> {
  const { entry, planOnly = false, onNotice } = options
  if (entry.kind !== 'work-item' || entry.isNew === true) return options
  const repository = await openSettled(options.cwd ?? '.')
  refuseLinkedState(repository.root)
  const { fitting, unread } = await fittingSessions(repository, entry.text)
  const route = routeEntry({ text: entry.text, named: sessionNamed(repository, entry.file), fitting, planOnly })
  if (unread.length > 0) onNotice?.(`Sessions that cannot be read were not looked at: ${unread.join(', ')}.`)
  if (route.way === 'refuse') throw new LoopError('usage', { problem: route.problem, command: 'run' })
  if (route.notice !== null) onNotice?.(route.notice)
  return { ...options, entry: entryOf(route, entry) }
}

function entryOf(route: Exclude<Route, { readonly way: 'refuse' }>, entry: RunEntry): RunEntry {
  switch (route.way) {
    case 'plan':
      return entry
    case 'resume':
      return { kind: 'resume', session: route.session, needsPlan: false }
    case 'execute':
      return { kind: 'plan', plan: route.plan, title: route.title, description: '' }
  }
}

/** The file is that of a session here. */
function sessionNamed({ root }: Repository, file: string | undefined): string | null {
  if (file === undefined || dirname(realpathSync(file)) !== sessionFolder(root)) return null
  return sessionIdOf(basename(file)) ?? null
}

interface Fitting {
  readonly fitting: readonly FittingSession[]
  readonly unread: readonly string[]
}

/** The one that was worked on last first. One that git tracks came with the repository: only `--resume` goes on with it. */
async function fittingSessions(repository: Repository, text: string): Promise<Fitting> {
  const { root } = repository
  const tracked = await trackedRuns(repository)
  const found: { readonly session: FittingSession; readonly at: number }[] = []
  const unread: string[] = []
  for (const id of listRuns(root).filter((each) => !tracked.has(each))) {
    try {
      const document = readRunFile(root, id)?.document
      if (document === undefined || !isAbout(text, subjectOf(document))) continue
      const at = writtenAt(root, id).getTime()
      found.push({ session: await fittingSession(repository, id, document), at })
    } catch (error) {
      if (!(error instanceof LoopError)) throw error
      unread.push(id)
    }
  }
  const fitting = found.sort((one, other) => other.at - one.at).map(({ session }) => session)
  return { fitting, unread }
}

function subjectOf({ preamble, problemDescription, approvedPlan }: SessionDocument) {
  const [, title = ''] = /^#[ \t]+(.+)$/m.exec(preamble) ?? []
  return { title, problem: problemDescription, plan: approvedPlan }
}

async function fittingSession(repository: Repository, id: string, document: SessionDocument): Promise<FittingSession> {
  const { root } = repository
  const events = listSessions(root, 'run').includes(id) ? readRun(root, id).events : []
  const [start] = events
  const branch = start?.type === 'run-started' ? start.branch : undefined
  const { approvedPlan, currentPhase, metadata } = supportedDocument(document)
  // Another tool's file does not say whether it delivered what it has completed.
  const isComplete =
    events.length > 0 ? isOver(foldRun(events)) : missingStages(completedStagesOf(metadata)).length === 0
  const isPlanned = approvedPlan !== null && currentPhase === 'planning'
  return {
    id,
    standing: isComplete ? 'complete' : isPlanned ? 'planned' : 'unfinished',
    isHere:
      branch === undefined
        ? await isBelow(repository, document)
        : await isSameBranch(repository, branch, (await readWorkState(repository)).branch),
  }
}

/** Where the branch is not written down: HEAD comes after the commit that the session began with, or it does not say one. */
async function isBelow({ try: attempt }: Repository, { metadata }: SessionDocument): Promise<boolean> {
  const { base_head: base = null } = metadata.values
  return base === null || (await attempt(['merge-base', '--is-ancestor', base, 'HEAD'])).code === 0
}
