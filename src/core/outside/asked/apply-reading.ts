import { shortened } from '../../values/shortened.ts'
import { plainItem } from '../shown-item.ts'
import type { AgentReading, Classification } from '../types.ts'

type Read = Pick<Classification, 'class' | 'items' | 'why'>

/** What an agent made of a text, as a part of its classification. Every item counts: nothing else says how grave it is. */
export function readByAgent({ class: kind, quote, items }: AgentReading): Read {
  return {
    class: kind === 'other' ? 'notice' : kind,
    items: items.map(({ quote: body, ...said }) => ({ ...plainItem, ...said, title: onOneLine(body, 160), body })),
    why: { source: 'agent', rule: `read by an agent: "${onOneLine(quote, 120)}"` },
  }
}

function onOneLine(text: string, length: number): string {
  return shortened(text.replace(/\s+/g, ' ').trim(), length)
}
