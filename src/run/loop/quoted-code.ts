import { type CodeInTree, placeAfter, placeBefore, placeOfQuote, type QuotedCode } from '../../core/loop/code-place.ts'
import type { LedgerEntry } from '../../core/loop/types.ts'
import type { ChangedFile, Finding } from '../../types.ts'
import type { LoopPorts } from './ports.ts'

/** Where the code stands that findings of a review quote, and that of the ledger: what the same finding is told by. */
export async function quotedCode(
  findings: readonly Finding[],
  ledger: readonly LedgerEntry[],
  tree: string,
  ports: Pick<LoopPorts, 'changes' | 'texts'>,
): Promise<QuotedCode> {
  const files = [...new Set(findings.flatMap(({ file }) => file ?? []))]
  const texts = await ports.texts(tree, files)
  const earlier = [...new Set(ledger.flatMap(({ code }) => code?.tree ?? []))]
  const changes = new Map<string, readonly ChangedFile[]>()
  for (const before of earlier) changes.set(before, before === tree ? [] : await ports.changes(before, tree))
  return {
    raised: findings.flatMap((finding) => {
      const place = placeOfQuote(finding, texts.get(finding.file ?? ''))
      if (place === null) return []
      const stood = earlier.flatMap((before): readonly CodeInTree[] => {
        const then = placeBefore(changes.get(before) ?? [], place)
        return then === null ? [] : [{ tree: before, ...then }]
      })
      return [{ id: finding.id, place, stood }]
    }),
    standing: ledger.flatMap(({ id, code }) => {
      const place = code === undefined ? null : placeAfter(changes.get(code.tree) ?? [], code)
      return place === null ? [] : [{ id, place: { file: place.file, start: place.start, end: place.end } }]
    }),
  }
}
