interface CompletionOption {
  readonly type: 'boolean' | 'string'
  readonly description: string
  readonly choices?: readonly string[]
}

export interface CompletionEntry {
  readonly name: string
  readonly summary: string
  /** Words that may follow it. */
  readonly fixed: readonly string[]
  readonly options: Readonly<Record<string, CompletionOption>>
  /** Commands below this one. */
  readonly commands: readonly CompletionEntry[]
}

export const completionScripts: Readonly<Record<string, (entries: readonly CompletionEntry[]) => string>> = {
  bash,
  zsh,
  fish,
}

function bash(entries: readonly CompletionEntry[]): string {
  return `_review_loop() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words=""
  local key
  for key in "\${COMP_WORDS[1]}:$previous" "\${COMP_WORDS[1]} \${COMP_WORDS[2]}:$previous"; do
    case "$key" in
${choiceCases(entries)}
    esac
  done
${bashLevel(entries, 1)}
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [[ "$current" != -* && "$COMP_CWORD" -gt 1 ]] && COMPREPLY+=($(compgen -f -- "$current"))
}
complete -o filenames -F _review_loop review-loop
`
}

/** Names at their place on the line; after it what the chosen one takes. */
function bashLevel(entries: readonly CompletionEntry[], level: number): string {
  const cases = entries.map(({ name, fixed, options, commands }) => {
    const flags = [...fixed, flagsOf(options)].join(' ')
    if (commands.length === 0) return `    ${name}) words="${flags}" ;;`
    return `    ${name})\n${bashLevel(commands, level + 1)}\n      ;;`
  })
  return `  if [ "$COMP_CWORD" -eq ${level} ]; then
    words="${entries.map(({ name }) => name).join(' ')}"
  else
    case "\${COMP_WORDS[${level}]}" in
${cases.join('\n')}
    esac
  fi`
}

function flagsOf(options: CompletionEntry['options']): string {
  return Object.keys(options)
    .map((option) => `--${option}`)
    .join(' ')
}

/** The same option may take other values in another command, so the command is part of the key. */
function choiceCases(entries: readonly CompletionEntry[], above = ''): string {
  return entries
    .flatMap(({ name, options, commands }) => [
      ...Object.entries(options).flatMap(([option, { choices }]) =>
        choices === undefined
          ? []
          : [
              `      "${above}${name}:--${option}") COMPREPLY=($(compgen -W "${choices.join(' ')}" -- "$current")); return ;;`,
            ],
      ),
      ...(commands.length === 0 ? [] : [choiceCases(commands, `${name} `)]),
    ])
    .filter((line) => line !== '')
    .join('\n')
}

function zsh(entries: readonly CompletionEntry[]): string {
  return `#compdef review-loop
_review_loop() {
  local -a names
${zshLevel(entries, 2)}
}
compdef _review_loop review-loop
`
}

function zshLevel(entries: readonly CompletionEntry[], level: number): string {
  const names = entries.map(({ name, summary }) => `    ${quote(`${name}:${summary}`)}`)
  const cases = entries.map(({ name, options, commands }) => {
    if (commands.length > 0) return `    ${name})\n${zshLevel(commands, level + 1)}\n      ;;`
    const flags = Object.entries(options).map(([option, spec]) => `      ${quote(zshOption(option, spec))}`)
    return `    ${name}) _arguments ${['', ...flags, "      '*:file:_files'"].join(' \\\n')} ;;`
  })
  return `  names=(
${names.join('\n')}
  )
  if (( CURRENT == ${level} )); then _describe command names; return; fi
  case "$words[${level}]" in
${cases.join('\n')}
  esac`
}

function zshOption(name: string, option: CompletionOption): string {
  const text = `--${name}[${option.description.replace(/[[\]:]/g, ' ')}]`
  if (option.type === 'boolean') return text
  return option.choices === undefined ? `${text}:value:_files` : `${text}:value:(${option.choices.join(' ')})`
}

function fish(entries: readonly CompletionEntry[]): string {
  return `${fishLines(entries, '__fish_use_subcommand', '').join('\n')}\n`
}

/** `here`: when the names are offered; `above`: the condition that leads to this level. */
function fishLines(entries: readonly CompletionEntry[], here: string, above: string): readonly string[] {
  return entries.flatMap(({ name, summary, options, commands }) => {
    const chosen = `${above}__fish_seen_subcommand_from ${name}`
    const below = commands.map((command) => command.name).join(' ')
    return [
      `complete -c review-loop -n ${quoteIfNeeded(here)} -a ${name} -d ${quote(summary)}`,
      ...fishLines(commands, `${chosen}; and not __fish_seen_subcommand_from ${below}`, `${chosen}; and `),
      ...Object.entries(options).map(([option, spec]) => {
        const value = spec.type === 'boolean' ? '' : spec.choices ? ` -xa ${quote(spec.choices.join(' '))}` : ' -r'
        return `complete -c review-loop -n ${quote(chosen)} -l ${option}${value} -d ${quote(spec.description)}`
      }),
    ]
  })
}

function quoteIfNeeded(text: string): string {
  return /^\w+$/.test(text) ? text : quote(text)
}

/** In single quotes nothing is special to a shell but the quote itself. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
