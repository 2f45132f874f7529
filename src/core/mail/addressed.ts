import type { Bodies } from './bodies.ts'
import { pathInside } from './field-types.ts'

export interface Addressing {
  /** What was to be mended; `file` is null for the change as a whole. */
  readonly findings: readonly { readonly id: string; readonly file: string | null }[]
  /** What differs from what was reviewed, as git says. */
  readonly touched: readonly string[]
  /** Ids that somebody says are mended; null: nobody says so, and the files decide. */
  readonly claimed: readonly string[] | null
}

type Addressed = Pick<Bodies['review_addressed'], 'touched_files' | 'addressed_finding_ids'>

/** What a `review_addressed` names. Where it is too much for one message the rest is left out: git has it all. */
export function addressedFields({ findings, touched, claimed }: Addressing): Addressed {
  const ids = findings.filter(({ id, file }) => claimed?.includes(id) ?? (file !== null && touched.includes(file)))
  return {
    touched_files: fitting([...new Set(touched.flatMap((path) => pathInside(path) ?? []))], 5000),
    addressed_finding_ids: fitting([...new Set(ids.map(({ id }) => id))], 3000),
  }
}

/** As many as have so many characters together, with what stands around each in a message. */
function fitting(items: readonly string[], most: number): readonly string[] {
  let length = 0
  return items.filter((item) => {
    length += item.length + 8
    return length <= most
  })
}

/** What was done about findings, and the commits that did it. */
export function changesText(
  claims: readonly { readonly id: string; readonly how: string }[],
  subjects: readonly string[],
): string {
  const lines = [...claims.map(({ id, how }) => `- ${id}: ${how}`), ...subjects.map((subject) => `- ${subject}`)]
  return lines.length === 0 ? 'See the commits.' : lines.join('\n')
}

/** Characters of a summary: what stands around its lines in a message has to fit, too. */
export const longestSummary = 5000
