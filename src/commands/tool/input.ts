import { resolve } from 'node:path'
import * as v from 'valibot'
import { describeBreak } from '../../core/import/json-break.ts'
import { isRecord } from '../../core/import/shape.ts'
import { nearest } from '../../core/values/nearest.ts'
import { parseJson } from '../../core/values/parse-json.ts'
import { repeatedKey } from '../../core/values/repeated-key.ts'
import { schemaProblem } from '../../core/values/schema-problem.ts'
import { LoopError } from '../../errors.ts'
import { readRequired } from '../../io/files.ts'
import type { Arguments, Command, Context } from '../command.ts'

/** What a step was given: flags, or one JSON object with the same names. Each reader throws a usage error. */
export interface Input {
  /** 'tool validate' */
  readonly step: string
  readonly words: readonly string[]
  readonly text: (name: string) => string | undefined
  readonly required: (name: string) => string
  readonly integer: (name: string) => number | undefined
  readonly flag: (name: string) => boolean
  readonly list: (name: string) => readonly string[]
  /** Absolute. */
  readonly path: (name: string) => string | undefined
  readonly requiredPath: (name: string) => string
  /** The content of a file, of standard input, or what the JSON object holds itself. Undefined when not given. */
  readonly content: (name: string) => Content | undefined
  readonly json: <T>(name: string, schema: Schema<T>) => T | undefined
  readonly requiredJson: <T>(name: string, schema: Schema<T>) => T
}

/** Text that is still to be parsed, or a value that came inside other JSON. */
export type Content = { readonly name: string } & ({ readonly text: string } | { readonly value: unknown })

export type Schema<T> = v.GenericSchema<unknown, T>

export interface InputRequest {
  readonly command: Command
  readonly main: string | undefined
  readonly args: Arguments
  readonly context: Context
  readonly cwd: string
}

type Values = Readonly<Record<string, unknown>>

export async function readInput(request: InputRequest): Promise<Input> {
  const { command, main, args, context } = request
  const flags = givenFlags(command, args)
  const names = Object.keys(flags)
  const isMainMissing = main !== undefined && !(main in flags)
  const needsInput = names.length === 0 || isMainMissing || Object.values(flags).includes('-')
  const standardInput = needsInput ? await context.readInput() : ''
  const values = names.length > 0 || standardInput.trim() === '' ? flags : fromJson(standardInput, command, main)
  const missing = main !== undefined && values[main] === undefined
  return createInput(request, missing ? { ...values, [main]: '-' } : values, standardInput)
}

const everywhere = ['cwd', 'help']

