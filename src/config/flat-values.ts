import * as v from 'valibot'
import { parseJson } from '../core/values/parse-json.ts'
import { repositoryPath } from '../core/values/repository-path.ts'
import type { FlatEntry } from './flat-lines.ts'

export interface FlatValue<Value> {
  /** What the text stands for, before anybody asks whether that is allowed. */
  readonly read: (entry: FlatEntry) => unknown
  /** What is allowed, in both files. What is not is told as 'must be …'. */
  readonly schema: v.GenericSchema<Value>
}

export const flag: FlatValue<boolean> = {
  read: (entry) => {
    const said = word(entry).toLowerCase()
    return said === 'true' || said === 'false' ? said === 'true' : said
  },
  schema: v.boolean('must be true or false'),
}

/** Sentences, on one line or on several. Only a number sign with space around it begins a comment there. */
export const prose: FlatValue<string> = {
  read: ({ inline, block }) => block ?? quoted(inline) ?? inline.replace(/(?:^|\s+)#(?:\s.*)?$/, '').trim(),
  schema: v.string('must be a text'),
}

/** The name of a model: it becomes an argument of a command. */
export const modelName = oneWord(/^(?:[A-Za-z0-9][\w.:/@[\]-]*)?$/, 'must be the name of a model')

export const commitPrefix = oneWord(/^\S.*$/, 'must be a word on one line')

const docsRule = 'must be a path inside the repository, or "" for none'

export const docsPath: FlatValue<string> = {
  read: word,
  schema: v.pipe(
    v.string(docsRule),
    v.check((path) => path === '' || repositoryPath(path) !== undefined, docsRule),
  ),
}

const listRule = 'must be a list of patterns, as ["docs/**", "*.md"]'
const pattern = v.pipe(v.string(listRule), v.nonEmpty(listRule))

export const pathList: FlatValue<readonly string[]> = {
  read: (entry) => {
    const items = listItems(entry)
    if (items !== null) return items
    const inside = /^\[(.*)\]$/s.exec(word(entry))?.[1]?.trim()
    if (inside === undefined || inside === '') return inside === '' ? [] : undefined
    return parseJson(`[${inside}]`) ?? inside.split(',').map((item) => quoted(item.trim()) ?? item.trim())
  },
  schema: v.array(pattern, listRule),
}

/** The items of a list below the key; null where there is none. */
function listItems({ block }: FlatEntry): readonly string[] | null {
  const lines = (block ?? '').split('\n').filter((line) => !/^\s*(?:#.*)?$/.test(line))
  if (lines.length === 0 || lines.some((line) => !/^\s*-/.test(line))) return null
  return lines.map((line) => word({ inline: line.replace(/^\s*-\s*/, ''), block: null }))
}

export function wholeNumber(least: number, most?: number): FlatValue<number> {
  const rule = `must be a whole number from ${least}${most === undefined ? '' : ` to ${most}`}`
  const whole = v.pipe(v.number(rule), v.integer(rule), v.minValue(least, rule))
  return {
    read: (entry) => (/^\d{1,9}$/.test(word(entry)) ? Number(word(entry)) : undefined),
    schema: most === undefined ? whole : v.pipe(whole, v.maxValue(most, rule)),
  }
}

export function choice<const Value extends string>(...values: readonly Value[]): FlatValue<Value> {
  return { read: word, schema: v.picklist(values, `must be ${values.join(' or ')}`) }
}

function oneWord(shape: RegExp, rule: string): FlatValue<string> {
  return { read: word, schema: v.pipe(v.string(rule), v.regex(shape, rule)) }
}

/** A value that is no sentence: what follows a number sign behind a space is a comment. */
function word({ inline, block }: Pick<FlatEntry, 'inline' | 'block'>): string {
  return block ?? quoted(inline) ?? inline.replace(/(?:^|\s+)#.*$/, '').trim()
}

/** What stands in quotes; undefined when it does not. */
function quoted(text: string): string | undefined {
  const [, double, single] = /^(?:("(?:[^"\\]|\\.)*")|'([^']*)')\s*(?:#.*)?$/.exec(text.trim()) ?? []
  const value = double === undefined ? single : parseJson(double)
  return typeof value === 'string' ? value : undefined
}
