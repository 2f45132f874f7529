import type { Snapshot } from '../../core/watch/snapshot.ts'
import { strangersIn, strangersLines } from '../../core/watch/strangers.ts'
import type { Watcher } from './watcher.ts'

/** Names bots that nobody described, each once. `told`: those that were named. */
export function tellStrangers({ known, notice, line }: Watcher, snapshot: Snapshot, told: Set<string>): void {
  const strangers = strangersIn(snapshot, known).filter((login) => !told.has(login))
  if (strangers.length === 0) return
  for (const login of strangers) told.add(login)
  const said = strangersLines(strangers, known)
  notice(said.notice)
  line(said.lines.join('\n'))
}
