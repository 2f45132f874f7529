import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ProjectRule } from '../../core/agents/prompts.ts'
import type { CriticGates } from '../../core/change/critic-gates.ts'
import { readIfThere } from '../../io/files.ts'
import type { Repository } from '../../io/git/repository.ts'

const forReviewers = 'REVIEW.md'
const wellKnown = ['AGENTS.md', 'CLAUDE.md', forReviewers]
const rulesFolder = '.review-loop/rules'
const longestRule = 40_000

/**
 * What the project asks of every change: from a commit where the change is someone else's, else from the working tree.
 * `onCut` is told the path of what is longer than agents are shown.
 */
export async function readRules(
  repository: Repository,
  fromCommit: string | null,
  onCut: OnCut = () => {},
): Promise<readonly ProjectRule[]> {
  const paths = [...wellKnown, ...(await listRules(repository, fromCommit))]
  const rules = await Promise.all(paths.map(async (path) => ({ path, text: await read(repository, fromCommit, path) })))
  return rules.flatMap(({ path, text }) =>
    text === undefined || text.trim() === '' ? [] : [{ path, text: shorten(path, text, onCut) }],
  )
}

/** Those among these that are for reviewers alone, by path. */
export async function readOwnRules(
  repository: Repository,
  fromCommit: string | null,
  gates: CriticGates,
): Promise<ReadonlyMap<string, string>> {
  const paths = [forReviewers, ...(await listRules(repository, fromCommit))]
  const texts = await Promise.all(paths.map(async (path) => ({ path, text: await read(repository, fromCommit, path) })))
  const rules = texts.flatMap(({ path, text }): [string, string][] => (text === undefined ? [] : [[path, text]]))
  const guides = await readGuides(repository, fromCommit, gates)
  return new Map([...rules, ...[...guides].map(([name, text]): [string, string] => [guidePath(name), text])])
}

/** What the project says about its critics: .review-loop/rules/critics/<name>.md. */
export async function readGuides(
  repository: Repository,
  fromCommit: string | null,
  gates: CriticGates,
  onCut: OnCut = () => {},
): Promise<ReadonlyMap<string, string>> {
  const critics = [...new Set(gates.moduleCritics.flatMap((module) => module.critics))].filter(isPlainName)
  const guides = await Promise.all(
    critics.map(async (name) => {
      const path = guidePath(name)
      return { name, path, text: await read(repository, fromCommit, path) }
    }),
  )
  return new Map(
    guides.flatMap(({ name, path, text }) => (text === undefined ? [] : [[name, shorten(path, text, onCut)]])),
  )
}

const guidePath = (name: string): string => `${rulesFolder}/critics/${name}.md`

/** For a person. */
export function aboutCut(path: string): string {
  return `Agents are shown only the first ${longestRule} characters of ${path}; what is beyond can go into files of its own in ${rulesFolder}.`
}

type OnCut = (path: string) => void

function shorten(path: string, text: string, onCut: OnCut): string {
  if (text.length > longestRule) onCut(path)
  return text.slice(0, longestRule)
}

/** A name that cannot lead out of the folder. */
const isPlainName = (name: string): boolean => /^[\w-][\w. -]*$/.test(name)

async function listRules(repository: Repository, fromCommit: string | null): Promise<readonly string[]> {
  if (fromCommit === null) return listFolder(join(repository.root, rulesFolder)).map((name) => `${rulesFolder}/${name}`)
  const listing = await repository.try(['ls-tree', '-z', '--name-only', fromCommit, '--', `${rulesFolder}/`])
  return listing.stdout.toString('utf8').split('\0').filter(isMarkdown).sort()
}

function listFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter(isMarkdown).sort()
  } catch {
    return []
  }
}

const isMarkdown = (name: string): boolean => name.endsWith('.md')

async function read(repository: Repository, fromCommit: string | null, path: string): Promise<string | undefined> {
  if (fromCommit === null) return readIfThere(join(repository.root, path))
  const answer = await repository.try(['cat-file', 'blob', `${fromCommit}:${path}`])
  return answer.code === 0 ? answer.stdout.toString('utf8') : undefined
}
