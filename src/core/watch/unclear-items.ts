import type { Gathered } from './gather.ts'
import { idOf } from './item-id.ts'
import type { Seat } from './seats.ts'

/** What reviewers wrote and nobody understood, as something for a person to decide. */
export function unclearItems(seats: readonly Seat[]): readonly Gathered[] {
  return seats.flatMap(({ id: reviewer, name, unclear }) => {
    if (unclear === undefined) return []
    const title = `What ${name} wrote was not understood: ${unclear}`
    const place = { file: null, line: null, startLine: null, originalLine: null, pathHash: null }
    const item = { severity: null, actionable: true, suggestion: null, nativeId: null, remark: false, inPrompt: false }
    const state = { isOpen: true, answer: null, talk: [], held: 'it was not understood', wantedBy: null, heard: null }
    const source = { kind: 'comment', id: unclear } as const
    const member = {
      ...place,
      ...item,
      ...state,
      title,
      body: title,
      reviewer,
      by: name,
      key: unclear,
      source,
      url: unclear,
    }
    return [
      { id: idOf(unclear), members: [member], status: 'left', held: member.held, wantedBy: null, actionable: true },
    ]
  })
}
