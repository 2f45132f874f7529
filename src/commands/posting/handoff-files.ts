import { join } from 'node:path'
import { type Handoff, type HandoffTexts, readHandoff } from '../../core/post/read-handoff.ts'
import { LoopError } from '../../errors.ts'
import { readForeign } from '../../io/files.ts'
import { maskDocument } from '../../io/masking.ts'
import { handoffNames } from '../../report/review/handoff.ts'

/** More than any review leaves. */
const mostBytes = { findings: 4_000_000, threads: 400_000, summary: 200_000 } as const
const mostSarifBytes = 60_000_000

/** What the review left. The files may come from a job that anybody could change: links are not followed, sizes are bounded. */
export function readHandoffFiles(folder: string): Handoff {
  const read = (name: keyof HandoffTexts) => readText(join(folder, handoffNames[name]), mostBytes[name])
  const answer = readHandoff({ findings: read('findings'), threads: read('threads'), summary: read('summary') })
  if ('handoff' in answer) return answer.handoff
  throw bad(join(folder, handoffNames[answer.file]), answer.problem)
}

/** Once it is known to be SARIF. */
export function readSarif(path: string): string {
  const content = readForeign(path, mostSarifBytes)
  if (!('text' in content)) throw new LoopError('unreadable_file', { path, reason: content.problem })
  const { text } = content
  if (!isSarif(text)) throw bad(path, 'it is no SARIF 2.1.0')
  return maskDocument(text)
}

function isSarif(text: string): boolean {
  try {
    const log: unknown = JSON.parse(text)
    return typeof log === 'object' && log !== null && 'version' in log && log.version === '2.1.0' && 'runs' in log
  } catch {
    return false
  }
}

/** One of the files of a review. Masked here: in escaped Markdown, or compressed, a token is no longer recognised. */
function readText(path: string, most: number): string {
  const content = readForeign(path, most)
  if ('text' in content) return maskDocument(content.text)
  throw content.isMissing ? new LoopError('no_handoff', { path }) : bad(path, content.problem)
}

function bad(file: string, problem: string): LoopError {
  return new LoopError('bad_input', { file, problem, step: 'post' })
}
