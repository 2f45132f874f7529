import { severities } from '../findings/severity.ts'
import { repositoryPath } from '../values/repository-path.ts'
import { oneOf, text } from './fields.ts'
import { isUtcTime, realDay } from './time.ts'

// The types of values that fields have.

export function matching(expects: string, pattern: RegExp) {
  return text(expects, (written) => (pattern.test(written) ? written : undefined))
}

/** Prose of any form. What is blank around it says nothing. */
export function prose(most: number) {
  return text(`text of at most ${most} characters`, (words) => (isWithin(words, most) ? words.trim() : undefined))
}

/** The same as it was written, to the last space: another parser is going to read it. */
export function verbatim(most: number) {
  return text(`text of at most ${most} characters`, (words) => (isWithin(words, most) ? words : undefined))
}

export function oneLine(most: number) {
  return text(`one line of at most ${most} characters`, (line) =>
    isWithin(line, most) && !line.includes('\n') ? line : undefined,
  )
}

/** Counted as readers in other languages do: a character beyond the first 65,536 is one, not two. */
function isWithin(words: string, most: number): boolean {
  if (words.length <= most) return true
  return words.length <= 2 * most && [...words].length <= most
}

export function integer(least: number, most: number) {
  return text(`a whole number from ${least} to ${most}`, (digits) => {
    const value = /^(?:0|[1-9]\d{0,14})$/.test(digits) ? Number(digits) : Number.NaN
    return value >= least && value <= most ? value : undefined
  })
}

/** Finite and not negative; written without exponents. */
export const amount = text('a number of 0 or more', (digits) =>
  /^\d{1,12}(?:\.\d{1,12})?$/.test(digits) ? Number(digits) : undefined,
)

export const truth = text('true or false', (word) => (word === 'true' ? true : word === 'false' ? false : undefined))

export const severity = oneOf(severities)

export const agentName = matching(
  'the name of an agent (letters, digits, ".", "_", "-"; at most 64)',
  /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
)

export const pullRequest = integer(1, 9_999_999_999)

/** '#86' or '86' */
export const pullRequestReference = text('the number of a pull request, "#" before it or not', (written) =>
  /^#?[1-9]\d{0,9}$/.test(written) ? Number(written.replace('#', '')) : undefined,
)

export const commitId = matching('a commit id of 7 to 64 hexadecimal digits', /^[0-9a-fA-F]{7,64}$/)

/** Not an option of git, and nothing that git itself refuses in a name. */
export const branchName = matching(
  'the name of a branch',
  /^(?![-/.])(?!.*(?:\.\.|\/\/|@\{|\/\.|\.lock(?:\/|$)))[^\s~^:?*[\\]{1,255}(?<![/.])$/,
)

export const itemId = matching(
  'an id (a letter, then letters, digits, ".", "_", "-"; at most 64)',
  /^[A-Za-z][\w.-]{0,63}$/,
)

export const utcTime = text('a time as YYYY-MM-DDTHH:MM:SSZ that exists', (time) =>
  isUtcTime(time) ? time : undefined,
)

/** Whatever its sender took: it is compared, and never a part of a path. Ours are like msg-20260213100000-claude-1a2b. */
export const messageId = text('an id: one line of at most 200 characters, nothing blank around it', (id) =>
  isWithin(id, 200) && !id.includes('\n') && id.trim() === id ? id : undefined,
)

export const conversationId = text('an id as conv-YYYYMMDD-NAME-N: a day, a name of an agent, up to 6 digits', (id) => {
  const [, day = ''] = /^conv-(\d{8})-[A-Za-z0-9._-]{1,64}-\d{1,6}$/.exec(id) ?? []
  return realDay(day) ? id : undefined
})

/** A path below the folder that everybody shares; './' is dropped. */
export function pathInside(path: string): string | undefined {
  const isOutside = /(?:^|[\\/])\.\.(?:[\\/]|$)|^~/.test(path)
  return isOutside || !isWithin(path, 300) || path.includes('\n') ? undefined : repositoryPath(path)
}

export const relativePath = text('a relative path that stays inside its folder', pathInside)
