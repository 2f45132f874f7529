import { strangersLines } from '../../report/watch/strangers.ts'
import type { Watcher } from './watcher.ts'

/** Names bots that nobody described, each once. */
export function tellStrangers({ known, told, notice, line }: Watcher, logins: readonly string[]): void {
  const strangers = logins.filter((login) => !told.has(login))
  if (strangers.length === 0) return
  for (const login of strangers) told.add(login)
  const said = strangersLines(strangers, known)
  notice(said.notice)
  line(said.lines.join('\n'))
}
