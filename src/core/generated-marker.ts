import type { FileContents } from './anchor-index.ts'

// Programs that write code say so in a comment at its top.

/** Whether a comment near the top says that a program wrote the file. */
export function saysGenerated(text: string): boolean {
  return text
    .slice(0, topCharacters)
    .split('\n', topLines)
    .some((line) => comment.test(line) && !denial.test(line) && markers.some((marker) => marker.test(line)))
}

/** Written by a program, before as well as now: a change that brings the words along hides nothing with them. */
export function isMarkedGenerated({ old, new: now }: FileContents): boolean {
  return old !== null && saysGenerated(old) && (now === null || saysGenerated(now))
}

const topLines = 20
const topCharacters = 8000

const comment = /^\s*(?:\/\/|\/?\*|#|--|;|%|<!--|"""|'''|\(\*|\{-|REM\b)/i

const denial =
  /(?:\bnot|\bnever|\bno longer|n['’]t)\s+(?:be\s+|been\s+)?(?:@|auto-?|automatically\s+|code\s+)?generated\b/i

const markers = [
  /\bcode generated\b.*\bdo not edit\b/i,
  /(?:^|[\s*"'([])@generated\b/,
  /<auto-?generated\b/i,
  /\bgenerated\b.*\bdo not (?:edit|modify|change)\b/i,
  /\bdo not (?:edit|modify|change)\b.*\bgenerated\b/i,
]
