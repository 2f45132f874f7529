import type { ReviewResult } from '../types.ts'

/** Lines of the new side around a finding, already redacted. `start` is the number of the first one. */
export interface CodeFrame {
  readonly start: number
  readonly lines: readonly string[]
}

export interface ReportContext {
  readonly version: string
  readonly color: boolean
  readonly width: number
  readonly verbose: boolean
  readonly quiet: boolean
  /** By the id of the finding. */
  readonly frames: ReadonlyMap<string, CodeFrame>
}

/** Returns the whole output with its final line break. */
export type Reporter = (result: ReviewResult, context: ReportContext) => string
