import { reverses } from '../outside/reverses.ts'
import type { Gathered } from './gather.ts'

/** What the pull request asks for, after everybody has spoken. */
export interface Demands {
  /** To be fixed. */
  readonly open: readonly Gathered[]
  /** We said why it is left, or a person wants it so, and nobody has closed it. */
  readonly left: readonly Gathered[]
  /** Heard, and not to be acted upon. */
  readonly remarks: readonly Gathered[]
  /** Asks for the opposite of what was done for another, or of what another asks for, too. */
  readonly contradictions: readonly Contradiction[]
}

interface Contradiction {
  readonly later: Gathered
  readonly earlier: Gathered
  /** Whether something was done for the earlier one. */
  readonly isDone: boolean
}

export function demandsIn(gathered: readonly Gathered[]): Demands {
  const asked = gathered.filter(({ actionable }) => actionable)
  const open = asked.filter(({ status }) => status === 'open')
  const done = asked.filter(({ members }) => members.some(({ answer }) => answer === 'fixed'))
  return {
    open,
    left: asked.filter(({ status }) => status === 'left'),
    remarks: gathered.filter(({ actionable, status }) => !actionable && status === 'open'),
    contradictions: open.flatMap((later, index) => {
      const against = (each: Gathered) => each !== later && takesBack(each, later)
      const [before, beside] = [done.find(against), open.slice(0, index).find(against)]
      const earlier = before ?? beside
      return earlier === undefined ? [] : [{ later, earlier, isDone: before !== undefined }]
    }),
  }
}

function takesBack(earlier: Gathered, later: Gathered): boolean {
  return earlier.members.some((before) => later.members.some((after) => reverses(before, after)))
}
