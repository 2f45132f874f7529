import { expect, it } from 'vitest'
import { toolCaches } from './tool-caches.ts'
import { type ValidationPlaces, validationMounts } from './validation-mounts.ts'

const places: ValidationPlaces = {
  folder: '/home/me/project',
  root: '/home/me/project',
  gitFolders: ['/home/me/project/.git'],
  protected: ['/home/me/project/.review-loop', '/home/me/project/.git/config'],
  writable: ['/home/me/.cache'],
  hidden: [
    ['/home/me/.ssh', null],
    ['/home/me/.npmrc', '/dev/null'],
  ],
  temporary: '/tmp/ours/tmp',
  temporaryPlaces: ['/tmp'],
  visible: [],
}

/** One line for each option, in the order in which they cover each other. */
function lines(change: Partial<ValidationPlaces> = {}): string[] {
  return validationMounts({ ...places, ...change })
    .join(' ')
    .split(/ (?=--)/)
}

it('makes the work tree, caches and a temporary folder writable, and what the change is reviewed by read-only again', () => {
  expect(lines()).toEqual([
    '--bind /tmp/ours/tmp /tmp',
    '--bind /home/me/.cache /home/me/.cache',
    '--tmpfs /home/me/.ssh',
    '--ro-bind /dev/null /home/me/.npmrc',
    '--bind /home/me/project /home/me/project',
    '--bind /home/me/project/.git /home/me/project/.git',
    '--ro-bind /home/me/project/.review-loop /home/me/project/.review-loop',
    '--ro-bind /home/me/project/.git/config /home/me/project/.git/config',
  ])
})

it('makes the work tree read-only for a command that runs in a copy, but for dependencies', () => {
  const copy = { folder: '/tmp/copy', gitFolders: [], protected: [], hidden: [], writable: ['/home/me/project/target'] }
  expect(lines(copy)).toEqual([
    '--bind /tmp/ours/tmp /tmp',
    '--ro-bind /home/me/project /home/me/project',
    '--bind /home/me/project/target /home/me/project/target',
    '--bind /tmp/copy /tmp/copy',
  ])
})

it('hides secrets in a work tree that is the home folder', () => {
  const home = {
    folder: '/home/me',
    root: '/home/me',
    gitFolders: [],
    protected: [],
    temporaryPlaces: ['/home/me/tmp'],
  }
  expect(lines(home).slice(-3)).toEqual([
    '--bind /home/me /home/me',
    '--tmpfs /home/me/.ssh',
    '--ro-bind /dev/null /home/me/.npmrc',
  ])
})

it('shows what the environment names among temporary files, whichever lies in the other', () => {
  const nested = { temporaryPlaces: ['/tmp/job/tmp', '/tmp'], visible: ['/tmp/job', '/tmp/job/tmp'] }
  expect(lines(nested).slice(0, 3)).toEqual([
    '--bind /tmp/ours/tmp /tmp',
    '--ro-bind /tmp/job /tmp/job',
    '--bind /tmp/ours/tmp /tmp/job/tmp',
  ])
})

it('knows where caches are, and that settings and programs lie beside them', () => {
  const paths = toolCaches({ HOME: '/h', GOPATH: '/go:/more', CARGO_HOME: '/c', GRADLE_USER_HOME: 'relative' }).map(
    ({ path }) => path,
  )
  expect(paths).toEqual(
    expect.arrayContaining([
      '/h/.cache',
      '/h/.npm',
      '/go/pkg',
      '/c/registry',
      '/h/.m2/repository',
      '/h/.gradle/caches',
    ]),
  )
  for (const path of ['/h', '/c', '/go', '/h/.gradle', '/h/.m2']) expect(paths).not.toContain(path)
})
