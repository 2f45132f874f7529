import { delimiter, dirname } from 'node:path'

// Installs the real agent programs once; each says in a visible line whether it is there. With codex on the PATH there is a
// sandbox to test with, also where none is installed.
export async function setup(): Promise<void> {
  // @ts-expect-error: a plain script without declarations
  const { agentNames, installAgent, programOf } = await import('../../scripts/install-agents.mjs')
  for (const name of agentNames) process.stdout.write(`${installAgent(name)}\n`)
  const codex: unknown = programOf('codex')
  if (typeof codex === 'string') process.env.PATH += `${delimiter}${dirname(codex)}`
}
