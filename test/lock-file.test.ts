import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './support/program.ts'

// `npm ci` refuses a lock file that lacks a native build, and npm drops the builds for other systems
// when it updates the file beside an installed node_modules.

interface Entry {
  readonly version?: string
  readonly integrity?: string
  readonly resolved?: string
  readonly dependencies?: Record<string, string>
  readonly optionalDependencies?: Record<string, string>
}

const packages: Record<string, Entry> = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
const entries = Object.entries(packages)

/** Looks where Node would look: in the package's own node_modules, then in those of the folders above. */
function findEntry(from: string, name: string): Entry | undefined {
  const found = packages[`${from === '' ? '' : `${from}/`}node_modules/${name}`]
  if (found !== undefined || from === '') return found
  return findEntry(from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name)
}

function missingFrom([path, { dependencies, optionalDependencies }]: [string, Entry]): readonly string[] {
  return Object.entries({ ...dependencies, ...optionalDependencies })
    .filter(([name, range]) => {
      const version = findEntry(path, name)?.version
      return version === undefined || (/^\d+(\.\d+)+$/.test(range) && version !== range)
    })
    .map(([name, range]) => `${path || 'package.json'} needs ${name} ${range}`)
}

it('has every package that a package names, with the builds for other systems', () => {
  expect(entries.flatMap(missingFrom)).toEqual([])
  const builds = entries.flatMap(([, { optionalDependencies }]) => Object.keys(optionalDependencies ?? {}))
  expect(builds).toEqual(
    expect.arrayContaining(['@oxlint/binding-darwin-arm64', '@oxlint/binding-win32-x64-msvc', 'fsevents']),
  )
})

it('names each package by version and content, and no registry', () => {
  const others = entries.filter(([path]) => path !== '')
  expect(others.filter(([, { version, integrity }]) => !version || !integrity)).toEqual([])
  expect(others.filter(([, { resolved }]) => resolved !== undefined)).toEqual([])
})
