import fc from 'fast-check'
import type { FileContents } from '../../src/core/evidence/anchor-index.ts'
import type { ChangedFile } from '../../src/types.ts'
import { changeOf } from '../support/change.ts'

// A small change in memory: a few files with lines that stay, come and go.

type Mark = ' ' | '+' | '-'

export interface MarkedLine {
  readonly mark: Mark
  readonly text: string
}

export interface FileChange {
  readonly file: ChangedFile
  readonly contents: FileContents
  readonly lines: readonly MarkedLine[]
}

/** They stand in several files, or several times in one. */
const common = ['}', 'i++', 'return total', 'if (isReady) {', 'const total = count(items)', '']

const marked = fc.record({
  mark: fc.constantFrom<Mark>(' ', ' ', ' ', ' ', ' ', '+', '-'),
  text: fc.option(fc.constantFrom(...common), { freq: 3, nil: null }),
})

const fileLines = fc.record({
  status: fc.constantFrom('modified', 'modified', 'modified', 'added', 'deleted', 'renamed'),
  lines: fc.array(marked, { minLength: 2, maxLength: 12 }),
  /** Where a line comes in any case. */
  added: fc.nat(12),
})

const paths = ['src/login.ts', 'src/shop/cart.ts', 'lib/cart.ts', 'docs/notes.md', 'main.py']

export const anyChange: fc.Arbitrary<readonly FileChange[]> = fc
  .array(fileLines, { minLength: 2, maxLength: 4 })
  .map((files) => readable(files.map((file, index) => fileChange(paths[index]!, index, file))))

type Drawn = typeof fileLines extends fc.Arbitrary<infer T> ? T : never

function fileChange(path: string, nth: number, { status, lines: drawn, added }: Drawn): FileChange {
  const whole: Mark | undefined = status === 'added' ? '+' : status === 'deleted' ? '-' : undefined
  const lines = drawn.map(({ mark, text }, index) => ({
    mark: whole ?? (index === added % drawn.length ? '+' : mark),
    text: text ?? `const f${nth}n${index} = load('f${nth}', ${index})`,
  }))
  const side = (other: Mark) => lines.flatMap(({ mark, text }) => (mark === other ? [] : [`${text}\n`])).join('')
  const contents = { new: whole === '-' ? null : side('-'), old: whole === '+' ? null : side('+') }
  const file = changeOf(path, contents.old, contents.new)
  const isRenamed = status === 'renamed'
  return {
    file: { ...file, ...(isRenamed ? { status, oldPath: `old/${path}` } : {}), newBlob: `${nth}`.repeat(40) },
    contents,
    lines,
  }
}

/** A counterexample shows the change as a patch. */
function readable(change: readonly FileChange[]): readonly FileChange[] {
  const shown = ({ file, lines }: FileChange) =>
    [`${file.path} (${file.status})`, ...lines.map(({ mark, text }) => `${mark}${text}`)].join('\n')
  return Object.assign(change, { [fc.toStringMethod]: () => `\n${change.map(shown).join('\n')}\n` })
}

/** A file that the change leaves alone. */
export const unchangedFile = { path: 'src/util.ts', text: 'export const untouched = compute(1)\n' }

/** How often the quote stands in the change and beside it, on either side. */
export function occurrencesOf(change: readonly FileChange[], quote: string): number {
  const texts = [unchangedFile.text, ...change.flatMap(({ lines }) => lines.map(({ text }) => text).join('\n'))]
  return texts.reduce((sum, text) => sum + text.split(quote).length - 1, 0)
}
