import { LoopError } from '../../errors.ts'
import type { Step } from './step.ts'

const elsewhere = 'is part of review-loop post, which reads all the files of a review'

/** The flags are those that scripts pass already; the answer is the same for all of them. */
export const postComments: Step = {
  options: {
    findings: { type: 'string', value: 'FILE', description: 'code-review-findings.json' },
    repo: { type: 'string', value: 'OWNER/NAME', description: 'the repository on GitHub' },
    'dry-run': { type: 'boolean', description: 'only say what would be done' },
  },
  description: [`This step ${elsewhere}.`],
  examples: [],
  run: async () => {
    throw new LoopError('usage', { problem: `tool post-comments ${elsewhere}`, command: 'tool' })
  },
}

export const resolveThreads: Step = {
  options: {
    threads: { type: 'string', value: 'FILE', description: 'code-review-threads.json' },
    'dry-run': { type: 'boolean', description: 'only say what would be done' },
  },
  description: [`This step ${elsewhere}.`],
  examples: [],
  run: async () => {
    throw new LoopError('usage', { problem: `tool resolve-threads ${elsewhere}`, command: 'tool' })
  },
}