function givenFlags(command: Command, args: Arguments): Values {
  const names = Object.keys(command.options).filter((name) => !everywhere.includes(name))
  return Object.fromEntries(
    names.flatMap((name) => {
      const many = args.values(name)
      const value = args.value(name) ?? (args.flag(name) ? true : many.length > 0 ? many : undefined)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** An object whose keys are flags is the input; anything else is the one thing the step works on. */
function fromJson(text: string, command: Command, main: string | undefined): Values {
  const known = Object.keys(command.options)
  const value = parseJson(text)
  const entries = isRecord(value) ? Object.entries(value).map(([key, inner]) => [toFlag(key), inner] as const) : []
  const foreign = entries.filter(([name]) => !known.includes(name)).map(([name]) => name)
  if (main !== undefined && (entries.length === 0 || foreign.length === entries.length)) return { [main]: '-' }
  if (value === undefined) {
    throw badInput('Standard input', `it is not valid JSON: ${describeBreak(text)}`, command.name)
  }
  if (!isRecord(value)) throw badInput('Standard input', 'it has to be one JSON object', command.name)
  const twice = repeatedKey(text)
  if (twice !== undefined) throw badInput('Standard input', `it has the key ${twice} twice`, command.name)
  const [unknown] = foreign
  if (unknown === undefined) return Object.fromEntries(entries)
  const meant = nearest(unknown, known)
  const hint = meant === undefined ? '' : `; did you mean ${toKey(meant)}?`
  throw badInput('Standard input', `it has an unknown key ${toKey(unknown)}${hint}`, command.name)
}

const toFlag = (key: string): string => key.replaceAll('_', '-')
const toKey = (flag: string): string => flag.replaceAll('-', '_')

interface Given {
  readonly command: Command
  readonly main: string | undefined
  readonly cwd: string
  readonly values: Values
  readonly standardInput: string
}

function createInput({ command, args, cwd, main }: InputRequest, values: Values, standardInput: string): Input {
  const given: Given = { command, main, cwd, values, standardInput }
  const missing = (name: string) =>
    usage(given, `${command.name} needs --${name}${name === main ? ', or the same JSON on standard input' : ''}`)
  const text = (name: string) => textOf(given, name)
  const path = (name: string) => {
    const value = text(name)
    return value === undefined ? undefined : resolve(cwd, value)
  }
  const json = <T>(name: string, schema: Schema<T>) => jsonOf(given, name, schema)
  return {
    step: command.name,
    words: args.words,
    text,
    required: (name) => text(name) ?? raise(missing(name)),
    integer: (name) => integerOf(given, name),
    flag: (name) => values[name] === true || values[name] === 'true',
    list: (name) => listOf(given, name),
    path,
    requiredPath: (name) => path(name) ?? raise(missing(name)),
    content: (name) => contentOf(given, name),
    json,
    requiredJson: (name, schema) => json(name, schema) ?? raise(missing(name)),
  }
}

function textOf(given: Given, name: string): string | undefined {
  const value = given.values[name] ?? undefined
  if (value === undefined) return undefined
  if (typeof value === 'object') throw usage(given, `${toKey(name)} has to be text`)
  const choices = given.command.options[name]?.choices
  if (choices === undefined || choices.includes(String(value))) return String(value)
  throw usage(given, `--${name} cannot be "${value}": one of ${choices.join(', ')}`)
}

function integerOf(given: Given, name: string): number | undefined {
  const value = textOf(given, name)
  if (value === undefined || /^\d{1,12}$/.test(value)) return value === undefined ? undefined : Number(value)
  throw usage(given, `--${name} has to be a whole number, not "${value}"`)
}

function listOf(given: Given, name: string): readonly string[] {
  const value = given.values[name] ?? []
  if (typeof value === 'string') return [value]
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value
  throw usage(given, `${toKey(name)} has to be a list of text`)
}

function contentOf({ values, cwd, standardInput }: Given, name: string): Content | undefined {
  const value = values[name] ?? undefined
  if (value === undefined) return undefined
  if (typeof value !== 'string') return { name: toKey(name), value }
  if (value !== '-') return { name: value, text: readRequired(resolve(cwd, value)) }
  return { name: 'Standard input', text: standardInput }
}

/** Nothing on standard input is the same as nothing given. */
function jsonOf<T>(given: Given, name: string, schema: Schema<T>): T | undefined {
  const content = contentOf(given, name)
  const isSilent = name === given.main && given.values[name] === '-' && given.standardInput.trim() === ''
  return content === undefined || isSilent ? undefined : readJson(content, schema, given.command.name)
}

function usage({ command }: Given, problem: string): LoopError {
  return new LoopError('usage', { problem, command: command.name })
}

function raise(error: LoopError): never {
  throw error
}

/** The value as the schema has it; a LoopError that says what is wrong with it. */
export function readJson<T>(content: Content, schema: Schema<T>, step: string): T {
  const value = 'text' in content ? parseJson(content.text) : content.value
  if (value === undefined && 'text' in content) {
    const why = content.text.trim() === '' ? 'it is empty' : `it is not valid JSON: ${describeBreak(content.text)}`
    throw badInput(content.name, why, step)
  }
  const twice = 'text' in content ? repeatedKey(content.text) : undefined
  if (twice !== undefined) throw badInput(content.name, `it has the key ${twice} twice`, step)
  const result = v.safeParse(schema, value)
  if (result.success) return result.output
  throw badInput(content.name, schemaProblem(result.issues[0], 'all of it'), step)
}

function badInput(file: string, problem: string, step: string): LoopError {
  return new LoopError('bad_input', { file, problem, step })
}
