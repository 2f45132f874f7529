import { join } from 'node:path'
import type { Parsed } from '../../core/mail/document.ts'
import { type Message, messageLimits, parseMessage } from '../../core/mail/message.ts'
import { type Header, peekMessage } from '../../core/mail/peek.ts'
import { type FileContent, namesIn, readForeign } from '../files.ts'

/** What stands on the envelope of a file; null where it is no message, with the first reason. */
export interface MailFile {
  readonly file: string
  readonly header: Header | null
  readonly problem: string | null
}

/** Reads the messages of a folder, each once: nobody changes one that was delivered. What is none may be on its way still. */
export type BoxReader = (folder: string) => readonly MailFile[]

export function createBoxReader(): BoxReader {
  const known = new Map<string, ReadonlyMap<string, MailFile>>()
  return (folder) => {
    const before = known.get(folder)
    const now = new Map<string, MailFile>()
    for (const file of messageNames(folder)) {
      const read = readBefore(before?.get(file)) ?? readEnvelope(folder, file)
      if (read !== undefined) now.set(file, read)
    }
    known.set(folder, now)
    return [...now.values()]
  }
}

function readBefore(mail: MailFile | undefined): MailFile | undefined {
  return mail?.header === null ? undefined : mail
}

/** Names of the messages in a folder, links and pipes too: somebody has to hear of them. None where there is no folder. */
export function messageNames(folder: string): readonly string[] {
  return namesIn(folder).filter((name) => /^[^.].*\.ya?ml$/s.test(name))
}

/** Bytes enough for the longest text that is a message. */
export function readMailFile(folder: string, file: string): FileContent {
  return readForeign(join(folder, file), messageLimits.characters * 4)
}

/** The whole of it, or what is wrong. */
export function parseContent(content: FileContent): Parsed<Message> {
  if ('problem' in content) return { problems: [{ line: 1, text: content.problem }] }
  return parseMessage(content.text)
}

/** Undefined when it was taken away meanwhile. */
function readEnvelope(folder: string, file: string): MailFile | undefined {
  if (file.length > longestName) return { file, header: null, problem: 'its name is too long' }
  const content = readMailFile(folder, file)
  if ('problem' in content) return content.isMissing ? undefined : { file, header: null, problem: content.problem }
  const header = peekMessage(content.text)
  if (header !== null) return { file, header, problem: null }
  const parsed = parseMessage(content.text)
  if ('value' in parsed) return { file, header: parsed.value, problem: null }
  const [first] = parsed.problems
  return { file, header: null, problem: `line ${first?.line}: ${first?.text}` }
}

/** A claim puts a name of its own before it. */
const longestName = 220
