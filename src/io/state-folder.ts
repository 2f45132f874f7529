import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { LoopError } from '../errors.ts'
import { makeFolder, writeWhole } from './files.ts'

/** What a team may share: names in the folder, and below the last one whatever is there. */
const sharedFiles = ['config.md', 'config.yaml', 'waivers.yaml', 'critic-gates.json']
const sharedFolder = 'rules/'
const ignoreFile = '.gitignore'

const ignoreRules = `# Working files of review-loop are not for git; what a team shares is.
*
${[...sharedFiles, sharedFolder, `${sharedFolder}**`].map((name) => `!${name}`).join('\n')}
`

/** Whether a path in the state folder, or what stands in its place, is not for git to see. */
export function isWorkingFile(path: string): boolean {
  const name = path.replace(/^\.review-loop\//i, '')
  return name !== ignoreFile && !sharedFiles.includes(name) && !name.startsWith(sharedFolder)
}

/** Whether a path is one of our working files, or another tool's beside them: no part of the work, though nothing may hide it yet. */
export function isWorkingPath(path: string): boolean {
  return path.startsWith('.review-loop/') && isWorkingFile(path)
}

export const stateFolder = (root: string): string => join(root, '.review-loop')

/**
 * A link in place of the folder, or of something in it, would lead our writing out of the repository, and our reading to files
 * that the reviewed change brought along.
 */
export function refuseLinkedState(root: string): void {
  const folder = stateFolder(root)
  const stat = lstatSync(folder, { throwIfNoEntry: false })
  if (stat === undefined) return
  if (!stat.isDirectory()) throw new LoopError('linked_state', { path: '.review-loop' })
  const linked = findLink(folder, deepestFolders)
  if (linked !== undefined) throw new LoopError('linked_state', { path: `.review-loop/${linked}` })
}

/** Below, there are only files of ours with names that nobody can foresee. */
const deepestFolders = 2

function findLink(folder: string, levels: number): string | undefined {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isSymbolicLink()) return entry.name
    const below = entry.isDirectory() && levels > 1 ? findLink(join(folder, entry.name), levels - 1) : undefined
    if (below !== undefined) return `${entry.name}/${below}`
  }
  return undefined
}

/** Makes the folder for our working files, for their owner alone and hidden from git by its own ignore file. */
export function ensureStateFolder(root: string): string {
  const folder = stateFolder(root)
  const rules = join(folder, ignoreFile)
  makeFolder(folder)
  if (!existsSync(rules)) writeWhole(rules, ignoreRules)
  return folder
}
