import { certifyFindings, type Prove, proveFix } from '../../run/loop/certify.ts'
import type { LoopPorts } from '../../run/loop/ports.ts'
import { signalOf } from '../signal-of.ts'
import { certifyPorts } from './certify-ports.ts'
import type { LoopWorld } from './loop-world.ts'

/** What proves that findings are closed: the review, the code, and the tests that came with the fix, run once for each part of a fix. */
export function certifier({ setup, options }: LoopWorld): LoopPorts['certify'] {
  const proofs = new Map<string, Prove>()
  const { seconds, sandbox } = setup.prepared.settings.config.validate
  const ports = certifyPorts(setup.repository, {
    commands: setup.policy.validate,
    timeoutMs: seconds * 1000,
    sandbox,
    signal: signalOf(options),
  })
  return async (entries, fix, raised) => {
    const findings = entries.map(({ finding, id }) => ({ ...finding, id }))
    const name = `${fix.before} ${fix.after}`
    const prove = proofs.get(name) ?? proveFix(fix, ports)
    proofs.set(name, prove)
    return certifyFindings({ findings, raised, fix, prove }, ports)
  }
}
