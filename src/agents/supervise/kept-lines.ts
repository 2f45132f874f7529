import { mask } from '../../io/masking.ts'

/** The first and the last lines of a stream, about `limit` characters together. */
export interface KeptLines {
  readonly add: (line: string) => void
  /** Masked. */
  readonly text: () => string
}

/** Keeps whole lines only: half a line may hold half a secret, which no mask would recognise. */
export function keepLines(limit: number): KeptLines {
  const half = limit / 2
  const first: string[] = []
  const last: string[] = []
  let firstLength = 0
  let lastLength = 0
  let leftOut = 0
  return { add, text }

  function add(line: string): void {
    const length = line.length + 1
    if (last.length === 0 && leftOut === 0 && firstLength + length <= half) {
      first.push(line)
      firstLength += length
      return
    }
    last.push(line)
    lastLength += length
    while (lastLength > half && last.length > 1) {
      lastLength -= (last.shift() ?? '').length + 1
      leftOut++
    }
  }

  function text(): string {
    const gap = leftOut === 0 ? [] : [`… [review-loop: ${leftOut} lines were left out here]`]
    return [...first.map(mask), ...gap, ...last.map(mask)].join('\n')
  }
}
