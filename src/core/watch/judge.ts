import { reverses } from '../outside/reverses.ts'
import type { Gathered } from './gather.ts'

/** What the pull request asks for, after everybody has spoken. */
export interface Demands {
  /** To be fixed. */
  readonly open: readonly Gathered[]
  /** We said why it is left, and nobody has closed it. */
  readonly left: readonly Gathered[]
  /** Heard, and not to be acted upon. */
  readonly remarks: readonly Gathered[]
  /** Asks for the opposite of what was done for another. */
  readonly contradictions: readonly { readonly later: Gathered; readonly earlier: Gathered }[]
}

export function demandsIn(gathered: readonly Gathered[]): Demands {
  const asked = gathered.filter(({ actionable }) => actionable)
  const open = asked.filter(({ status }) => status === 'open')
  const done = asked.filter(({ members }) => members.some(({ answer }) => answer === 'fixed'))
  return {
    open,
    left: asked.filter(({ status }) => status === 'left'),
    remarks: gathered.filter(({ actionable, status }) => !actionable && status === 'open'),
    contradictions: open.flatMap((later) => {
      const earlier = done.find((each) => each !== later && takesBack(each, later))
      return earlier === undefined ? [] : [{ later, earlier }]
    }),
  }
}

function takesBack(earlier: Gathered, later: Gathered): boolean {
  return earlier.members.some((before) => later.members.some((after) => reverses(before, after)))
}
