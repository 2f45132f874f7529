import type { ChangedFile } from '../../types.ts'
import { bringsBinary, isHiddenSource } from '../change/hidden-source.ts'

/** Why a reviewer who sees the patch has not seen what the file brings; undefined where the patch says it all. */
export function whyUnreadable(file: ChangedFile): string | undefined {
  if (file.newMode === submodule) return 'a submodule, of which only the new commit is shown.'
  if (isHiddenSource(file) || (bringsBinary(file) && !hasEnding(file.path)))
    return 'git takes it for binary, so its content is not shown.'
  return undefined
}

/** Pictures, fonts, archives and the like: nobody expects that they are read, but it is said. */
export function isUnreadMedia(file: ChangedFile): boolean {
  return bringsBinary(file) && whyUnreadable(file) === undefined
}

/** Where no agent is asked, nobody else says that the commit behind it was not looked at. */
export function unseenSubmodules(files: readonly ChangedFile[]): readonly string[] {
  return files
    .filter(({ newMode }) => newMode === submodule)
    .map(({ path }) => `Not reviewed: ${path} is a submodule, and what its new commit brings is in another repository.`)
}

const submodule = '160000'

/** Without one it may be a script as well as anything else. */
function hasEnding(path: string): boolean {
  return /[^/]\.[^./]+$/.test(path)
}
