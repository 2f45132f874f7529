import type { Comment } from './comment.ts'
import { scanComments } from './scan.ts'
import { syntaxOf } from './syntax.ts'

/** A comment of the page, in which nothing runs, or code in a tag. */
const parts = /<!--[\s\S]*?-->|<(script|style)\b((?:"[^"]*"|'[^']*'|[^'">])*)>([\s\S]*?)<\/\1/gi

/** The comments of the scripts and styles in a page. None of a language that is not known. */
export function findEmbedded(text: string): readonly Comment[] {
  return [...text.matchAll(parts)].flatMap(({ 1: tag, 2: attributes = '', 3: code = '', index }) => {
    const ending = tag === undefined ? undefined : endingFor(tag.toLowerCase(), attributes)
    const syntax = ending === undefined ? undefined : syntaxOf(`code.${ending}`)
    if (syntax === undefined) return []
    const from = index + `<${tag}${attributes}>`.length
    return scanComments(code, syntax).map((comment) => ({
      ...comment,
      start: comment.start + from,
      end: comment.end + from,
    }))
  })
}

/** By what the tag says of its language. */
function endingFor(tag: string, attributes: string): string | undefined {
  const named = [...attributes.matchAll(/(?<![\w-])(?:lang|type)\s*=\s*["']?([\w./+-]*)/gi)]
  const endings = named.map(([, name = '']) => endingsByName.get(name.toLowerCase()))
  const [first = tag === 'script' ? 'js' : 'css', ...others] = endings
  if (endings.includes(undefined)) return undefined
  return others.find((ending) => ending !== 'js') ?? first
}

const endingsByName = new Map(
  Object.entries({
    js: 'js jsx javascript module text/javascript application/javascript text/babel',
    ts: 'ts typescript text/typescript',
    tsx: 'tsx',
    css: 'css text/css postcss',
    scss: 'scss text/scss',
    less: 'less text/less',
  }).flatMap(([ending, names]) => names.split(' ').map((name) => [name, ending] as const)),
)
