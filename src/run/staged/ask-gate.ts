import type { Step } from '../../core/staged/machine/actions.ts'
import type { Fact } from '../../core/staged/machine/facts.ts'
import { gatePrompt } from '../../core/staged/prompts/gate-prompt.ts'
import { readGateAnswer } from '../../core/staged/replies/gate-reply.ts'
import { pathMatcher } from '../../core/verdict/house-rules.ts'
import { type Asking, ask, promptContext } from './asking.ts'
import type { RunView } from './ports.ts'

/** Asks the adversarial gate once. Only the configuration can skip it: a gate that cannot speak has not approved. */
export async function askGate(
  { round }: Step<'gate'>,
  run: RunView,
  asking: Asking,
): Promise<Fact<'gate-passed' | 'gate-skipped' | 'gate-blocked'>> {
  const { work, gate } = asking
  const { point } = run.state
  if (point === null) throw new Error('a gate before the start of the run')
  const changed = await work.difference(point.head, point.tree)
  const files = changed.map(({ path }) => path)
  if (files.length > 0 && files.every(pathMatcher(gate.skipPaths)))
    return { type: 'gate-skipped', round, why: 'skipped-by-config' }
  const patch = await work.neutralPatch(point.head, point.tree)
  const prompt = gatePrompt({ ...promptContext(asking, run), changed, patch })
  const { reply, spent } = await ask('reviewer', { name: 'gate', round, prompt, files, schema: gate.schema }, asking)
  return { round, ...readGateAnswer(reply), ...spent }
}
