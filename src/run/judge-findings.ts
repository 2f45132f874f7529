import type { FileContents } from '../core/evidence/anchor-index.ts'
import { carryOver } from '../core/verdict/incremental.ts'
import { judge } from '../core/verdict/judge.ts'
import type { Finding, RawFinding } from '../types.ts'
import { fillEvidence } from './imports.ts'
import type { Looked } from './look-at-change.ts'
import type { ReviewPorts } from './ports.ts'
import { readQuoted } from './quoted-contents.ts'
import type { ReviewedChange } from './read-reviewed.ts'
import type { RoundRequest } from './review-round.ts'
import { type VerifiedJudgement, verifyFindings } from './verify-findings.ts'

export interface Judged extends VerifiedJudgement {
  /** What was said, before any of it was checked. */
  readonly raw: readonly RawFinding[]
  readonly contents: ReadonlyMap<string, FileContents>
  /** Of the last review: still in the code, and not carried over, since a fresh verdict was asked for. */
  readonly notRaised: readonly Finding[]
}

/** Holds what was said against the change, and asks about what blocks. */
export async function judgeFindings(
  request: RoundRequest,
  change: ReviewedChange,
  { swept, analysed, panel, quoted, refuted }: Looked,
  ports: ReviewPorts,
): Promise<Judged> {
  const { config, agents, today, earlier } = request
  const { whole: files } = change
  const own = [...(swept === null ? [] : change.hygiene), ...analysed.findings, ...panel.findings]
  const imported = request.imports.flatMap(({ findings }) => findings)
  const contents = await readQuoted(change, [...own, ...imported, ...quoted], quoted, ports)
  const raw = [...own, ...fillEvidence(imported, contents)]
  const { held, setAside } = carryOver(quoted, { files, since: change.since, contents, lines: config.lines })
  const { assigned, floors, seen } = panel
  const judgeWith = (carried: readonly Finding[]) =>
    judge(raw, { files, contents, carried, config, assigned, floors, today })
  const carried = earlier?.look === 'fresh' ? held.filter(({ file }) => !seen.has(file ?? '')) : held
  const judged = judgeWith(carried)
  const said = new Set([...judged.findings, ...judged.discarded].map(({ id }) => id))
  const notSaidAgain = refuted.filter(({ id }) => !said.has(id))
  const judgement = { ...judged, discarded: [...judged.discarded, ...setAside, ...notSaidAgain] }
  const notRaised =
    carried.length === held.length
      ? []
      : judgeWith(held).findings.filter(({ carriedOver, file }) => carriedOver && seen.has(file ?? ''))
  if (agents === null) return { judgement, outcomes: [], notices: [], raw, contents, notRaised }
  const settled = confirmedIn(judgement.findings)
  const verified = await verifyFindings(agents, judgement, { files, contents, settled }, ports)
  return { ...verified, raw, contents, notRaised }
}

/** What an earlier review did not verify (`--no-verify`), or could not, is verified now; so is what is raised again. */
function confirmedIn(findings: readonly Finding[]): ReadonlySet<string> {
  return new Set(
    findings.filter(({ carriedOver, verification }) => carriedOver && verification !== null).map(({ id }) => id),
  )
}
