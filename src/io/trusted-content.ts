import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join, relative } from 'node:path'
import { writeWhole } from './files.ts'
import { gitFolder } from './git/git-folder.ts'
import type { Repository } from './git/repository.ts'
import { realPath } from './which.ts'

// What the user said yes to, by its content, in the state folder of the user: nothing in a repository can write there.

type Variables = Readonly<Record<string, string | undefined>>

export interface TrustedContent {
  readonly has: (content: string) => boolean
  /** `note`: for a person who looks into the folder. */
  readonly add: (content: string, note: string) => void
}

/** For this process it holds even if the folder cannot be written. */
const trustedNow = new Set<string>()

export function openTrustedContent(repository: Repository, variables: Variables): TrustedContent {
  const place = realPath(gitFolder(repository).common)
  const keyOf = (content: string) => createHash('sha256').update(`${place}\0${content}`).digest('hex')
  const folder = trustFolder(repository.root, variables)
  return {
    has: (content) => {
      const key = keyOf(content)
      return trustedNow.has(key) || (folder !== null && existsSync(join(folder, `${key}.txt`)))
    },
    add: (content, note) => {
      const key = keyOf(content)
      trustedNow.add(key)
      if (folder === null) return
      try {
        writeWhole(join(folder, `${key}.txt`), `${place}\n${note}\n`)
      } catch {
        // It is asked again next time.
      }
    },
  }
}

/** Null: it would be inside of the repository, where a change could bring its own yes along. */
function trustFolder(root: string, variables: Variables): string | null {
  const folder = join(userState(variables), 'review-loop', 'trusted')
  const inside = relative(realPath(root), realPath(folder))
  return !inside.startsWith('..') && !isAbsolute(inside) ? null : folder
}

function userState({ XDG_STATE_HOME, LOCALAPPDATA, HOME }: Variables): string {
  if (XDG_STATE_HOME !== undefined && isAbsolute(XDG_STATE_HOME)) return XDG_STATE_HOME
  if (process.platform === 'win32' && LOCALAPPDATA) return LOCALAPPDATA
  const home = HOME || homedir()
  return process.platform === 'darwin' ? join(home, 'Library', 'Application Support') : join(home, '.local', 'state')
}
