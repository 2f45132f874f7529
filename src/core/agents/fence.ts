import { hashText } from '../values/hash.ts'

/**
 * Puts text that is not ours between two lines that it does not contain, so that nothing in it can end the quotation. The
 * boundary depends on the text alone: the same text gives the same prompt, which caches of providers need.
 */
export function fence(name: string, text: string): string {
  const boundary = boundaryFor(text)
  return `<<<${name} ${boundary}\n${text}${text.endsWith('\n') ? '' : '\n'}${name} ${boundary}>>>`
}

function boundaryFor(text: string): string {
  for (let attempt = 0; ; attempt++) {
    const boundary = hashText(`${attempt}:${text}`)
    if (!text.includes(boundary)) return boundary
  }
}
