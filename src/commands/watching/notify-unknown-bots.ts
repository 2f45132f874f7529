import { unknownBotsLines } from '../../report/watch/unknown-bots.ts'
import type { Watcher } from './watcher.ts'

/** Names bots that nobody described, each once. */
export function notifyUnknownBots({ known, told, notice, line }: Watcher, logins: readonly string[]): void {
  const strangers = logins.filter((login) => !told.has(login))
  if (strangers.length === 0) return
  for (const login of strangers) told.add(login)
  const said = unknownBotsLines(strangers, known)
  notice(said.notice)
  line(said.lines.join('\n'))
}
