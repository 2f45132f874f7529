import { parseArgs } from 'node:util'
import { given } from '../core/values/given.ts'
import { nearest } from '../core/values/nearest.ts'
import { LoopError } from '../errors.ts'
import { type Arguments, type Command, commonOptions, type Options } from './command.ts'

/** Words on the command line → arguments of the command, or a usage error that names the nearest valid flag. */
export function parseArguments(command: Command, argv: readonly string[]): Arguments {
  const parsed = parse(command, argv)
  for (const [name, value] of Object.entries(parsed.values)) checkChoices(command, name, value)
  if (command.words === '' && parsed.positionals.length > 0 && parsed.values.help !== true) {
    throw usage(command, `${command.name} takes no words, found "${parsed.positionals[0]}"`)
  }
  return {
    words: parsed.positionals,
    flag: (name) => parsed.values[name] === true,
    value: (name) => {
      const value = parsed.values[name]
      return typeof value === 'string' ? chosen(command, name, value) : undefined
    },
    values: (name) => {
      const value = parsed.values[name]
      return Array.isArray(value) ? value.map(String) : []
    },
  }
}

function parse(command: Command, argv: readonly string[]) {
  // Scripts give it to whatever they call: where nothing is in colour it asks for what is so already.
  const understood: Options = { 'no-color': commonOptions['no-color'], ...command.options }
  const options = Object.fromEntries(
    Object.entries(understood).map(([name, { type, short, multiple = false }]) => [
      name,
      { type, multiple, ...given({ short }) },
    ]),
  )
  try {
    return refuseTwice(
      command,
      parseArgs({
        args: joinOptional(command, joinDashed(command, argv)),
        options,
        strict: true,
        allowPositionals: true,
        tokens: true,
      }),
    )
  } catch (error) {
    throw error instanceof LoopError ? error : usage(command, explain(command, error))
  }
}

/** A limit that is given again is another limit; of two agents one would be left out without a word. */
function refuseTwice<T extends { readonly tokens: readonly Token[] }>(command: Command, parsed: T): T {
  const seen = new Map<string, string>()
  for (const { kind, name = '', value } of parsed.tokens) {
    if (kind !== 'option' || value === undefined || !parties.has(name)) continue
    const before = seen.get(name) ?? value
    if (before !== value) throw usage(command, `--${name} is given twice: "${before}" and "${value}"`)
    seen.set(name, value)
  }
  return parsed
}

const parties: ReadonlySet<string> = new Set(['agent', 'reviewer', 'fixer', 'verifier', 'planner', 'executor'])

interface Token {
  readonly kind: string
  readonly name?: string
  readonly value?: string | undefined
}

/**
 * `--scope --cached` → `--scope=--cached`, for the options that say so; `--max-cost -1` for all that take a value, so that it
 * is refused for what it is. What is an option of the command stays one.
 */
function joinDashed({ options }: Command, argv: readonly string[]): string[] {
  const joined: string[] = []
  for (let at = 0; at < argv.length; at += 1) {
    const [word = '', next] = argv.slice(at, at + 2)
    const option = word.startsWith('--') ? options[word.slice(2)] : undefined
    const isOption = Object.hasOwn(options, next?.replace(/^--|=.*$/g, '') ?? '')
    const isValue = option?.dashes === true ? /^-/ : option?.type === 'string' ? /^-\.?\d/ : null
    if (word === '--') return [...joined, ...argv.slice(at)]
    const takesNext = next !== undefined && !isOption && isValue?.test(next) === true
    if (takesNext) at += 1
    joined.push(takesNext ? `${word}=${next}` : word)
  }
  return joined
}

/** `--resume` → `--resume=`, unless a value for it follows. */
function joinOptional({ options }: Command, argv: readonly string[]): string[] {
  return argv.flatMap((word, at) => {
    const previous = argv[at - 1]?.replace(/^--/, '') ?? ''
    const pattern = argv[at - 1]?.startsWith('--') ? options[previous]?.optional : undefined
    if (pattern?.test(word)) return []
    const own = word.startsWith('--') ? options[word.slice(2)]?.optional : undefined
    if (own === undefined) return [word]
    const next = argv[at + 1]
    return [`${word}=${next !== undefined && own.test(next) ? next : ''}`]
  })
}

function explain(command: Command, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const valueless = /^Option '(?:-\w, )?(--[\w-]+)(?: <value>)?' argument (?:missing|is ambiguous)/.exec(message)?.[1]
  if (valueless !== undefined) return `${valueless} needs a value (one that begins with a dash: ${valueless}=VALUE)`
  const unknown = /Unknown option '(-[^']*)'/.exec(message)?.[1]
  if (unknown === undefined) return message.split(/[.\n]/)[0] ?? message
  const meant = nearest(unknown.replace(/^-+/, ''), Object.keys(command.options))
  return `${command.name} has no option ${unknown}${meant === undefined ? '' : `; did you mean --${meant}?`}`
}

/** `p2` is taken for `P2`. */
function chosen(command: Command, name: string, value: string): string {
  const same = (choice: string) => choice.toLowerCase() === value.toLowerCase()
  return command.options[name]?.choices?.find(same) ?? value
}

function checkChoices(command: Command, name: string, value: unknown): void {
  const choices = command.options[name]?.choices
  if (choices === undefined || typeof value !== 'string' || choices.includes(chosen(command, name, value))) return
  const meant = nearest(value, choices)
  const hint = meant === undefined ? `one of ${choices.join(', ')}` : `did you mean ${meant}?`
  throw usage(command, `--${name} cannot be "${value}": ${hint}`)
}

function usage(command: Command, problem: string): LoopError {
  return new LoopError('usage', {
    problem: problem.replace(/[.?]$/, (end) => (end === '?' ? '?' : '')),
    command: command.name,
  })
}
