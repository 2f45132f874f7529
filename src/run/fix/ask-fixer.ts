import { parseFix } from '../../core/agents/parse-fix.ts'
import { fixPrompt } from '../../core/agents/prompts.ts'
import type { RawReply } from '../../core/agents/raw-reply.ts'
import type { ReadReply } from '../../core/agents/read-reply.ts'
import type { FixReply } from '../../core/agents/reply-schemas.ts'
import { withCode } from '../../core/evidence/code-around.ts'
import { checkClaim, unnamedFiles } from '../../core/fix/check-claim.ts'
import type { AgentTask } from '../../types.ts'
import { type AskContext, askAgents, isAnswer } from '../agent-calls.ts'
import type { AgentPort } from '../ports.ts'
import type { AgentFixer, FixRequest } from './fix-request.ts'
import type { FixAttempt, FixPorts, RecordedWork, WorkPort } from './ports.ts'

/** One task for all findings. A reply that cannot be read, or that git does not bear out, may be corrected once. */
export async function askFixer(
  request: FixRequest<AgentFixer>,
  before: RecordedWork,
  ports: FixPorts,
): Promise<FixAttempt> {
  const { findings, fixer } = request
  const ids = findings.map(({ id }) => id)
  const blocking = findings.filter((finding) => finding.blocking).map(({ id }) => id)
  const context: AskContext = {
    ...ports,
    // The start of a fix has an event of its own.
    emit: (event) => (event.type === 'reviewer-start' ? undefined : ports.emit(event)),
    correction: fixer.prompts.correction,
    // What it does to the files cannot be kept.
    cache: null,
  }
  let isFirst = true
  let changedFiles: readonly string[] = []
  const { value, outcome } = await askAgents([wholly(fixer.agent, before)], taskFor(request, ports.work), read, context)
  return { reply: value, changedFiles, outcome }

  async function read(reply: RawReply): Promise<ReadReply<FixReply>> {
    const parsed = parseFix(reply, blocking)
    const mayAsk = isFirst
    isFirst = false
    if ('problems' in parsed) return parsed
    changedFiles = await before.changedFiles()
    const unnamed = mayAsk ? unnamedFiles(parsed.value, changedFiles) : []
    const problems = [...checkClaim(parsed.value, changedFiles, ids), ...forgotten(unnamed)]
    return problems.length > 0 ? { problems } : parsed
  }
}

/** It is asked once: what it does not name then either is most likely somebody else's. */
function forgotten(unnamed: readonly string[]): readonly string[] {
  return unnamed.length === 0 ? [] : [`files: these changed too; name those that you changed: ${unnamed.join(', ')}`]
}

function taskFor({ findings, fixer, round, session, again = '' }: FixRequest<AgentFixer>, work: WorkPort): AgentTask {
  return {
    role: 'fixer',
    name: 'fixer',
    round,
    session,
    prompt: `${fixPrompt(
      fixer.prompts.fixer,
      fixer.rules,
      findings.map((finding) => withCode(finding, work.read)),
      fixer.goals,
    )}${again}`,
    workspace: fixer.workspace,
    mayWrite: true,
    budget: fixer.budget,
    files: [...new Set(findings.flatMap(({ file }) => (file === null ? [] : [file])))],
    findings: findings.map(({ id }) => id),
    schema: fixer.schema,
  }
}

/** A call that broke off leaves nothing half done behind for the next one. */
function wholly(agent: AgentPort, before: RecordedWork): AgentPort {
  return {
    ...agent,
    run: async (task, signal, onTurn) => {
      const reply = await agent.run(task, signal, onTurn)
      if (isAnswer(reply)) return reply
      const { kept } = await before.undo()
      const reason = reply.reason ?? reply.status
      return kept === null ? reply : { ...reply, reason: `${reason}; what it had changed is kept in ${kept}` }
    },
  }
}
