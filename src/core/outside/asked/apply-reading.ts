import { shortened } from '../../values/shortened.ts'
import type { AgentReading, Classification } from '../types.ts'

/** What an agent made of a text, as a part of its classification. Every item counts: nothing else says how grave it is. */
export function readByAgent({
  class: kind,
  quote,
  items,
}: AgentReading): Pick<Classification, 'class' | 'items' | 'why'> {
  return {
    class: kind === 'other' ? 'notice' : kind,
    items: items.map(({ quote: said, file, line, severity }) => ({
      ...nothing,
      file,
      line,
      severity,
      title: shortened(said.replace(/\s+/g, ' ').trim(), 160),
      body: said,
    })),
    why: { source: 'agent', rule: `read by an agent: "${shortened(quote.replace(/\s+/g, ' ').trim(), 120)}"` },
  }
}

const nothing = {
  startLine: null,
  actionable: true,
  suggestion: null,
  pathHash: null,
  nativeId: null,
  remark: false,
  inPrompt: false,
}
