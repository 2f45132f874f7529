import { parseJson } from '../core/parse-json.ts'
import { repositoryPath } from '../core/repository-path.ts'
import type { FlatEntry } from './flat-lines.ts'

export interface FlatReader<Value> {
  /** Undefined for what is no such value. */
  readonly read: (entry: FlatEntry) => Value | undefined
  /** What it must be, for a message. */
  readonly expected: string
}

export const flag: FlatReader<boolean> = {
  read: (entry) => {
    const said = word(entry).toLowerCase()
    return said === 'true' || said === 'false' ? said === 'true' : undefined
  },
  expected: 'true or false',
}

/** Sentences, on one line or on several. Only a number sign with space around it begins a comment there. */
export const prose: FlatReader<string> = {
  read: ({ inline, block }) => block ?? quoted(inline) ?? inline.replace(/(?:^|\s+)#(?:\s.*)?$/, '').trim(),
  expected: 'a text',
}

/** The name of a model: it becomes an argument of a command. */
export const modelName: FlatReader<string> = {
  read: (entry) => /^(?:[A-Za-z0-9][\w.:/@[\]-]*)?$/.exec(word(entry))?.[0],
  expected: 'the name of a model',
}

export const commitPrefix: FlatReader<string> = {
  read: (entry) => /^\S.*$/.exec(word(entry))?.[0],
  expected: 'a word on one line',
}

export const docsPath: FlatReader<string> = {
  read: (entry) => (word(entry) === '' ? '' : repositoryPath(word(entry))),
  expected: 'a path inside the repository, or "" for none',
}

export const pathList: FlatReader<readonly string[]> = {
  read: (entry) => {
    const inside = /^\[(.*)\]$/s.exec(word(entry))?.[1]
    if (inside === undefined) return undefined
    const list = parseJson(`[${inside}]`) ?? inside.split(',').map((item) => quoted(item.trim()) ?? item.trim())
    if (!Array.isArray(list) || inside.trim() === '') return inside.trim() === '' ? [] : undefined
    return list.every((item): item is string => typeof item === 'string' && item !== '') ? list : undefined
  },
  expected: 'a list of patterns, as ["docs/**", "*.md"]',
}

export function wholeNumber(least: number, most: number): FlatReader<number> {
  return {
    read: (entry) => {
      const number = /^\d{1,9}$/.test(word(entry)) ? Number(word(entry)) : Number.NaN
      return number >= least && number <= most ? number : undefined
    },
    expected:
      most === Number.MAX_SAFE_INTEGER ? `a whole number from ${least}` : `a whole number from ${least} to ${most}`,
  }
}

export function choice<const Value extends string>(...values: readonly Value[]): FlatReader<Value> {
  return {
    read: (entry) => values.find((value) => value === word(entry)),
    expected: values.join(' or '),
  }
}

/** A value that is no sentence: what follows a number sign behind a space is a comment. */
function word({ inline, block }: FlatEntry): string {
  return block ?? quoted(inline) ?? inline.replace(/(?:^|\s+)#.*$/, '').trim()
}

/** What stands in quotes; undefined when it does not. */
function quoted(text: string): string | undefined {
  const [, double, single] = /^(?:("(?:[^"\\]|\\.)*")|'([^']*)')\s*(?:#.*)?$/.exec(text.trim()) ?? []
  const value = double === undefined ? single : parseJson(double)
  return typeof value === 'string' ? value : undefined
}
