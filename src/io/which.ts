import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The full path of a program on the PATH, as a shell would find it. */
export function findProgram(name: string, searchPath: string): string | undefined {
  const names = process.platform === 'win32' ? [`${name}.exe`, `${name}.cmd`, name] : [name]
  return searchPath
    .split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => names.map((file) => join(folder, file)))
    .find(isProgram)
}

/** A file that may be run. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
