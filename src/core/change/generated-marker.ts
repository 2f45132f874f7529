import type { FileContents } from '../evidence/anchor-index.ts'

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

const word = String.raw`(?:@|auto-?|automatically\s+|code\s+)?generated\b`

/** It never was, it only was once, or it was and people have written in it since. */
const denial = new RegExp(
  [
    String.raw`(?:\bnot|\bnever|\bno longer|n['’]t)\s+(?:be\s+|been\s+)?${word}`,
    String.raw`\b(?:once|formerly|originally|previously|initially|used to be)\s+${word}`,
    String.raw`generated\b.*\b(?:now|since|then|later|but)\s+(?:(?:is|was|has|been|being)\s+)*(?:hand-?|manually\s+)?(?:edited|modified|changed|maintained|written)\b`,
  ].join('|'),
  'i',
)

const markers = [
  /\bcode generated\b.*\bdo not edit\b/i,
  /(?:^|[\s*"'([])@generated\b/,
  /<auto-?generated\b/i,
  /\bgenerated\b.*\bdo not (?:edit|modify|change)\b/i,
  /\bdo not (?:edit|modify|change)\b.*\bgenerated\b/i,
]
