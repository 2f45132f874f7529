import { applyVerification } from '../core/agents/apply-verification.ts'
import { parseVerification } from '../core/agents/parse-verify.ts'
import { verifyPrompt } from '../core/agents/prompts.ts'
import { codeAround } from '../core/code-around.ts'
import type { Judgement } from '../core/judge.ts'
import { redact } from '../core/redact.ts'
import type { ChangedFile, Finding, ReviewerOutcome } from '../types.ts'
import { askAgent } from './agent-calls.ts'
import type { FileContent, ReviewPorts } from './ports.ts'
import type { AgentPlan } from './review-with-agent.ts'

export interface VerifiedJudgement {
  readonly judgement: Judgement
  /** Null when there was nothing to verify. */
  readonly outcome: ReviewerOutcome | null
}

interface VerifyInput {
  readonly files: readonly ChangedFile[]
  readonly contents: ReadonlyMap<string, FileContent>
  readonly secrets: readonly string[]
  /** Ids of findings that an earlier review already looked at twice. */
  readonly settled: ReadonlySet<string>
}

const codeLines = 30

/** A second, independent look at every blocking finding that an agent raised. A verifier that fails refutes nothing. */
export async function verifyFindings(
  plan: AgentPlan,
  judgement: Judgement,
  { files, contents, secrets, settled }: VerifyInput,
  ports: ReviewPorts,
): Promise<VerifiedJudgement> {
  const doubtful = judgement.findings.filter(
    (finding) => finding.blocking && isClaimed(finding) && !settled.has(finding.id),
  )
  if (plan.verifier === null || doubtful.length === 0) return { judgement, outcome: null }
  const withCode = doubtful.map((finding) => {
    const text = finding.file === null ? null : (contents.get(finding.file)?.new ?? null)
    const code = text === null || finding.line === null ? null : codeAround(text, finding.line, codeLines)
    return { finding, code: code === null ? null : redact(code, secrets) }
  })
  const task = {
    role: 'verifier',
    name: 'verifier',
    round: 1,
    session: null,
    prompt: verifyPrompt(plan.prompts.verifier, withCode),
    workspace: plan.workspace,
    mayWrite: false,
    budget: plan.budget,
    files: [...new Set(doubtful.flatMap(({ file }) => (file === null ? [] : [file])))],
    findings: doubtful.map(({ id }) => id),
    schema: plan.schemas.verify,
  } as const
  const { value, outcome } = await askAgent(
    plan.verifier,
    task,
    (reply) => parseVerification(reply, doubtful),
    plan.prompts.correction,
    ports,
  )
  ports.emit({ type: 'reviewer-end', outcome })
  const verified = applyVerification(judgement.findings, value ?? [], { files, contents })
  return {
    judgement: { ...judgement, findings: verified.findings, discarded: [...judgement.discarded, ...verified.refuted] },
    outcome,
  }
}

/** Deterministic reviewers name a rule; what has none rests on somebody's word. */
function isClaimed({ rule }: Finding): boolean {
  return rule === null
}
