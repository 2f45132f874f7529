import { lastRound } from '../core/loop/state.ts'
import { redact } from '../core/redact.ts'
import { certifyFindings, proveFix } from '../run/loop/certify.ts'
import type { LoopPorts } from '../run/loop/ports.ts'
import { certifyPorts } from './certify-ports.ts'
import type { LoopWorld } from './loop-ports.ts'

/** What proves that findings are closed: the review, the code, and the tests that came with the fix. */
export function certifier({ setup, options, state }: LoopWorld): LoopPorts['certify'] {
  return async (closed) => {
    const now = state()
    const [previous, current] = [now.rounds.at(-2), lastRound(now)]
    if (previous === undefined || current === undefined) return []
    const ports = certifyPorts(setup.repository, {
      commands: setup.policy.validate,
      timeoutMs: setup.prepared.settings.config.validate.seconds * 1000,
      signal: options.signal ?? new AbortController().signal,
      mask: (line) => redact(line, []),
    })
    const changed = previous.fix?.results.flatMap(({ changedFiles }) => changedFiles) ?? []
    const fix = { before: previous.point.tree, after: current.point.tree, changedFiles: [...new Set(changed)] }
    return certifyFindings(
      {
        findings: closed.map(({ finding, id }) => ({ ...finding, id })),
        raised: new Set(current.blocking),
        fix,
        proof: await proveFix(fix, ports),
      },
      ports,
    )
  }
}
