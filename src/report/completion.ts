interface CompletionOption {
  readonly type: 'boolean' | 'string'
  readonly description: string
  readonly choices?: readonly string[]
}

export interface CompletionEntry {
  readonly name: string
  readonly summary: string
  readonly options: Readonly<Record<string, CompletionOption>>
}

export const completionScripts: Readonly<Record<string, (entries: readonly CompletionEntry[]) => string>> = {
  bash,
  zsh,
  fish,
}

function bash(entries: readonly CompletionEntry[]): string {
  const cases = entries.map(({ name, options }) => {
    const flags = Object.keys(options)
      .map((option) => `--${option}`)
      .join(' ')
    return `    ${name}) words="${flags}" ;;`
  })
  return `_review_loop() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words=""
  case "$previous" in
${choiceCases(entries)}
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${entries.map(({ name }) => name).join(' ')}"
  else
    case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [[ "$current" != -* && "$COMP_CWORD" -gt 1 ]] && COMPREPLY+=($(compgen -f -- "$current"))
}
complete -o filenames -F _review_loop review-loop
`
}

function choiceCases(entries: readonly CompletionEntry[]): string {
  const choices = new Map<string, readonly string[]>()
  for (const { options } of entries) {
    for (const [name, option] of Object.entries(options)) if (option.choices) choices.set(name, option.choices)
  }
  const lines = [...choices].map(
    ([name, values]) => `    --${name}) COMPREPLY=($(compgen -W "${values.join(' ')}" -- "$current")); return ;;`,
  )
  return lines.join('\n')
}

function zsh(entries: readonly CompletionEntry[]): string {
  const names = entries.map(({ name, summary }) => `    ${quote(`${name}:${summary}`)}`)
  const cases = entries.map(({ name, options }) => {
    const flags = Object.entries(options).map(([option, spec]) => `      ${quote(zshOption(option, spec))}`)
    return `    ${name}) _arguments ${['', ...flags, "      '*:file:_files'"].join(' \\\n')} ;;`
  })
  return `#compdef review-loop
_review_loop() {
  local -a names=(
${names.join('\n')}
  )
  if (( CURRENT == 2 )); then _describe command names; return; fi
  case "$words[2]" in
${cases.join('\n')}
  esac
}
compdef _review_loop review-loop
`
}

function zshOption(name: string, option: CompletionOption): string {
  const text = `--${name}[${option.description.replace(/[[\]:]/g, ' ')}]`
  if (option.type === 'boolean') return text
  return option.choices === undefined ? `${text}:value:_files` : `${text}:value:(${option.choices.join(' ')})`
}

function fish(entries: readonly CompletionEntry[]): string {
  const lines = entries.flatMap(({ name, summary, options }) => [
    `complete -c review-loop -n __fish_use_subcommand -a ${name} -d ${quote(summary)}`,
    ...Object.entries(options).map(([option, spec]) => {
      const value = spec.type === 'boolean' ? '' : spec.choices ? ` -xa ${quote(spec.choices.join(' '))}` : ' -r'
      return `complete -c review-loop -n '__fish_seen_subcommand_from ${name}' -l ${option}${value} -d ${quote(spec.description)}`
    }),
  ])
  return `${lines.join('\n')}\n`
}

/** In single quotes nothing is special to a shell but the quote itself. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
