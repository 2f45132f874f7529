import pc from 'picocolors'

export interface Check {
  readonly group: string
  readonly name: string
  /** `missing` is needed and not there; `absent` would be used if it were. */
  readonly status: 'ok' | 'missing' | 'absent'
  readonly detail: string
  readonly hint: string | null
}

export function renderChecks(checks: readonly Check[], color: boolean): string {
  const c = pc.createColors(color)
  const width = Math.max(...checks.map(({ name }) => name.length))
  const marks = { ok: c.green('ok     '), missing: c.red('missing'), absent: c.dim('–      ') }
  const groups = [...new Set(checks.map(({ group }) => group))]
  const blocks = groups.map((group) => {
    const lines = checks
      .filter((check) => check.group === group)
      .map(
        ({ name, status, detail, hint }) =>
          `  ${marks[status]} ${name.padEnd(width)}  ${detail}${hint === null ? '' : c.yellow(`  → ${hint}`)}`,
      )
    return [c.bold(group), ...lines].join('\n')
  })
  const missing = checks.filter((check) => check.status === 'missing').map(({ name }) => name)
  const end = missing.length === 0 ? c.green('All that is needed is there.') : c.red(`Missing: ${missing.join(', ')}.`)
  return `${blocks.join('\n\n')}\n\n${end}\n`
}
