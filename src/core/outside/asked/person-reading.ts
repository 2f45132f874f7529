import { fence } from '../../agents/fence.ts'
import type { RawReply } from '../../agents/raw-reply.ts'
import type { ReadReply } from '../../agents/read-reply.ts'
import { readPersonSchema } from '../../agents/reply-schemas.ts'
import { fillTemplate } from '../../agents/template.ts'
import { shortened } from '../../values/shortened.ts'
import type { AgentHeard } from '../types.ts'
import { type AskedText, describeText, isCut, notQuoted, readChecked } from './asked-text.ts'

/** Something that a comment may be about. */
export interface AskedItem {
  readonly id: string
  /** The id of its thread or text. */
  readonly source: string
  readonly by: string
  readonly file: string | null
  readonly line: number | null
  readonly title: string
}

export function readPersonPrompt(template: string, text: AskedText, items: readonly AskedItem[]): string {
  const list = items.slice(0, mostItems).map(describeItem).join('\n')
  const shown = { items: list === '' ? 'There are none.' : fence('items', list), text: describeText(text) }
  return `${fillTemplate(template, shown)}\n`
}

const mostItems = 100

function describeItem({ id, by, file, line, title }: AskedItem): string {
  const place = file === null ? '' : ` on ${file}${line === null ? '' : `:${line}`}`
  return `${id}, by ${by}${place}: ${shortened(title.replace(/\s+/g, ' '), 200)}`
}

/** What a reply says that a person asks for, as far as it holds up against the comment. */
export function parsePersonReading(
  reply: RawReply,
  text: AskedText,
  items: readonly AskedItem[],
): ReadReply<AgentHeard | null> {
  return readChecked(reply, readPersonSchema, ({ asks, about, quote }) => {
    if (asks === 'unclear' || (asks === 'nothing' && isCut(text))) return null
    const isKnown = items.some(({ id }) => id === about)
    return notQuoted(text, [quote]) ?? { asks, about: isKnown ? about : null, quote }
  })
}
