import type { Comment } from './comment.ts'
import { findEmbedded } from './embedded.ts'
import { scanComments } from './scan.ts'
import { type LineSyntax, scanLines } from './scan-lines.ts'
import { endingOf, isPageOfTags, syntaxOf } from './syntax.ts'

const hashes: LineSyntax = {
  quotes: true,
  heredocs: true,
  blocks: false,
  end: /^(?:__END__|__DATA__|=\w)|"""|'''|%[qQwWiIrsx]?[({[<|!/]/,
}
const ruby: LineSyntax = { ...hashes, block: [/^=begin(?:\s|$)/, /^=end(?:\s|$)/] }
const perl: LineSyntax = { ...hashes, block: [/^=[a-z]\w*/, /^=cut(?:\s|$)/] }
const elixir: LineSyntax = { ...hashes, block: [/^\s*@(?:module|type)?doc\s+(?:~[sS])?"""\s*$/, /^\s*"""\s*$/] }
const settings: LineSyntax = { quotes: false, heredocs: true, blocks: false, end: /"""|'''|\/\*/ }
const yaml: LineSyntax = {
  quotes: false,
  heredocs: false,
  blocks: true,
  end: /(?:^|[\s:[{,-])(?:"[^"]*|'[^']*)$|\{\{|\{%/,
}

const byEnding: Readonly<Record<string, LineSyntax>> = {
  'rb rake': ruby,
  'pl pm': perl,
  'ex exs': elixir,
  'r jl': hashes,
  'tf hcl toml ini cfg conf mk cmake graphql gql env dockerfile makefile gemfile rakefile': settings,
  'yml yaml': yaml,
}

const lineSyntaxes = new Map(
  Object.entries(byEnding).flatMap(([endings, syntax]) =>
    endings.split(' ').map((ending) => [ending, syntax] as const),
  ),
)

/** The comments of a file, in order. None where its language is not known, or where nothing in it is sure. */
export function findComments(path: string, text: string): readonly Comment[] {
  const syntax = syntaxOf(path)
  if (syntax !== undefined) {
    const found = scanComments(text, syntax)
    return isPageOfTags(path) ? [...found, ...findEmbedded(text)].sort((one, other) => one.start - other.start) : found
  }
  const lines = lineSyntaxes.get(endingOf(path))
  return lines === undefined ? [] : scanLines(text, lines)
}
