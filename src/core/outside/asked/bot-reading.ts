import type * as v from 'valibot'
import type { RawReply } from '../../agents/raw-reply.ts'
import type { ReadReply } from '../../agents/read-reply.ts'
import { readBotSchema } from '../../agents/reply-schemas.ts'
import { fillTemplate } from '../../agents/template.ts'
import { repositoryPath } from '../../values/repository-path.ts'
import type { AgentReading } from '../types.ts'
import { type AskedText, describeText, isCut, notQuoted, readChecked } from './asked-text.ts'

export function readBotPrompt(template: string, text: AskedText): string {
  return `${fillTemplate(template, { text: describeText(text) })}\n`
}

/** What a reply says about a text of a bot, as far as it holds up against the text. */
export function parseBotReading(reply: RawReply, text: AskedText): ReadReply<AgentReading | null> {
  return readChecked(reply, readBotSchema, ({ class: kind, quote, items }) => {
    if (kind === 'unclear' || (kind === 'clean' && isCut(text))) return null
    if (items.length > 0 && kind !== 'findings' && kind !== 'failed') return `${kind} contradicts its items`
    const quotes = [quote, ...items.map((item) => item.quote)]
    const placed = items.map((item) => ({ ...item, ...placeOf(item, text) }))
    return notQuoted(text, quotes) ?? { class: kind, quote, items: placed }
  })
}

type BotItem = v.InferOutput<typeof readBotSchema>['items'][number]

/** A place counts if the text names its file, inside the repository. */
function placeOf({ file, line }: BotItem, { body }: AskedText): Pick<BotItem, 'file' | 'line'> {
  const path = file === null ? undefined : repositoryPath(file)
  if (path === undefined || !body.includes(path.split('/').at(-1)!)) return { file: null, line: null }
  return { file: path, line: line !== null && line > 0 && body.includes(String(line)) ? line : null }
}
