import { parseFilePatch } from '../../panel/patch.ts'
import type { RoundChange } from './execution-claims.ts'

/**
 * Whether nothing but documents and comments differ. In doubt it is not so: then everything is looked at again, which costs time and
 * no more. `patch` is that of all changes, as git prints it.
 */
export function isProseOnly(changes: readonly RoundChange[], patch: string): boolean {
  const sections = patch.split(/^(?=diff --git )/m)
  return changes.every((change) => {
    if (isDocument(change.path)) return true
    const section = sections.find((text) => text.includes(`\n+++ b/${change.path}\n`))
    return change.kind === 'modified' && section !== undefined && isCommentOnly(change.path, section)
  })
}

/** Texts that people read. What a program or a test reads is none, whatever its name ends with. */
function isDocument(path: string): boolean {
  const folders = path.split('/').slice(0, -1)
  const name = path.split('/').at(-1) ?? ''
  return (
    !folders.some((folder) => readByPrograms.test(folder)) &&
    (/\.(?:md|markdown|rst|adoc)$/i.test(name) ||
      /^(?:README|CHANGELOG|LICENSE|NOTICE|AUTHORS|CONTRIBUTING)$/.test(name))
  )
}

const readByPrograms = /^(?:\.?tests?|__\w+__|specs?|fixtures?|snapshots?|goldens?|prompts?|templates?|skills?)$/i

function isCommentOnly(path: string, section: string): boolean {
  const style = styles.find(({ files }) => files.test(path))
  const { header, hunks } = parseFilePatch(section)
  // A mode, a rename or bytes are no comment.
  if (style === undefined || hunks.length === 0 || /^(?:old mode|rename|similarity|Binary)/m.test(header)) return false
  return hunks.every(({ lines }) => isCommented(lines, '-', style) && isCommented(lines, '+', style))
}

interface CommentStyle {
  readonly files: RegExp
  readonly line: RegExp
  readonly hasBlocks: boolean
}

const styles: readonly CommentStyle[] = [
  { files: /\.(?:[cm]?[jt]sx?|java|kt|go|rs|c|h|cc|cpp|hpp|cs|swift|scala|dart)$/, line: /^\/\//, hasBlocks: true },
  { files: /\.(?:py|rb|sh|bash|zsh|pl|r|ex|exs|toml|ya?ml)$/, line: /^#(?!!)/, hasBlocks: false },
]

/** One side of a hunk: every line of it that was changed is blank or a comment that no tool obeys. */
function isCommented(lines: readonly string[], sign: '+' | '-', { line, hasBlocks }: CommentStyle): boolean {
  let inBlock = false
  for (const row of lines.filter((one) => one.startsWith(sign) || one.startsWith(' '))) {
    const text = row.slice(1).trim()
    const begins: boolean = hasBlocks && !inBlock && text.startsWith('/*')
    const isComment = text === '' || begins || inBlock || line.test(text)
    const ends = text.indexOf('*/')
    // Code may stand behind the end of a block.
    const isWhole = !(begins || inBlock) || ends < 0 || ends === text.length - 2
    if (row.startsWith(sign) && (!isComment || !isWhole || directive.test(text))) return false
    inBlock = (begins || inBlock) && ends < 0
  }
  return true
}

const directive =
  /@ts-|eslint|biome|oxlint|prettier|stylelint|tslint|noqa|nosec|pylint|mypy|type:|pragma|rubocop|shellcheck|istanbul|c8 |v8 |coverage|webpack|@vite|@jsx|@__|#__|\/\/go:|\+build|nolint|-\*-|coding[:=]|codecov|@license|@preserve|sourceMappingURL|<reference|region/i
