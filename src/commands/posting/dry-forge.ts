import type { Forge } from '../../forge/forge.ts'
import { shownBlock } from '../../report/post/post-outcome.ts'

/** Reads as the forge does, and shows what would be written instead of writing it. */
export function dryForge(forge: Forge, show: (text: string) => void): Forge {
  const pretend = (title: string, text: string) => {
    show(shownBlock(title, text))
    return Promise.resolve({ value: { id: '', url: 'not written' } })
  }
  return {
    ...forge,
    review: async (_, { textFor, remarks }) => {
      for (const { path, line, endLine, body } of remarks) pretend(`On ${path}:${line}-${endLine}`, body)
      pretend('Above them', textFor(remarks).body)
      return { value: { refused: [] } }
    },
    editRemark: (_, body) => pretend('In place of an earlier comment', body),
    comment: (_, { body }) => pretend('Below the pull request', body),
    editComment: (_, body) => pretend('In place of the summary', body),
    reply: (_, { body }) => pretend('In a thread', body),
    report: async ({ passed, title, notes }) => {
      const said = `${title}: ${passed ? 'success' : 'failure'}, with ${notes.length} annotations`
      return { value: { ...(await pretend('As a check', said)).value, showsNotes: true } }
    },
    resolve: (thread) => pretend('Resolved', thread),
    uploadAnalysis: async (_, { sarif }) => {
      pretend('To code scanning', `${sarif.length} characters of SARIF`)
      return { value: { isRead: false } }
    },
  }
}
