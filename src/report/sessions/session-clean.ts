import { counted } from '../words.ts'
import { shortId } from './session-words.ts'

export interface CleanResult {
  /** Ids. */
  readonly removed: readonly string[]
  readonly kept: number
  /** Ids of session files that another tool wrote, from the beginning or after us. They are removed by name only. */
  readonly otherTools: readonly string[]
  readonly dryRun: boolean
}

export function cleanText({ removed, kept, otherTools, dryRun }: CleanResult): string {
  const done = dryRun
    ? [...removed.map((id) => `[DRY-RUN] Would remove ${id}`), `${kept} would be kept.`]
    : [`${counted(removed.length, 'session')} removed, ${kept} kept.`]
  return `${[...done, ...otherTools.map(otherText)].join('\n')}\n`
}

function otherText(id: string): string {
  return `${id}.md was written by another tool and is left alone; to remove it: review-loop sessions clean ${shortId(id)}`
}
