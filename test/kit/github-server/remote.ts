import { join } from 'node:path'
import { type Files, openedRepository, type TestRepository, temporaryFolder } from '../../support/repository.ts'

export interface Remote {
  /** Where GitHub has it. */
  readonly bare: string
  /** Where somebody works, with `origin`. */
  readonly clone: TestRepository
}

/** A remote repository with one commit on `main`, and a clone of it. */
export function bareWith(files: Files): Remote {
  const folder = temporaryFolder()
  const [bare, work] = [join(folder, 'remote.git'), join(folder, 'clone')]
  openedRepository(folder).git('init', '-q', '--bare', '--template=', '-b', 'main', bare)
  openedRepository(folder).git('clone', '-q', `file://${bare}`, work)
  const clone = openedRepository(work)
  clone.git('switch', '-q', '-C', 'main')
  clone.commit('Start', files)
  clone.git('push', '-q', 'origin', 'main')
  return { bare, clone }
}
