import pc from 'picocolors'
import { visibleLine } from './visible.ts'

export interface Setting {
  readonly key: string
  readonly value: unknown
  readonly origin: string
}

/** One line per setting: what it is, what it is set to, who said so. */
export function renderSettings(settings: readonly Setting[], warnings: readonly string[], color: boolean): string {
  const c = pc.createColors(color)
  const rows = settings.map(({ key, value, origin }) => ({ key, value: show(value), origin }))
  const keyWidth = Math.max(...rows.map(({ key }) => key.length))
  const valueWidth = Math.min(40, Math.max(...rows.map(({ value }) => value.length)))
  const lines = rows.map(({ key, value, origin }) => {
    const source = origin === 'default' ? c.dim(origin) : c.green(origin)
    return `${c.cyan(key.padEnd(keyWidth))}  ${value.padEnd(valueWidth)}  ${source}`
  })
  return `${[...lines, ...warnings.map((warning) => c.yellow(`warning: ${visibleLine(warning)}`))].join('\n')}\n`
}

function show(value: unknown): string {
  if (value === null) return '(found by itself)'
  return visibleLine(typeof value === 'string' && /^.+$/.test(value) ? value : JSON.stringify(value))
}
