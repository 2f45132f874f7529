// Installs the real agent programs once; each says in a visible line whether it is there.
export async function setup(): Promise<void> {
  // @ts-expect-error: a plain script without declarations
  const { agentNames, installAgent } = await import('../../scripts/install-agents.mjs')
  for (const name of agentNames) process.stdout.write(`${installAgent(name)}\n`)
}
