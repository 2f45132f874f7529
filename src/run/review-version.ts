import { isQuotedFrom } from '../core/evidence/anchor.ts'
import { anchorIndexes } from '../core/evidence/anchor-index.ts'
import type { Finding } from '../types.ts'
import { type Judged, judgeFindings } from './judge-findings.ts'
import { type Looked, lookAtChange } from './look-at-change.ts'
import type { ReviewPorts } from './ports.ts'
import { type ReviewedChange, readReviewed } from './read-reviewed.ts'
import { recordChange } from './record.ts'
import type { RoundRequest } from './round-request.ts'

/** What reviewers said of one version of the files, held against it. */
export interface ReviewedVersion {
  readonly change: ReviewedChange
  readonly looked: Looked
  readonly judged: Judged
}

export async function reviewVersion(request: RoundRequest, ports: ReviewPorts): Promise<ReviewedVersion> {
  const start = ports.clock()
  const change = await readReviewed(request, ports)
  recordChange(request, change, ports)
  const looked = await lookAtChange(request, change, ports.clock() - start, ports)
  // A cancelled agent is an outcome; a cancelled review is none.
  ports.signal.throwIfAborted()
  const judged = await judgeFindings(request, change, looked, ports)
  ports.signal.throwIfAborted()
  return { change, looked, judged }
}

/** Whether a version has the code that a finding quotes. */
export function quotesOf({ change, judged }: ReviewedVersion): (finding: Finding) => boolean {
  const indexOf = anchorIndexes(judged.contents)
  const byPath = new Map(change.whole.map((file) => [file.path, file]))
  return ({ file, evidence }) => {
    const changed = byPath.get(file ?? '')
    return changed !== undefined && evidence !== null && isQuotedFrom(indexOf(changed), evidence)
  }
}
