import type { Watcher } from './watcher.ts'

/**
 * Why nothing could be said on the pull request, asked before anybody is paid for a fix. Undefined: nothing is known against it,
 * also where the forge does not tell.
 */
export async function whyUnwritable({ forge, session, signal }: Watcher): Promise<string | undefined> {
  const answer = await forge.findBarrier(session.pr)
  signal.throwIfAborted()
  if ('problem' in answer || answer.value === null) return undefined
  return `nothing can be answered on pull request #${session.pr}: ${answer.value}`
}
