import type { ChangedFile } from '../../types.ts'
import { installedFolders } from '../hygiene/rules/files.ts'
import { isSample, isTestPath } from './path-kind.ts'

/** New files in folders that a package manager fills: one line in .gitignore leaves them all out. */
export interface Installed {
  readonly ignoreLine: string
  readonly paths: readonly string[]
}

export function findInstalled(files: readonly ChangedFile[]): readonly Installed[] {
  const byLine = new Map<string, string[]>()
  for (const { path, status } of files) {
    const match = status === 'added' || status === 'copied' ? installedFolders.exec(path) : null
    if (match === null || isMadeUp(path.slice(0, match.index + 1))) continue
    const line = `${match[1]}/`
    const paths = byLine.get(line)
    if (paths === undefined) byLine.set(line, [path])
    else paths.push(path)
  }
  return [...byLine].map(([ignoreLine, paths]) => ({ ignoreLine, paths }))
}

/** Tests of tools that look for packages bring some along. */
function isMadeUp(folder: string): boolean {
  return isSample(folder) || isTestPath(folder)
}

export function aboutInstalled({ ignoreLine, paths }: Installed): string {
  const files = paths.length === 1 ? '1 new file' : `${paths.length} new files`
  return `Not reviewed: ${files} in ${ignoreLine}, where packages are installed. Add this line to .gitignore: ${ignoreLine} (or, if they belong to the repository, to \`ignore\` in .review-loop/config.yaml).`
}
