import { fromDiffData } from '../../core/change/diff-data.ts'
import { partitionChange } from '../../core/change/partition.ts'
import { diffDataOption } from './options.ts'
import { diffDataSchema } from './schemas.ts'
import type { Step } from './step.ts'

export const partition: Step = {
  options: {
    'diff-data': diffDataOption,
    'loc-budget': { type: 'string', value: 'LINES', description: 'changed lines for one reviewer; 400' },
    'max-files': { type: 'string', value: 'N', description: 'files for one reviewer; 20' },
    'max-bha-agents': { type: 'string', value: 'N', description: 'how many reviewers there may be; 5' },
  },
  main: 'diff-data',
  description: [
    'Prints {partitions: [{id, files: [{file, loc, is_test, line_range?}], total_loc, is_test_only}], test_file_paths, force_merged_count}.',
  ],
  examples: [['review-loop tool partition --diff-data diff_data.json --loc-budget 500 --max-files 25', '']],
  run: async (input) => {
    const files = fromDiffData(input.requiredJson('diff-data', diffDataSchema))
    return partitionChange(files, {
      locBudget: input.integer('loc-budget') ?? 400,
      maxFiles: input.integer('max-files') ?? 20,
      maxPartitions: input.integer('max-bha-agents') ?? 5,
    })
  },
}
