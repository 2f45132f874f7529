import type { FileContents } from '../core/evidence/anchor-index.ts'
import { suppressedByChange } from '../core/import/suppressed.ts'
import { claimsOf } from '../core/verdict/claim-decisions.ts'
import { carryOver } from '../core/verdict/incremental.ts'
import { judge } from '../core/verdict/judge.ts'
import type { Config, Finding, RawFinding, ReviewerOutcome } from '../types.ts'
import { fillEvidence } from './imports.ts'
import type { Looked } from './look-at-change.ts'
import { placeClaims } from './place-claims.ts'
import type { ReviewPorts } from './ports.ts'
import { readEvidence, readQuoted } from './quoted-contents.ts'
import type { ReviewedChange } from './read-reviewed.ts'
import type { RoundRequest } from './round-request.ts'
import { type VerifiedJudgement, verifyFindings } from './verify-findings.ts'

export interface Judged extends VerifiedJudgement {
  /** Of the panel, with what asking again cost; then those of the verifier. */
  readonly outcomes: readonly ReviewerOutcome[]
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
  const { config, agents, today, earlier, decisions } = request
  const { whole: files } = change
  const builtin = [...(swept === null ? [] : change.hygiene), ...analysed.findings]
  const imported = request.imports.flatMap(({ findings, suppressed = [] }) => [
    ...findings,
    ...suppressedByChange(suppressed, files),
  ])
  const named = await readQuoted(change, [...builtin, ...panel.findings, ...imported, ...quoted], quoted, ports)
  const others = [...builtin, ...fillEvidence(imported, named)]
  const input = { files, floors: panel.floors, readers: new Set(panel.calls.keys()), ...limitsOf(config) }
  const first = await readEvidence(change, [...others, ...panel.findings], named, ports)
  const placed = agents === null ? panel : await placeClaims(agents, panel, { ...input, ...first }, ports)
  const raw = [...others, ...placed.findings]
  const evidence = placed.findings === panel.findings ? first : await readEvidence(change, raw, first.contents, ports)
  const { contents } = evidence

  const { held, setAside } = carryOver(quoted, { files, since: change.since, contents, lines: config.lines })
  const claims = earlier === null || earlier.look === 'fresh' ? [] : claimsOf(earlier)
  const judgeWith = (carried: readonly Finding[]) =>
    judge(raw, { ...input, ...evidence, carried, claims, decisions, config, today })
  const carried = earlier?.look === 'fresh' ? held.filter(({ file }) => !panel.seen.has(file ?? '')) : held
  const judged = judgeWith(carried)
  const said = new Set([...judged.findings, ...judged.discarded].map(({ id }) => id))
  const notSaidAgain = refuted.filter(({ id }) => !said.has(id))
  const judgement = { ...judged, discarded: [...judged.discarded, ...setAside, ...notSaidAgain] }
  const notRaised =
    carried.length === held.length
      ? []
      : judgeWith(held).findings.filter(({ carriedOver, file }) => carriedOver && panel.seen.has(file ?? ''))
  const known = { raw, contents, notRaised }
  if (agents === null) return { judgement, outcomes: placed.outcomes, notices: [], ...known }
  const settled = confirmedIn(judgement.findings)
  const verified = await verifyFindings(agents, judgement, { ...input, ...evidence, settled }, ports)
  return { ...verified, outcomes: [...placed.outcomes, ...verified.outcomes], ...known }
}

function limitsOf({ lines, confidenceFloor }: Config): Pick<Config, 'lines' | 'confidenceFloor'> {
  return { lines, confidenceFloor }
}

/** What an earlier review did not verify (`--no-verify`), or could not, is verified now; so is what is raised again. */
function confirmedIn(findings: readonly Finding[]): ReadonlySet<string> {
  return new Set(
    findings.filter(({ carriedOver, verification }) => carriedOver && verification !== null).map(({ id }) => id),
  )
}
