import { accessSync, constants, existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { findProgram } from '../../io/which.ts'
import type { ChildSpec } from './child.ts'
import type { Marker } from './marker.ts'

const shell = '/bin/sh'
const isPossible = process.platform === 'linux' && existsSync(shell)

/** Shells name the limit of file locks differently, and add variables of their own. */
const script = `ulimit -S -w "$0" 2>/dev/null || ulimit -S -x "$0" 2>/dev/null
unset PWD OLDPWD SHLVL
exec "$@"`

/** A shell that takes the tag and then becomes the program. Throws when the program cannot be executed. */
export function tagCommand(spec: ChildSpec, { tag }: Marker): Pick<ChildSpec, 'program' | 'args'> {
  const program = requireProgram(spec)
  if (!isPossible) return { program, args: spec.args }
  return { program: shell, args: ['-c', script, tag, program, ...spec.args] }
}

/** Its full path. Throws what the system would say: the shell in between would only print it. */
function requireProgram({ program, cwd, env }: ChildSpec): string {
  const path = program.includes('/') ? resolve(cwd, program) : findProgram(program, env.PATH ?? '')
  if (path === undefined) throw Object.assign(new Error('not found'), { code: 'ENOENT' })
  accessSync(path, constants.X_OK)
  return path
}
