/** Longer lines are cut. Agents echo a whole prompt in one line, so it is generous. */
export const longestLine = 4 * 1024 * 1024
const longestCutLine = 64 * 1024
const longestWord = 4096

export interface LineSplitter {
  readonly push: (chunk: Buffer) => void
  /** Hands over what stands after the last line break. */
  readonly end: () => void
}

/** Splits bytes into lines. Holds one line at most, and never more than the limit of it. */
export function createLineSplitter(onLine: (line: string) => void, limit = longestLine): LineSplitter {
  const keptOfCutLine = Math.min(limit, longestCutLine)
  let parts: Buffer[] = []
  let held = 0
  let dropped = 0

  return { push, end: () => (held > 0 || dropped > 0 ? flush() : undefined) }

  function push(chunk: Buffer): void {
    let from = 0
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      add(chunk.subarray(from, at))
      flush()
      from = at + 1
    }
    if (from < chunk.length) add(chunk.subarray(from))
  }

  function add(part: Buffer): void {
    if (dropped > 0) {
      dropped += part.length
      return
    }
    parts.push(part)
    held += part.length
    if (held > limit) cut()
  }

  function cut(): void {
    const kept = Buffer.concat(parts, keptOfCutLine)
    dropped = held - kept.length
    parts = [kept]
    held = kept.length
  }

  function flush(): void {
    const line = (parts.length === 1 ? parts[0]! : Buffer.concat(parts)).toString('utf8')
    const text = line.endsWith('\r') ? line.slice(0, -1) : line
    const shown = dropped === 0 ? text : withNote(text, dropped)
    parts = []
    held = 0
    dropped = 0
    onLine(shown)
  }
}

/** Half a word at the end may be half a secret, which no mask would recognise. */
function withNote(text: string, dropped: number): string {
  let end = text.length
  while (end > 0 && text.length - end < longestWord && !/[\s"',;]/.test(text[end - 1] ?? '')) end--
  return `${text.slice(0, end)} … [review-loop: the rest of this line was cut, ${dropped + text.length - end} bytes]`
}
