// The library. What is exported here is public and documented in docs/library.md.
export { review } from './commands/perform-review.ts'
export type { ReviewOptions, ReviewOutput } from './commands/review-options.ts'
export { createDiffParser, parseDiff } from './core/diff/index.ts'
export { exitCodeFor } from './core/gate.ts'
export { type ErrorCode, type ExitCode, exitCodes, LoopError } from './errors.ts'
export { type CodeFrame, type Format, type ReportContext, type Reporter, reporters } from './report/index.ts'
export type * from './types.ts'
