import type { DocumentProblem } from '../../core/loop/parse-findings.ts'
import type { Message } from '../../core/mail/message.ts'
import { parseContent, readMailFile } from './read-box.ts'
import type { SignatureStatus, Signing } from './signing.ts'

export interface Opened {
  /** Null where it cannot be read at all. */
  readonly text: string | null
  readonly message: Message | null
  /** Empty only where there is a message. */
  readonly problems: readonly DocumentProblem[]
  readonly signature: SignatureStatus
}

/** One file, read once: what was checked is what is used. */
export function openFile(folder: string, file: string, check: Signing['check']): Opened {
  const content = readMailFile(folder, file)
  const parsed = parseContent(content)
  const text = 'text' in content ? content.text : null
  if ('problems' in parsed || 'problem' in content) {
    const problems = 'problems' in parsed ? parsed.problems : []
    return { text, message: null, problems, signature: 'unchecked' }
  }
  return { text, message: parsed.value, problems: [], signature: check(content.bytes, parsed.value.from) }
}
