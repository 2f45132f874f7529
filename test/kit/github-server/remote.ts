import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Files, openedRepository, type TestRepository, temporaryFolder } from '../../support/repository.ts'

export interface Remote {
  /** Where GitHub has it. */
  readonly bare: string
  /** Where somebody works, with `origin`. */
  readonly clone: TestRepository
}

/** By their files: making one starts git two dozen times. */
const templates = new Map<string, string>()

/** A remote repository with one commit on `main`, and a clone of it. */
export function bareWith(files: Files): Remote {
  const key = JSON.stringify(files)
  const known = templates.get(key)
  const template = known !== undefined && existsSync(known) ? known : makeTemplate(files)
  templates.set(key, template)
  const folder = temporaryFolder()
  cpSync(template, folder, { recursive: true })
  const { bare, work } = placesIn(folder)
  const config = join(work, '.git', 'config')
  writeFileSync(config, readFileSync(config, 'utf8').replace(placesIn(template).bare, bare))
  const clone = openedRepository(work)
  // The copies of the files are new to the index.
  clone.git('update-index', '-q', '--refresh')
  return { bare, clone }
}

const placesIn = (folder: string) => ({ bare: join(folder, 'remote.git'), work: join(folder, 'clone') })

function makeTemplate(files: Files): string {
  const folder = temporaryFolder()
  const { bare, work } = placesIn(folder)
  openedRepository(folder).git('init', '-q', '--bare', '--template=', '-b', 'main', bare)
  openedRepository(folder).git('clone', '-q', `file://${bare}`, work)
  const clone = openedRepository(work)
  clone.git('switch', '-q', '-C', 'main')
  clone.commit('Start', files)
  clone.git('push', '-q', 'origin', 'main')
  return folder
}
