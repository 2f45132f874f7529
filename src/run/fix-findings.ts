import { atLeast, noUsage } from '../core/cost/usage.ts'
import { unnamedFiles } from '../core/fix/check-claim.ts'
import { changedChecks } from '../core/fix/check-files.ts'
import { beyondFindings } from '../core/fix/neighbourhood.ts'
import type { FixResult, ReviewerOutcome } from '../types.ts'
import { askFixer } from './fix/ask-fixer.ts'
import { applyBuiltin } from './fix/builtin-fixer.ts'
import type { FixRequest } from './fix/fix-request.ts'
import type { FixAttempt, FixPorts, RecordedWork } from './fix/ports.ts'

/**
 * Gives findings to a fixer and holds its claim against what git says. What does not count is undone: then all files are as
 * they were, uncommitted work included. Commits nothing. Contract: never rejects.
 */
export async function fixFindings(request: FixRequest, ports: FixPorts): Promise<FixResult> {
  const { findings, fixer, round } = request
  const agent = fixer.kind === 'builtin' ? 'builtin' : fixer.agent.name
  const start = ports.clock()
  ports.emit({ type: 'fix-start', round, agent, findings: findings.map(({ id }) => id) })
  const fix = await perform(request, brokenOff, ports).catch((error: unknown) => failed(brokenOff(error), [], false))
  ports.emit({ type: 'fix-end', round, fix })
  return fix

  function brokenOff(error: unknown): ReviewerOutcome {
    const reason = error instanceof Error ? error.message : String(error)
    const durationMs = Math.round(ports.clock() - start)
    const usage = fixer.kind === 'builtin' ? noUsage : atLeast(noUsage)
    return { name: 'fixer', agent, status: 'failed', reason, durationMs, findings: 0, usage }
  }
}

async function perform(
  request: FixRequest,
  brokenOff: (error: unknown) => ReviewerOutcome,
  ports: FixPorts,
): Promise<FixResult> {
  const before = await ports.work.record()
  const { reply, changedFiles, outcome } = await attempt(request, before, ports).catch((error: unknown) => ({
    reply: undefined,
    changedFiles: [],
    outcome: brokenOff(error),
  }))
  if (reply === undefined) return undoFix(outcome, before)
  const unnamed = unnamedFiles(reply, changedFiles)
  const checkFiles = changedChecks(changedFiles, request.findings, request.commands, ports.work.read)
  return {
    status: changedFiles.length > 0 ? 'fixed' : 'unable',
    addressed: reply.addressed,
    unable: reply.unable,
    changedFiles,
    unnamedFiles: unnamed,
    beyondFiles: beyondFindings(changedFiles, request.findings, request.changeFiles, ports.work.read),
    ...(checkFiles.length > 0 && { checkFiles }),
    ...(await before.keepEarlier(unnamed)),
    restored: changedFiles.length === 0,
    problems: [],
    outcome,
  }
}

function attempt(request: FixRequest, before: RecordedWork, ports: FixPorts): Promise<FixAttempt> {
  const { fixer } = request
  return fixer.kind === 'builtin'
    ? applyBuiltin(request.findings, before, ports)
    : askFixer({ ...request, fixer }, before, ports)
}

async function undoFix(outcome: ReviewerOutcome, before: RecordedWork): Promise<FixResult> {
  const { kept, problem } = await before.undo()
  const undone = kept === null ? [] : [`what it changed was undone and is kept in ${kept}`]
  return failed(
    outcome,
    [...undone, ...(problem === null ? [] : [problem])],
    problem === null,
    await before.changedFiles(),
  )
}

function failed(
  outcome: ReviewerOutcome,
  more: readonly string[],
  restored: boolean,
  changedFiles: readonly string[] = [],
): FixResult {
  return {
    status: 'failed',
    addressed: [],
    unable: [],
    changedFiles,
    unnamedFiles: [],
    beyondFiles: [],
    restored,
    problems: [outcome.reason ?? outcome.status, ...more],
    outcome,
  }
}
