import { knownReviewers } from './reviewers/index.ts'

// Other reviewers read the raw text of every comment, code included, and begin to work when they are called. What we post
// must not call them, or a person, on behalf of whoever wrote the text.

const gap = '\u200b'

/** The same to read, with nobody called. Contract: text that is not copied as code. */
export function withoutCalls(text: string): string {
  return text
    .replace(/[@＠﹫](?=\\?[\w.-])/g, `$&${gap}`)
    .replace(/(?:[#!&]|&amp;|\bGH-)(?=\d)/gi, `$&${gap}`)
    .replace(references, `$&${gap}`)
    .replace(commands, '$1\\/')
    .replace(phrases, (phrase) => phrase.replace(/\s(?=\S*$)/, `$&${gap}`))
}

/** An address of an issue or a pull request: a forge tells those who work on it that they were mentioned. */
const references = /\/(?:issues|pull|discussions|merge_requests|work_items|epics)\/(?=\d)/gi

/** Whether a link to it does nothing but lead there. Inside links, entities would be decoded. */
export function isPlainAddress(address: string): boolean {
  return address.search(references) === -1 && !/&#?\w+;/.test(address)
}

/** On a line nothing but white space, signs and marks of lists stands before it. Fillers look like nothing, and are letters. */
const commands = /^((?:[^\p{L}\p{N}`\n/]|[\u115f\u1160\u3164\uffa0]|\d+[.)])*)(?<!\\)\//gmu

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
  'iu',
)
const phrases = new RegExp(oneOf(['cursor review', ...triggers.filter((text) => /^[\w/]/.test(text))]), 'giu')

function oneOf(words: readonly string[]): string {
  return words.map((word) => word.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&').replaceAll(' ', '[\\s\\p{Cf}]*\\s')).join('|')
}
