import { applyVerification, isClaimed } from '../core/agents/apply-verification.ts'
import { withBlockingClaims } from '../core/agents/blocking-claims.ts'
import { parseVerification } from '../core/agents/parse-verify.ts'
import { verifyPrompt } from '../core/agents/prompts.ts'
import { canRefute } from '../core/evidence/anchor.ts'
import { anchorIndexes } from '../core/evidence/anchor-index.ts'
import { withNeutralCode } from '../core/evidence/neutral-code.ts'
import { isUnplaced } from '../core/findings/discard-reasons.ts'
import type { ValidateInput } from '../core/findings/validate.ts'
import { firstFew } from '../core/values/first-few.ts'
import { hashText } from '../core/values/hash.ts'
import type { Judgement } from '../core/verdict/judge.ts'
import type { AgentTask, DiscardedFinding, Finding, ReviewerOutcome } from '../types.ts'
import { askAgents } from './agent-calls.ts'
import type { AgentPlan } from './panel/agent-plan.ts'
import { standInNotices } from './panel/stand-ins.ts'
import type { ReviewPorts } from './ports.ts'
import { withQuoted } from './quoted-contents.ts'

export interface VerifiedJudgement {
  readonly judgement: Judgement
  /** Empty when there was nothing to verify. */
  readonly outcomes: readonly ReviewerOutcome[]
  readonly notices: readonly string[]
}

interface VerifyInput extends ValidateInput {
  /** Ids of findings that were confirmed in an earlier review. */
  readonly settled: ReadonlySet<string>
}

/**
 * A second, independent look at every blocking finding that an agent raised, and at every claim that could not be placed. A
 * verifier that fails refutes nothing.
 */
export async function verifyFindings(
  plan: AgentPlan,
  judgement: Judgement,
  input: VerifyInput,
  ports: ReviewPorts,
): Promise<VerifiedJudgement> {
  const { files, contents, settled } = input
  const doubtful = [
    ...judgement.findings.filter(
      (finding) =>
        finding.blocking && isClaimed(finding) && !settled.has(finding.id) && finding.acceptedClaim === undefined,
    ),
    ...judgement.discarded.filter(isUnplaced),
  ].map((finding) => withBlockingClaims(finding, judgement.discarded))
  const { verifier, reviewers } = plan
  if (verifier === null || doubtful.length === 0) return { judgement, outcomes: [], notices: [] }
  // What speaks for or against a finding may stand anywhere in the change.
  const basis = hashText(JSON.stringify(files.map(({ path, newBlob }) => [path, newBlob])))
  const answers = await Promise.all(
    portions(doubtful).map((portion, index) =>
      verifyPortion(portion, index === 0 ? 'verifier' : `verifier/${index + 1}`),
    ),
  )
  const given = answers.flatMap(({ value, outcome }) =>
    (value ?? []).map((answer) => ({ ...answer, by: outcome.agent })),
  )
  const indexOf = anchorIndexes(contents)
  const strays = given
    .map(({ quote }) => quote)
    .filter((quote) => !files.some((file) => canRefute(indexOf(file), quote, false)))
  const quoted = await withQuoted(input, strays, ports)
  const { findings, discarded, doubted } = applyVerification(judgement, given, { ...input, contents: quoted })
  return {
    judgement: { ...judgement, findings, discarded },
    outcomes: answers.map(({ outcome }) => outcome),
    notices: [
      ...standInNotices(answers),
      ...doubted.map(
        ({ finding, by, reason }) =>
          `${by} doubts ${finding.id}, but quotes no line of the change that shows it, so it stays: ${reason}`,
      ),
    ],
  }

  async function verifyPortion(portion: readonly (Finding | DiscardedFinding)[], name: string) {
    const task: AgentTask = {
      role: 'verifier',
      name,
      round: plan.round,
      session: plan.session,
      prompt: verifyPrompt(
        { verifier: plan.prompts.verifier, claims: plan.prompts['verifier-claims'] },
        portion.map((finding) => ({ ...withNeutralCode(finding, files, read), ...noteOn(finding) })),
      ),
      workspace: plan.workspace,
      mayWrite: false,
      budget: plan.budget,
      files: [...new Set(portion.flatMap(({ file }) => (file === null ? [] : [file])))],
      findings: portion.map(({ id }) => id),
      schema: plan.schemas.verify,
      basis,
    }
    const context = { ...ports, correction: plan.prompts.correction, cache: plan.cache }
    const others = reviewers.map(({ tiers }) => tiers.strong).filter(({ name: other }) => other !== verifier!.name)
    const asked = await askAgents([verifier!, ...others], task, (reply) => parseVerification(reply, portion), context)
    ports.emit({ type: 'reviewer-end', outcome: asked.outcome })
    return asked
  }

  /** The files of the change, for whoever has to find out where an unplaced claim is. */
  function noteOn(finding: Finding | DiscardedFinding): { readonly note?: string } {
    if (!('code' in finding)) return {}
    const paths = firstFew(
      files.map(({ path }) => path),
      100,
    )
    return {
      note: `Nobody found where this is: ${finding.reason} Confirm it only with the line where it happens. Files of the change: ${paths.join(', ')}`,
    }
  }

  function read(path: string): string | null {
    const content = contents.get(path)
    return content?.new ?? content?.old ?? null
  }
}

/** So many at once that each still gets a close look. */
const portionFindings = 8

function portions<T>(findings: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(findings.length / portionFindings) }, (_, index) =>
    findings.slice(index * portionFindings, (index + 1) * portionFindings),
  )
}
