/** The files of a repository, as far as they matter here. */
export interface FileSource {
  readonly has: (path: string) => boolean
  readonly read: (path: string) => Promise<string>
}

/**
 * The files of the repository that a command runs: those it names, as its interpreter finds them, and the code that these name in
 * turn. `named` are the paths that the command itself names.
 */
export async function findRunFiles(
  command: string,
  named: readonly string[],
  source: FileSource,
): Promise<readonly string[]> {
  if (command === '') return []
  const places = /\bcd\b/.test(command)
    ? named.flatMap((path) => [path, ...named.map((folder) => `${folder}/${path}`)])
    : named
  const meant = interpreter.test(command) ? places.flatMap(readings).filter(source.has) : []
  const found = new Set([...places, ...meant, ...manifestsFor(command)])
  // A set hands over what is added while it is gone through.
  for (const path of found) {
    if (found.size > mostFiles) break
    if (!isCode.test(path) || !source.has(path)) continue
    for (const other of codeNamedIn(path, await source.read(path), source)) found.add(other)
  }
  return [...found]
}

/** A program that loads more than this of the repository is the repository. */
const mostFiles = 300

const isCode = /\.(?:[cm]?[jt]sx?|py|sh|bash|rb|pl|php|lua)$/i

/** Takes names without their ending. */
const interpreter = /\b(?:node|bun|deno|tsx|ts-node|python[\d.]*|ruby|perl|php|lua)\b/

/** What starts scripts by a name reads them from here. */
const manifests: readonly (readonly [runner: RegExp, files: readonly string[]])[] = [
  [/\b(?:npm|pnpm|yarn|bun run)\b/, ['package.json']],
  [/\bg?make\b/, ['Makefile', 'makefile', 'GNUmakefile']],
  [/\bjust\b/, ['justfile', 'Justfile']],
]

export function manifestsFor(command: string): readonly string[] {
  return manifests.flatMap(([runner, files]) => (runner.test(command) ? files : []))
}

function codeNamedIn(path: string, text: string, source: FileSource): readonly string[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const words = new Set(text.slice(0, mostText).match(/[\w@./-]*\w/g) ?? [])
  return [...words]
    .flatMap((word) => [`${folder}${word}`, word])
    .map(withoutDots)
    .flatMap((place) => [place, ...readings(place)])
    .filter((place) => isCode.test(place) && source.has(place))
}

const mostText = 200_000

/** What node and python take for a name without its ending. */
function readings(path: string): readonly string[] {
  const module = path.replaceAll('.', '/')
  const endings = ['js', 'mjs', 'cjs', 'ts', 'py', 'sh', 'rb'].map((ending) => `${path}.${ending}`)
  const inside = ['index.js', 'index.mjs', 'index.cjs', 'index.ts', '__init__.py', '__main__.py']
  return [...endings, ...inside.map((name) => `${path}/${name}`), `${module}.py`, `${module}/__init__.py`]
}

/** `tools/./a`, `tools/../lib/a` → `tools/a`, `lib/a` */
function withoutDots(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}
