import { join } from 'node:path'
import { LoopError } from '../../errors.ts'
import { readPatch } from '../../io/git/read-change.ts'
import { openMaskedFile } from '../../io/masked-file.ts'
import { readGivenChange, type Trees } from './given-change.ts'
import { crDirOption, workdirOption } from './options.ts'
import { type DiffDataFile, diffDataSchema, partitionsSchema } from './schemas.ts'
import type { Step } from './step.ts'

export const extractPatches: Step = {
  options: {
    'diff-data': { type: 'string', value: 'FILE', description: 'what parse-diff printed' },
    'diff-scope': {
      type: 'string',
      value: 'SCOPE',
      dashes: true,
      description: 'what was compared, where the diff data do not say it (see parse-diff)',
    },
    'partitions-file': { type: 'string', value: 'FILE', description: 'what partition printed' },
    'cr-dir': crDirOption,
    workdir: workdirOption,
    'batch-size': { type: 'string', value: 'N', description: 'files in one call of git; 50' },
  },
  description: [
    'Writes patches_all.txt and, with partitions, patches_p<id>.txt for each into the folder, with secrets masked; prints {partition_patches, full_patch}.',
  ],
  examples: [['review-loop tool extract-patches --diff-data diff_data.json --diff-scope main...HEAD --cr-dir DIR', '']],
  run: async (input, world) => {
    const data = input.requiredJson('diff-data', diffDataSchema)
    const folder = input.requiredPath('cr-dir')
    const partitions = input.json('partitions-file', partitionsSchema)?.partitions ?? []
    const { trees } = await readGivenChange(data, input, world, 'diff-scope')
    if (trees === null)
      throw new LoopError('usage', { problem: 'name what was compared with --diff-scope', command: input.step })
    const size = Math.max(1, input.integer('batch-size') ?? 50)
    for (const { id, files } of partitions) {
      await writePatch(
        join(folder, `patches_p${id}.txt`),
        trees,
        withOldPaths(
          files.map(({ file }) => file),
          data,
        ),
        size,
      )
    }
    await writePatch(join(folder, 'patches_all.txt'), trees, withOldPaths(data.files_to_review, data), size)
    return { partition_patches: partitions.map(({ id }) => `patches_p${id}.txt`), full_patch: 'patches_all.txt' }
  },
}

/** A path and where it came from stay together: apart, a rename is a new file. */
function withOldPaths(files: readonly string[], { renamed_from = {} }: DiffDataFile): readonly (readonly string[])[] {
  return [...new Set(files)].map((file) => (Object.hasOwn(renamed_from, file) ? [file, renamed_from[file]!] : [file]))
}

async function writePatch(
  path: string,
  { repository, ...trees }: Trees,
  files: readonly (readonly string[])[],
  batchSize: number,
): Promise<void> {
  const output = openMaskedFile(path)
  try {
    for (let at = 0; at < files.length; at += batchSize) {
      const paths = files.slice(at, at + batchSize).flat()
      await readPatch(repository, { ...trees, paths }, output.add)
    }
  } finally {
    output.close()
  }
}
