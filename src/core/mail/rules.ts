import { severities } from '../findings/severity.ts'
import { repositoryPath } from '../values/repository-path.ts'
import { join, mismatch, type Place, type Rule } from './fields.ts'
import { isBlank, type ListNode } from './read-tree.ts'
import { isUtcTime, realDay } from './time.ts'

// The kinds of values that fields have.

/** A rule for text that means something, to the letter: nothing around it is forgiven. */
export function scalar<T>(expects: string, meaning: (text: string) => T | undefined): Rule<T> {
  return {
    expects,
    read: (node, place) => {
      if (node.kind === 'refused') return undefined
      const value = node.kind === 'text' ? meaning(node.text) : undefined
      if (value === undefined) mismatch(node, expects, place)
      return value
    },
  }
}

function matching(expects: string, pattern: RegExp): Rule<string> {
  return scalar(expects, (text) => (pattern.test(text) ? text : undefined))
}

export function oneOf<const T extends string>(words: readonly T[]): Rule<T> {
  const expects = words.length === 1 ? `"${words[0]}"` : `one of ${words.join(', ')}`
  return scalar(expects, (text) => words.find((word) => word === text))
}

/** Prose of any form. What is blank around it says nothing. */
export function prose(most: number): Rule<string> {
  return scalar(`text of at most ${most} characters`, (text) => (isWithin(text, most) ? text.trim() : undefined))
}

export function oneLine(most: number): Rule<string> {
  return scalar(`one line of at most ${most} characters`, (text) =>
    isWithin(text, most) && !text.includes('\n') ? text : undefined,
  )
}

/** Counted as the readers of others do: a character beyond the first 65,536 is one, not two. */
function isWithin(text: string, most: number): boolean {
  if (text.length <= most) return true
  return text.length <= 2 * most && [...text].length <= most
}

/** As it stands, to the last space: what another parser is going to read. */
export function verbatim(most: number): Rule<string> {
  const expects = `text of at most ${most} characters`
  return {
    expects,
    read: (node, place) => {
      if (node.kind === 'text' && isWithin(node.text, most)) return node.text
      if (node.kind !== 'refused') mismatch(node, expects, place)
      return undefined
    },
  }
}

export function integer(least: number, most: number): Rule<number> {
  return scalar(`a whole number from ${least} to ${most}`, (text) => {
    const value = /^(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : Number.NaN
    return value >= least && value <= most ? value : undefined
  })
}

/** Finite and not negative; written without exponents. */
export const amount: Rule<number> = scalar('a number of 0 or more', (text) =>
  /^\d{1,12}(?:\.\d{1,12})?$/.test(text) ? Number(text) : undefined,
)

export const truth: Rule<boolean> = scalar('true or false', (text) =>
  text === 'true' ? true : text === 'false' ? false : undefined,
)

export const severity = oneOf(severities)

export const agentName = matching(
  'the name of an agent (letters, digits, ".", "_", "-"; at most 64)',
  /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/,
)

export const pullRequest = integer(1, 9_999_999_999)

/** '#86' or '86' */
export const pullRequestReference = scalar('the number of a pull request, "#" before it or not', (text) =>
  /^#?[1-9]\d{0,9}$/.test(text) ? Number(text.replace('#', '')) : undefined,
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

export const utcTime = scalar('a time as YYYY-MM-DDTHH:MM:SSZ that exists', (text) =>
  isUtcTime(text) ? text : undefined,
)

/** Whatever its sender took: it is compared, and never a part of a path. Ours are like msg-20260213100000-claude-1a2b. */
export const messageId = scalar('an id: one line of at most 200 characters, nothing blank around it', (text) =>
  isWithin(text, 200) && !text.includes('\n') && text.trim() === text ? text : undefined,
)

export const conversationId = scalar(
  'an id as conv-YYYYMMDD-NAME-N: a day, a name of an agent, up to 6 digits',
  (text) => {
    const [, day = ''] = /^conv-(\d{8})-[A-Za-z0-9._-]{1,64}-\d{1,6}$/.exec(text) ?? []
    return realDay(day) ? text : undefined
  },
)

/** A path below the folder that everybody shares; './' is dropped. */
export function pathInside(text: string): string | undefined {
  const isOutside = /(?:^|[\\/])\.\.(?:[\\/]|$)|^~/.test(text)
  return isOutside || !isWithin(text, 300) || text.includes('\n') ? undefined : repositoryPath(text)
}

export const relativePath = scalar('a relative path that stays inside its folder', pathInside)

export interface ListLimits<T> {
  readonly least?: number
  readonly most: number
  /** What must not be there twice. */
  readonly unique?: (item: T) => string
}

export function list<T>(rule: Rule<T>, limits: ListLimits<T>): Rule<readonly T[]> {
  const { least = 0, most } = limits
  const expects = `a list of ${least > 0 ? `${least} to ${most}` : `at most ${most}`}, each ${rule.expects}`
  return {
    expects,
    read: (node, place) => {
      if (node.kind === 'list' && node.items.length >= least && node.items.length <= most) {
        return readItems(node, rule, limits, place)
      }
      if (node.kind === 'list') {
        place.report(node.line, `"${place.path}" must have ${least} to ${most} items, found ${node.items.length}`)
      } else if (node.kind !== 'refused') mismatch(node, 'a list', place)
      return undefined
    },
  }
}

function readItems<T>(
  node: ListNode,
  rule: Rule<T>,
  { unique }: ListLimits<T>,
  place: Place,
): readonly T[] | undefined {
  const seen = new Set<string>()
  const items = node.items.flatMap((item, index) => {
    const path = join(place.path, String(index + 1))
    if (isBlank(item)) place.report(item.line, `"${path}" is empty; it must be ${rule.expects}`)
    const value = isBlank(item) ? undefined : rule.read(item, { ...place, path })
    if (value === undefined) return []
    const key = unique?.(value)
    if (key !== undefined && seen.has(key)) place.report(item.line, `"${path}" repeats ${JSON.stringify(key)}`)
    if (key !== undefined) seen.add(key)
    return [value]
  })
  return items.length === node.items.length ? items : undefined
}

/** One value, or a list of them. */
export function oneOrMore<T>(rule: Rule<T>, limits: ListLimits<T>): Rule<readonly T[]> {
  const several = list(rule, limits)
  return {
    expects: `${rule.expects}, or ${several.expects}`,
    read: (node, place) => {
      if (node.kind !== 'text') return several.read(node, place)
      const value = rule.read(node, place)
      return value === undefined ? undefined : [value]
    },
  }
}

/** Text means the one, anything else the other. */
export function textOr<T, U>(text: Rule<T>, other: Rule<U>): Rule<T | U> {
  return {
    expects: `${text.expects}, or ${other.expects}`,
    read: (node, place) => (node.kind === 'text' ? text.read(node, place) : other.read(node, place)),
  }
}
