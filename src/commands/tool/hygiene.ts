import type { PatchLines } from '../../core/change/diff-data.ts'
import { createHygiene } from '../../core/hygiene/index.ts'
import { LoopError } from '../../errors.ts'
import { readBlobSizes } from '../../io/git/blobs.ts'
import { readChange } from '../../io/git/read-change.ts'
import { hideValues } from '../../io/masking.ts'
import { printFinding } from './finding-json.ts'
import { type GivenChange, readGivenChange } from './given-change.ts'
import { loadHouse } from './house.ts'
import { diffDataOption, workdirOption } from './options.ts'
import { diffDataSchema } from './schemas.ts'
import type { Step } from './step.ts'

type AddLine = (path: string, line: number, text: string) => void

export const hygiene: Step = {
  options: { 'diff-data': diffDataOption, workdir: workdirOption },
  main: 'diff-data',
  description: [
    'Prints {findings}: secrets, machine paths, leftovers, files that do not belong. No secret is printed whole.',
    'Sizes of files are known only inside the repository that the diff data come from.',
  ],
  examples: [['review-loop tool hygiene --diff-data diff_data.json > hygiene.json', 'sweep a change']],
  run: async (input, world) => {
    const data = input.requiredJson('diff-data', diffDataSchema)
    const change = await readGivenChange(data, input, world)
    const { config } = await loadHouse(change.repository, world, change.baseCommit)
    const sweep = createHygiene({ largeFileKb: config.limits.largeFileKb })
    if (data.patch_lines !== undefined) handLines(data.files_to_review, data.patch_lines, sweep.addLine)
    else await readLines(change, sweep.addLine, input.step)
    const { findings, secrets } = sweep.finish(change.files, await readSizes(change))
    hideValues(secrets)
    return { findings: findings.map((finding) => printFinding(finding, '002')) }
  },
}

function handLines(files: readonly string[], patchLines: PatchLines, addLine: AddLine): void {
  for (const file of files) {
    const added = Object.entries(Object.hasOwn(patchLines, file) ? patchLines[file]!.added_lines : {})
    const inOrder = added.map(([line, text]) => [Number(line), text] as const).sort((a, b) => a[0] - b[0])
    for (const [line, text] of inOrder) addLine(file, line, text)
  }
}

async function readLines({ trees, files }: GivenChange, addLine: AddLine, step: string): Promise<void> {
  if (trees === null) {
    throw new LoopError('bad_input', {
      file: 'The diff data',
      problem: 'without patch_lines, and outside of the repository they come from, no line can be looked at',
      step,
    })
  }
  const wanted = new Set(files.map(({ path }) => path))
  await readChange(
    trees.repository,
    { ...trees, paths: [] },
    {
      onAdded: (path, line, text) => {
        if (wanted.has(path)) addLine(path, line, text)
      },
    },
  )
}

async function readSizes({ trees, files }: GivenChange): Promise<ReadonlyMap<string, number>> {
  if (trees === null) return new Map()
  const blobs = new Map(files.flatMap(({ path, newBlob }) => (newBlob === null ? [] : [[path, newBlob]])))
  const sizes = await readBlobSizes(trees.repository, [...blobs.values()])
  return new Map([...blobs].flatMap(([path, blob]) => (sizes.has(blob) ? [[path, sizes.get(blob)!]] : [])))
}
