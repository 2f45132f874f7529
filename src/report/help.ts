import pc from 'picocolors'
import { wrap } from './width.ts'

interface HelpOption {
  readonly description: string
  readonly short?: string
  readonly value?: string
  readonly choices?: readonly string[]
  readonly multiple?: boolean
}

export interface HelpTopic {
  readonly name: string
  readonly summary: string
  readonly words: string
  readonly description?: readonly string[]
  readonly options: Readonly<Record<string, HelpOption>>
  readonly examples: readonly (readonly [string, string])[]
  /** Commands below this one. */
  readonly commands?: Readonly<Record<string, { readonly summary: string }>>
}

export interface HelpStyle {
  readonly color: boolean
  readonly width: number
}

/** `review-loop <command> --help` */
export function renderCommandHelp(topic: HelpTopic, style: HelpStyle): string {
  const c = pc.createColors(style.color)
  const rows = Object.entries(topic.options).map(
    ([name, option]) => [optionLabel(name, option), optionText(option)] as const,
  )
  const below = Object.entries(topic.commands ?? {}).map(([name, { summary }]) => [name, summary] as const)
  const sections = [
    topic.summary,
    `${c.bold('Usage')}\n  ${['review-loop', topic.name, topic.words, '[options]'].filter(Boolean).join(' ')}`,
    ...(topic.description ?? []).map((paragraph) => wrap(paragraph, style.width).join('\n')),
    below.length > 0 ? `${c.bold('Commands')}\n${table(below, style, c.cyan)}` : '',
    `${c.bold('Options')}\n${table(rows, style, c.cyan)}`,
    topic.examples.length > 0 ? `${c.bold('Examples')}\n${exampleLines(topic.examples, c.dim)}` : '',
  ]
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`
}

/** `review-loop` and `review-loop --help` */
export function renderOverview(
  commands: readonly (readonly [name: string, summary: string])[],
  first: readonly (readonly [string, string])[],
  style: HelpStyle,
): string {
  const c = pc.createColors(style.color)
  return [
    'review-loop takes a change from written to safe to merge.',
    '',
    c.bold('Type this first'),
    exampleLines(first, c.dim),
    '',
    c.bold('Commands'),
    table(commands, style, c.cyan),
    '',
    'review-loop COMMAND --help shows options and examples.',
    '',
  ].join('\n')
}

function optionLabel(name: string, option: HelpOption): string {
  const value = option.value ?? (option.choices === undefined ? '' : 'NAME')
  return `${option.short === undefined ? '' : `-${option.short}, `}--${name}${value === '' ? '' : ` ${value}`}`
}

function optionText(option: HelpOption): string {
  const choices = option.choices === undefined ? '' : ` (${option.choices.join(', ')})`
  return `${option.description}${choices}${option.multiple ? '; may be repeated' : ''}`
}

/** Names with a text beside each that is wrapped there. */
export function table(
  rows: readonly (readonly [string, string])[],
  style: Pick<HelpStyle, 'width'>,
  paint: (text: string) => string,
): string {
  const column = Math.min(30, Math.max(...rows.map(([label]) => label.length))) + 4
  return rows
    .flatMap(([label, text]) => {
      const [first = '', ...rest] = wrap(text, Math.max(30, style.width - column))
      const padded = label.length + 4 > column ? [`  ${paint(label)}`, `${' '.repeat(column)}${first}`] : undefined
      const head = padded ?? [`  ${paint(label)}${' '.repeat(column - label.length - 2)}${first}`]
      return [...head, ...rest.map((line) => `${' '.repeat(column)}${line}`)]
    })
    .join('\n')
}

function exampleLines(examples: readonly (readonly [string, string])[], paint: (text: string) => string): string {
  const column = Math.max(...examples.map(([command]) => command.length)) + 2
  return examples.map(([command, text]) => `  ${command.padEnd(column)}${paint(text)}`.trimEnd()).join('\n')
}
