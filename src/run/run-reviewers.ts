import { noUsage } from '../core/cost/usage.ts'
import type { ChangedFile, RawFinding, ReviewerOutcome, ReviewerStatus } from '../types.ts'
import type { FileReviewer, ReviewPorts, SourceFile } from './ports.ts'

export interface ReviewersResult {
  readonly outcomes: readonly ReviewerOutcome[]
  readonly findings: readonly RawFinding[]
  /** Files a reviewer should have looked at and could not, one sentence each. */
  readonly unread: readonly string[]
}

/** Files are read and handed over in portions, so that memory does not grow with the change. */
const portionFiles = 400

/** Runs the file reviewers side by side over the changed files. Contract: a reviewer that fails is an outcome. */
export async function runReviewers(
  files: readonly ChangedFile[],
  fileLimitBytes: number,
  ports: ReviewPorts,
): Promise<ReviewersResult> {
  const works = ports.reviewers.map((reviewer) => startWork(reviewer, ports))
  const unread = new Set<string>()
  const wanted = files.filter((file) => works.some(({ reviewer }) => reviewer.applies(file)))
  for (let at = 0; at < wanted.length; at += portionFiles) {
    const portion = wanted.slice(at, at + portionFiles)
    const contents = await ports.readContents(portion, fileLimitBytes)
    for (const file of portion) if (contents.get(file.path)?.new == null) unread.add(file.path)
    const readable = portion.flatMap((file): SourceFile[] => {
      const text = contents.get(file.path)?.new
      return text == null ? [] : [{ file, text }]
    })
    await Promise.all(works.map((work) => work.look(readable)))
  }
  return {
    outcomes: works.map((work) => work.finish()),
    findings: works.flatMap((work) => work.findings),
    unread: [...unread],
  }
}

function startWork(reviewer: FileReviewer, ports: ReviewPorts) {
  const findings: RawFinding[] = []
  let status: ReviewerStatus = 'skipped'
  let reason: string | null = 'no file of its kind in this change'
  let durationMs = 0
  return { reviewer, findings, look, finish }

  async function look(portion: readonly SourceFile[]): Promise<void> {
    const own = portion.filter(({ file }) => reviewer.applies(file))
    if (own.length === 0 || status === 'failed') return
    if (status === 'skipped') ports.emit({ type: 'reviewer-start', name: reviewer.name, agent: 'builtin' })
    const start = ports.clock()
    try {
      findings.push(...(await reviewer.review(own, ports.signal)))
      status = 'ok'
      reason = null
    } catch (error) {
      if (ports.signal.aborted) throw error
      status = 'failed'
      reason = error instanceof Error ? error.message : String(error)
    }
    durationMs += ports.clock() - start
  }

  function finish(): ReviewerOutcome {
    const outcome: ReviewerOutcome = {
      name: reviewer.name,
      agent: 'builtin',
      status,
      reason,
      durationMs: Math.round(durationMs),
      findings: findings.length,
      usage: noUsage,
    }
    ports.emit({ type: 'reviewer-end', outcome })
    return outcome
  }
}
