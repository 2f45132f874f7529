import { readBlobSizes } from '../../io/git/blobs.ts'
import { readContents } from '../../io/git/contents.ts'
import { readCommitSubjects } from '../../io/git/log.ts'
import { readChange, readPatch } from '../../io/git/read-change.ts'
import { readPatches } from '../../io/git/read-patches.ts'
import { readUnchanged } from '../../io/git/read-unchanged.ts'
import type { Repository } from '../../io/git/repository.ts'
import { openMaskedFile } from '../../io/masked-file.ts'
import { hideValues, mask } from '../../io/masking.ts'
import type { ReviewFolder } from '../../io/review-store.ts'
import type { ReviewPorts, TreePair } from '../../run/ports.ts'
import type { ChangedFile, IntentContext, ResolvedScope } from '../../types.ts'

type Given = Pick<ReviewPorts, 'reviewers' | 'emit' | 'signal'>

/** What someone says the change is for: whoever asked for the review, or the pull request. */
export type StatedIntent = Omit<IntentContext, 'commits'>

/** The world as a review round sees it: this repository, this folder for working files. */
export function reviewPorts(
  repository: Repository,
  scope: ResolvedScope,
  folder: ReviewFolder,
  given: Given,
  intent: StatedIntent | undefined,
  ownCommits?: ReadonlySet<string>,
): ReviewPorts {
  return {
    ...given,
    readChange: (trees, onAdded) => readChange(repository, trees, onAdded ? { onAdded } : {}),
    readContents: (files, limitBytes) => readContents(repository, files, limitBytes),
    readUnchanged: (spellings) => readUnchanged(repository, scope.headTree, spellings),
    readSizes: (files) => readSizes(repository, files),
    readPatches: (trees, files, limitBytes) => readPatches(repository, trees, files, limitBytes),
    readIntent: async () => {
      if (intent?.source === 'given') return { ...intent, commits: [] }
      const { baseCommit, headCommit } = scope
      const commits =
        baseCommit === null || headCommit === null
          ? []
          : await readCommitSubjects(repository, baseCommit, headCommit, ownCommits)
      return { source: commits.length > 0 ? 'commits' : 'empty', title: '', body: '', ...intent, commits }
    },
    reviewDir: folder.path,
    hideValues,
    mask,
    record: folder.record,
    recordPatches: async (trees, partitions) => {
      await writePatch(repository, trees, folder.file('patches_all.txt'))
      for (const { id, files } of partitions) {
        await writePatch(
          repository,
          { ...trees, paths: files.map(({ file }) => file) },
          folder.file(`patches_p${id}.txt`),
        )
      }
    },
    clock: () => performance.now(),
  }
}

/** Only of what could be large without being long: added and binary files. */
async function readSizes(repository: Repository, files: readonly ChangedFile[]): Promise<ReadonlyMap<string, number>> {
  const wanted = files.filter(({ status, binary, newBlob }) => newBlob !== null && (binary || status === 'added'))
  const sizes = await readBlobSizes(
    repository,
    wanted.map(({ newBlob }) => newBlob ?? ''),
  )
  return new Map(
    wanted.flatMap(({ path, newBlob }) => {
      const size = sizes.get(newBlob ?? '')
      return size === undefined ? [] : [[path, size] as const]
    }),
  )
}

async function writePatch(repository: Repository, trees: TreePair, file: string): Promise<void> {
  const output = openMaskedFile(file)
  try {
    await readPatch(repository, trees, output.add)
  } finally {
    output.close()
  }
}
