import { visible, visibleLine } from '../../report/visible.ts'
import type { Arguments, Context } from '../command.ts'
import type { Watcher } from './watcher.ts'

export type Says = Pick<Watcher, 'notice' | 'line' | 'details'>

/** How a watch without a loop speaks. */
export function speakers(args: Arguments, { stderr }: Context): Says {
  if (args.flag('quiet')) return { notice: silent, line: silent, details: silent }
  const say = (text: string) => void stderr.write(`${text}\n`)
  const line = (text: string) => say(visible(text))
  return { notice: (text) => say(`Notice: ${visibleLine(text)}`), line, details: detailsOn(line, args) }
}

/** With --verbose each line once: every look finds most of them again. */
export function detailsOn(line: (text: string) => void, args: Arguments): Watcher['details'] {
  if (!args.flag('verbose')) return silent
  const told = new Set<string>()
  return (lines) => {
    const due = new Set(lines().filter((text) => !told.has(text)))
    for (const text of due) line(text)
    for (const text of due) told.add(text)
  }
}

export function silent(): void {}
