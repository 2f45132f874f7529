import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const source = join(dirname(fileURLToPath(import.meta.url)), '..', 'src')

// Zone → what it may import besides itself. A zone is a folder of src/ or a single file in it.
const zones: Record<string, { zones: string[]; packages: string[]; node: boolean }> = {
  'types.ts': { zones: [], packages: [], node: false },
  'errors.ts': { zones: ['types.ts'], packages: [], node: false },
  // Names of agents, and how each is loaded when it is used.
  'registry.ts': { zones: ['types.ts', 'agents'], packages: [], node: false },
  core: {
    zones: ['types.ts', 'errors.ts', 'registry.ts'],
    packages: ['valibot', 'ignore', 'yaml', 'markdown-it', 'htmlparser2'],
    node: false,
  },
  config: { zones: ['types.ts', 'errors.ts', 'registry.ts', 'core'], packages: ['*'], node: true },
  run: { zones: ['types.ts', 'errors.ts', 'core'], packages: [], node: false },
  io: { zones: ['types.ts', 'errors.ts', 'core'], packages: ['*'], node: true },
  agents: { zones: ['types.ts', 'errors.ts', 'registry.ts', 'core', 'io'], packages: ['*'], node: true },
  forge: { zones: ['types.ts', 'errors.ts', 'core', 'io'], packages: ['*'], node: true },
  report: { zones: ['types.ts', 'errors.ts', 'core'], packages: ['picocolors'], node: false },
  commands: { zones: ['*'], packages: ['*'], node: true },
  'index.ts': { zones: ['*'], packages: [], node: true },
  'cli.ts': { zones: ['commands', 'errors.ts', 'report'], packages: [], node: true },
}

// Words that may appear only in the named places (a file or a folder of src/).
const onlyIn: [name: string, pattern: RegExp, places: string[]][] = [
  ['process.exit', /\bprocess\.exit(Code)?\b/, ['cli.ts']],
  ['process.env', /\bprocess\.env\b/, ['config/environment.ts', 'io/exec.ts', 'cli.ts']],
  ['console', /\bconsole\.\w+\(/, ['cli.ts', 'report']],
  [
    'a clock, randomness or the process in a pure zone',
    /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bprocess\.|\bfetch\(|\bperformance\./,
    ['commands', 'io', 'agents', 'forge', 'config', 'cli.ts', 'index.ts'],
  ],
]

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))

const zoneOf = (path: string): string => path.split('/')[0] ?? path

it('keeps every source file in a known zone', () => {
  expect(files.filter((path) => !(zoneOf(path) in zones))).toEqual([])
})

it('lets a zone import only what the table allows', () => {
  expect(files.flatMap(forbiddenImports)).toEqual([])
})

for (const [name, pattern, places] of onlyIn) {
  it(`finds ${name} only in ${places.join(', ')}`, () => {
    const offenders = files
      .filter((path) => !isData(path) && !places.some((place) => path === place || path.startsWith(`${place}/`)))
      .filter((path) => pattern.test(withoutComments(readFileSync(join(source, path), 'utf8'))))
    expect(offenders).toEqual([])
  })
}

// Tables whose entries are loaded when they are used: an entry may know the names in its table.
const tables = ['registry.ts', 'commands/index.ts']

// Cycles that are still to be broken: whoever breaks the last of a folder takes it away.
const cyclic = [
  // An open question names answers of the machine's state, whose facts name open questions.
  'core/staged/machine/',
  'core/staged/replies/',
  // Parts of a session file and who reads them; its metadata and their values.
  'core/staged/session-file/',
]

it('has no cycle of imports, those of types included', () => {
  const isKnown = (path: string) => cyclic.some((place) => path.startsWith(place))
  expect(importCycles().filter((cycle) => !cycle.every(isKnown))).toEqual([])
})

it('keeps source files at 250 lines or fewer', () => {
  const long = files.filter(
    (path) => !isData(path) && readFileSync(join(source, path), 'utf8').split('\n').length > 251,
  )
  expect(long).toEqual([])
})

/** Tables of rules and the vocabulary, of errors too, are data: their length is their content. */
function isData(path: string): boolean {
  return path === 'types.ts' || path === 'errors.ts' || /(^|\/)(rules|data)\//.test(path)
}

function forbiddenImports(path: string): string[] {
  const zone = zoneOf(path)
  const allowed = zones[zone]
  if (allowed === undefined) return []
  return importsOf(path)
    .filter((specifier) => !isAllowed(specifier))
    .map((specifier) => `${path} → ${specifier}`)

  function isAllowed(specifier: string): boolean {
    if (specifier.startsWith('node:')) return allowed!.node
    if (!specifier.startsWith('.')) return allowed!.packages.some((name) => name === '*' || name === specifier)
    const target = zoneOf(targetOf(path, specifier))
    return target === zone || allowed!.zones.some((name) => name === '*' || name === target)
  }
}

/** The files of each in order; the first one is also the last. */
function importCycles(): string[][] {
  const cycles: string[][] = []
  const seen = new Set<string>()
  for (const path of files) follow(path, [])
  return cycles

  function follow(path: string, trail: readonly string[]): void {
    const start = trail.indexOf(path)
    if (start >= 0) cycles.push([...trail.slice(start), path])
    if (seen.has(path)) return
    seen.add(path)
    const lazy = tables.includes(path) ? [] : lazyImports(path)
    for (const specifier of [...plainImports(path), ...lazy])
      if (specifier.startsWith('.')) follow(targetOf(path, specifier), [...trail, path])
  }
}

function importsOf(path: string): string[] {
  return [...plainImports(path), ...lazyImports(path)]
}

function plainImports(path: string): string[] {
  return specifiersIn(path, /(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]/g)
}

function lazyImports(path: string): string[] {
  return specifiersIn(path, /import\(\s*['"]([^'"]+)['"]\s*\)/g)
}

function specifiersIn(path: string, pattern: RegExp): string[] {
  const text = withoutComments(readFileSync(join(source, path), 'utf8'))
  return [...text.matchAll(pattern)].map((match) => match[1] ?? '')
}

function targetOf(path: string, specifier: string): string {
  return relative(source, resolve(source, dirname(path), specifier)).replaceAll('\\', '/')
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
}
