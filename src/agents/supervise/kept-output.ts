/** The beginning and the end of a stream, at most `limit` bytes together. */
export interface KeptOutput {
  readonly push: (chunk: Buffer) => void
  readonly text: () => string
}

export function keepOutput(limit: number): KeptOutput {
  const half = Math.ceil(limit / 2)
  let head = Buffer.alloc(0)
  let tail = Buffer.alloc(0)
  let total = 0
  return { push, text }

  function push(chunk: Buffer): void {
    total += chunk.length
    const room = half - head.length
    if (room > 0) head = Buffer.concat([head, chunk.subarray(0, room)])
    if (chunk.length > room) tail = Buffer.concat([tail, chunk.subarray(Math.max(0, room))].map(last))
    tail = Buffer.from(last(tail))
  }

  function last(bytes: Buffer): Buffer {
    return bytes.length > half ? bytes.subarray(bytes.length - half) : bytes
  }

  function text(): string {
    const left = total - head.length - tail.length
    const gap = left > 0 ? `\n… [review-loop: ${left} bytes were left out here]\n` : ''
    return head.toString('utf8') + gap + tail.toString('utf8')
  }
}
