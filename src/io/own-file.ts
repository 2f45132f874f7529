import { lstatSync } from 'node:fs'
import { join } from 'node:path'
import { ignoreFile } from '../core/staged/preflight.ts'
import { LoopError } from '../errors.ts'

/**
 * A file of the repository that a run may write at its end, or make: not behind a link, which would be replaced or lead out of
 * the repository, and nothing of git's or ours.
 */
export function requireOwnFile(root: string, name: string): void {
  const hint = name === ignoreFile ? makeItAFile : nameAnother
  const refuse = (problem: string) => new LoopError('unusable_file', { name, problem, hint })
  const parts = name.split('/')
  const isNamed = (part: string | undefined, wanted: string) => part?.toLowerCase() === wanted
  if (parts.some((part) => isNamed(part, '.git'))) throw refuse('it is in a folder of git')
  if (isNamed(parts[0], '.review-loop')) throw refuse('it is in the folder of review-loop')
  for (const [index] of parts.entries()) {
    const path = parts.slice(0, index + 1).join('/')
    const stat = lstatSync(join(root, path), { throwIfNoEntry: false })
    if (stat === undefined) return
    if (stat.isSymbolicLink()) throw refuse(`${path} is a link`)
    const isLast = index === parts.length - 1
    if (isLast ? !stat.isFile() : !stat.isDirectory()) throw refuse(`${path} is no ${isLast ? 'file' : 'folder'}`)
  }
}

const makeItAFile = 'Make it a file of the repository: git itself does not follow it.'
const nameAnother = 'Name the file itself with docs_file in .review-loop/config.md, or none with docs_file: ""'
