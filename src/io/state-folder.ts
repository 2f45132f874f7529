import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from './files.ts'

const ignoreRules = `# Working files of review-loop are not for git; what a team shares is.
*
!config.md
!config.yaml
!waivers.yaml
!critic-gates.json
!rules/
!rules/**
`

export const stateFolder = (root: string): string => join(root, '.review-loop')

/** Makes the folder for our working files, hidden from git by its own ignore file. */
export function ensureStateFolder(root: string): string {
  const folder = stateFolder(root)
  const ignoreFile = join(folder, '.gitignore')
  if (!existsSync(ignoreFile)) writeWhole(ignoreFile, ignoreRules)
  return folder
}
