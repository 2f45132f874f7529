import { knownReviewers } from './reviewers/index.ts'

// Other reviewers read the raw text of every comment, code included, and begin to work when they are called. What we post
// must not call them, or a person, on behalf of whoever wrote the text.

const gap = '\u200b'

/** The same to read, with nobody called. Contract: text that is not copied as code. */
export function withoutCalls(text: string): string {
  return text
    .replace(/@(?=[\w-])/g, `@${gap}`)
    .replace(/[#!](?=\d)/g, (sign) => `${sign}${gap}`)
    .replace(/\bGH-(?=\d)/gi, (word) => `${word}${gap}`)
    .replace(/^([ \t]*(?:[-*>][ \t]+)?)\//gm, '$1\\/')
    .replace(phrases, (phrase) => phrase.replace(' ', ` ${gap}`))
}

/** Whether code would call somebody if it stood in a comment as it is. A name after `@` alone is most often a decorator. */
export function callsSomebody(code: string): boolean {
  return handles.test(code) || code.search(phrases) !== -1 || slashCommand.test(code)
}

const slashCommand = /^[ \t]*\/[a-z][\w-]*(?:[ \t].*)?$/im

const triggers = knownReviewers.flatMap(({ trigger }) => trigger ?? [])
const handles = new RegExp(
  `@(?:${oneOf([
    ...knownReviewers.flatMap(({ logins }) => logins),
    ...triggers.flatMap((trigger) => /^@(\S+)/.exec(trigger)?.[1] ?? []),
  ])})\\b`,
  'i',
)
const phrases = new RegExp(
  `(?<!\\w)(?:${oneOf(['cursor review', ...triggers.filter((text) => /^[\w/]/.test(text))])})\\b`,
  'gi',
)

function oneOf(words: readonly string[]): string {
  return words.map((word) => word.replace(/[^\w ]/g, '\\$&')).join('|')
}
