import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from './repository.ts'

// Hand-off files as `review --github` leaves them, and as somebody could forge them.

type Fields = Readonly<Record<string, unknown>>

export interface HandoffGiven {
  readonly head: string
  readonly pullRequest?: number | null
  /** Null: there is none, as in files of other programs. */
  readonly verdict?: string | null
  readonly findings?: readonly Fields[]
  readonly outdated?: readonly string[]
  readonly summary?: string
  readonly more?: Fields
}

/** The folder with the three files. */
export function handoffFolderWith(given: HandoffGiven): string {
  const { head, pullRequest = 7, verdict = 'needs_attention', findings = [], outdated = [] } = given
  const summary = given.summary ?? `## Code review\n\n${findings.length} findings at \`${head.slice(0, 10)}\`.\n`
  const folder = temporaryFolder()
  const top = { schema_version: 1, pr_number: pullRequest }
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const all = verdict === null ? findings : findings.map(handoffFinding)
  const content = { ...top, head_sha: head, ...(verdict !== null && { verdict }), findings: all, ...given.more }
  write('code-review-findings.json', JSON.stringify(content))
  write('code-review-threads.json', JSON.stringify({ ...top, outdated_thread_ids: outdated }))
  write('code-review-summary.md', summary)
  return folder
}

/** A blocking one on line 2 of src/a.ts unless said. */
export function handoffFinding(changes: Fields = {}): Fields {
  const line = 'line' in changes ? changes.line : 2
  const { priority = 1 } = changes
  return {
    id: 'F-00000001',
    fingerprint: 'abc:1',
    file: 'src/a.ts',
    line,
    end_line: line,
    inline: true,
    severity: 'HIGH',
    priority,
    blocking: true,
    category: 'correctness',
    issue: `[P${priority}] It is wrong`,
    explanation: 'It does not do what it says.',
    recommendation: 'Do it.',
    code_snippet: 'two',
    suggestion: null,
    confidence: 0.9,
    reviewers: ['claude'],
    ...changes,
  }
}
