// The library. What is exported here is public and documented in docs/library.md.
export { type ReviewOptions, type ReviewOutput, review } from './commands/perform-review.ts'
