import type { Gathered } from './gather.ts'
import { idOf } from './item-id.ts'
import { plainItem } from './items-in.ts'
import type { Seat } from './seats.ts'

/** What reviewers wrote and nobody understood, as something for a person to decide. */
export function unclearItems(seats: readonly Seat[]): readonly Gathered[] {
  return seats.flatMap(({ id: reviewer, name, unclear: url }) => {
    if (url === undefined) return []
    const title = `What ${name} wrote was not understood: ${url}`
    const decision = { held: 'it was not understood', wantedBy: null, actionable: true }
    const item = {
      ...plainItem({ path: null, line: null }, title, title),
      ...decision,
      originalLine: null,
      heard: null,
    }
    const source = { kind: 'comment', id: url } as const
    const member = { ...item, reviewer, by: name, key: url, source, url, isOpen: true, answer: null, talk: [] }
    return [{ id: idOf(url), members: [member], status: 'left', ...decision }]
  })
}
