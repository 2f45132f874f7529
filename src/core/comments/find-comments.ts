import type { Comment } from './comment.ts'
import { scanComments } from './scan.ts'
import { type LineSyntax, scanLines } from './scan-lines.ts'
import { endingOf, syntaxOf } from './syntax.ts'

const ruby: LineSyntax = {
  quotes: true,
  heredocs: true,
  blocks: false,
  end: /^(?:__END__|__DATA__|=\w)|"""|'''|%[qQwWiIrsx]?[({[<|!/]/,
}
const settings: LineSyntax = { quotes: false, heredocs: true, blocks: false, end: /"""|'''|\/\*/ }
const yaml: LineSyntax = {
  quotes: false,
  heredocs: false,
  blocks: true,
  end: /(?:^|[\s:[{,-])(?:"[^"]*|'[^']*)$|\{\{|\{%/,
}

const byEnding: Readonly<Record<string, LineSyntax>> = {
  'rb rake pl pm r jl ex exs': ruby,
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
  if (syntax !== undefined) return scanComments(text, syntax)
  const lines = lineSyntaxes.get(endingOf(path))
  return lines === undefined ? [] : scanLines(text, lines)
}
