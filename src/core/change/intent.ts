import type { ChangedFile, Intent, IntentContext } from '../../types.ts'

/** What the change sets out to do, by the words of its title, first line and commits. Two classes, or none: mixed. */
export function classifyIntent(context: IntentContext, files: readonly Pick<ChangedFile, 'status'>[]): Intent {
  const words = wordsOf(context)
  const classes = new Set(
    intents.filter(([, stems]) => words.some((word) => startsWithAny(word, stems))).map(([name]) => name),
  )
  if (isMostlyNew(files)) classes.add('feature')
  const [only, ...others] = classes
  return only !== undefined && others.length === 0 ? only : 'mixed'
}

const list = (words: string): readonly string[] => words.split(' ')

const intents: readonly (readonly [Exclude<Intent, 'mixed'>, readonly string[]])[] = [
  ['feature', list('feat add implement new introduc creat')],
  ['fix', list('fix bug patch hotfix repair correct revert')],
  ['refactor', list('refactor cleanup clean reorganiz reorganis renam move moving restructur')],
]

/** Words that begin like one of ours and mean something else. */
const falseFriends = list(
  'address addition addon addict fixture newline news newton creature creative creator correctness movie movement patchwork featured',
)

const mostlyNew = 0.7

function wordsOf({ title, body, commits }: IntentContext): readonly string[] {
  const firstLine = body.trimStart().split('\n', 1)[0] ?? ''
  return [title, firstLine, ...commits]
    .join('\n')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '')
}

function startsWithAny(word: string, stems: readonly string[]): boolean {
  const begins = (stem: string): boolean => word.startsWith(stem)
  return stems.some(begins) && !falseFriends.some(begins)
}

function isMostlyNew(files: readonly Pick<ChangedFile, 'status'>[]): boolean {
  return files.length > 0 && files.filter(({ status }) => status === 'added').length >= mostlyNew * files.length
}
