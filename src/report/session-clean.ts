import { counted } from './words.ts'

export interface CleanResult {
  /** Ids. */
  readonly removed: readonly string[]
  readonly kept: number
  readonly dryRun: boolean
}

export function cleanText({ removed, kept, dryRun }: CleanResult): string {
  if (!dryRun) return `${counted(removed.length, 'session')} removed, ${kept} kept.\n`
  return [...removed.map((id) => `[DRY-RUN] Would remove ${id}`), `${kept} would be kept.`].join('\n').concat('\n')
}
