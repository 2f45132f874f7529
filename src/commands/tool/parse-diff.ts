import { type PatchLines, toDiffData } from '../../core/change/diff-data.ts'
import { readChange } from '../../io/git/read-change.ts'
import { resolveDiffScope } from './diff-scope.ts'
import { workdirOption } from './options.ts'
import { treesOf } from './resolve-scope.ts'
import type { Step } from './step.ts'

export const parseDiff: Step = {
  isSource: true,
  options: {
    scope: {
      type: 'string',
      value: 'SCOPE',
      dashes: true,
      description: 'as git diff takes it: main...HEAD, A..B -- path, --cached, or one commit against the working tree',
    },
    workdir: workdirOption,
    'no-patch-lines': { type: 'boolean', description: 'leave the changed lines themselves out' },
  },
  description: [
    'Prints {files_to_review, file_statuses, file_loc, total_loc, changed_ranges, hunks, renamed_from, binary_files, patch_lines, base_commit, head_commit, base_tree, head_tree}: the diff_data.json of the other steps. Changed lines are printed as they are, secrets included.',
  ],
  examples: [
    ['review-loop tool parse-diff --scope main...HEAD > diff_data.json', 'what this branch commits'],
    ['review-loop tool parse-diff --scope --cached', 'what is staged'],
  ],
  run: async (input, world) => {
    const text = input.required('scope')
    const repository = await world.repository()
    const scope = await resolveDiffScope(repository, text, input.step)
    const { lines, onAdded, onRemoved } = collectLines()
    const handlers = input.flag('no-patch-lines') ? {} : { onAdded, onRemoved }
    const files = await readChange(repository, scope, handlers)
    return { ...toDiffData(files, input.flag('no-patch-lines') ? undefined : lines), ...treesOf(scope) }
  },
}

type Side = 'added_lines' | 'removed_lines'

function collectLines() {
  // Without a prototype: a file may be called `constructor`.
  const lines: Record<string, Record<Side, Record<string, string>>> = Object.create(null)
  const add = (side: Side) => (path: string, line: number, text: string) => {
    lines[path] ??= { added_lines: {}, removed_lines: {} }
    lines[path][side][line] = text
  }
  return { lines: lines satisfies PatchLines, onAdded: add('added_lines'), onRemoved: add('removed_lines') }
}
