import { LoopError } from '../../errors.ts'
import { resolveCommit } from '../../io/git/base.ts'
import { readReviewState, writeReviewState } from '../../io/review-state.ts'
import { cacheDirOption, stateKeyOption } from './options.ts'
import type { Step } from './step.ts'

export const reviewStateRead: Step = {
  options: { 'cache-dir': cacheDirOption, key: stateKeyOption },
  description: ['Prints the entry {sha, completed_at, success, …}, or {} when there is none.'],
  examples: [['review-loop tool review-state-read --cache-dir DIR --key topic:main', 'what was last reviewed']],
  run: async (input) => readReviewState(input.requiredPath('cache-dir'), input.required('key')) ?? {},
}

export const reviewStateWrite: Step = {
  options: {
    'cache-dir': cacheDirOption,
    key: stateKeyOption,
    sha: { type: 'string', value: 'COMMIT', description: 'the commit that was reviewed' },
    ref: { type: 'string', value: 'REF', description: 'the same by name' },
  },
  description: [
    'Records that this commit was reviewed to the end and prints {key, sha, completed_at, success}. Call it only when every agent has spoken.',
  ],
  examples: [['review-loop tool review-state-write --cache-dir DIR --key topic:main --ref HEAD', 'after a review']],
  run: async (input, world) => {
    const folder = input.requiredPath('cache-dir')
    const key = input.required('key')
    const ref = input.text('sha') ?? input.text('ref')
    if (ref === undefined)
      throw new LoopError('usage', { problem: 'name the commit with --sha or --ref', command: input.step })
    const sha = await resolveCommit(await world.repository(), ref)
    if (sha === undefined) throw new LoopError('unknown_ref', { ref })
    const entry = { sha, completed_at: world.context.now().toISOString(), success: true }
    writeReviewState(folder, key, entry)
    return { key, ...entry }
  },
}
