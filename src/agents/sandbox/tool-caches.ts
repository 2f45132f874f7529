import { homedir } from 'node:os'
import { join } from 'node:path'

interface Tool {
  readonly program: string
  /** Names another place for its folder. */
  readonly variable?: string
  /** In the home folder. */
  readonly folder: string
  /** Below its folder. Settings, installed programs and start scripts lie beside them and are not among them. */
  readonly caches: readonly string[]
}

const tools: readonly Tool[] = [
  // Python, Go, yarn, Deno, Playwright and many more; sh stands for all of them.
  { program: 'sh', variable: 'XDG_CACHE_HOME', folder: '.cache', caches: [''] },
  { program: 'npm', folder: '.npm', caches: [''] },
  { program: 'pnpm', folder: '.local/share/pnpm', caches: ['store'] },
  { program: 'yarn', folder: '.yarn', caches: ['berry'] },
  { program: 'bun', variable: 'BUN_INSTALL', folder: '.bun', caches: ['install/cache'] },
  { program: 'deno', variable: 'DENO_DIR', folder: '.cache/deno', caches: [''] },
  { program: 'go', variable: 'GOPATH', folder: 'go', caches: ['pkg'] },
  { program: 'cargo', variable: 'CARGO_HOME', folder: '.cargo', caches: ['registry', 'git'] },
  { program: 'mvn', folder: '.m2', caches: ['repository', 'wrapper'] },
  {
    program: 'gradle',
    variable: 'GRADLE_USER_HOME',
    folder: '.gradle',
    caches: ['caches', 'daemon', 'native', 'notifications', 'workers', 'wrapper', '.tmp'],
  },
  { program: 'sbt', folder: '.ivy2', caches: ['cache', 'local'] },
  { program: 'dotnet', folder: '.nuget', caches: ['packages'] },
]

export interface ToolCache {
  readonly path: string
  readonly program: string
}

/** The cache folders of package managers and compilers, whether they exist or not. */
export function toolCaches(variables: Readonly<Record<string, string>>): readonly ToolCache[] {
  const home = variables.HOME ?? homedir()
  return tools.flatMap(({ program, variable = '', folder, caches }) => {
    const named = variables[variable]?.split(':')[0] ?? ''
    const place = named.startsWith('/') ? named : join(home, folder)
    return caches.map((name) => ({ path: join(place, name), program }))
  })
}
