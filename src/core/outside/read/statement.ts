import type { OutsideReviewer } from '../reviewer.ts'
import type { Weight } from '../types.ts'
import type { Candidate } from './candidate.ts'
import { importanceIn, severityOf, titleIn } from './to-item.ts'
import { type Block, readBlocks } from './tree/blocks.ts'
import { noWords } from './tree/words.ts'

/** A text that is one problem from its first to its last word. */
export function readStatement(
  text: string,
  reviewer: OutsideReviewer,
): { readonly title: string; readonly severity: Weight | null } {
  const blocks = readBlocks(text, () => false).flatMap(opened)
  const at = blocks.findIndex((block) => 'head' in block && block.kind !== 'table')
  const first = blocks[at]
  const candidate: Candidate = {
    head: first !== undefined && 'head' in first && first.kind !== 'table' ? first.head : noWords,
    blocks: blocks.slice(at + 1),
    context: { role: 'issue', weight: null, file: null, isRemark: false, aside: null },
    isNamed: true,
  }
  return { title: titleIn(candidate), severity: severityOf(candidate, reviewer) ?? importanceIn(candidate) }
}

/** Headings only divide it. */
function opened(block: Block): readonly Block[] {
  return block.kind === 'section' && block.level < 10
    ? [{ kind: 'text', head: block.head }, ...block.blocks.flatMap(opened)]
    : [block]
}
