import type { ProjectRule } from '../../core/agents/prompts.ts'
import { type SettingsHashes, settingsHashes } from '../../core/loop/settings-hashes.ts'
import { readDecisions } from '../../io/claim-decisions.ts'
import type { Repository } from '../../io/git/repository.ts'
import type { ClaimDecision } from '../../types.ts'
import type { Settings } from '../settings.ts'
import { type LoadRequest, loadSettings } from '../trust/trusted-settings.ts'
import { aboutCut, readGuides, readRules } from './project-rules.ts'

/**
 * All that a change is held against, read once. Commands of the change run during a session and can write these files, so no
 * later step of it reads them again: only a person who answers or resumes has them read anew.
 */
export interface FrozenSettings {
  readonly settings: Settings
  readonly rules: ProjectRules
  /** What people decided about claims that could not be checked. */
  readonly decisions: readonly ClaimDecision[]
}

export interface ProjectRules {
  readonly rules: readonly ProjectRule[]
  /** What the project says about its critics, by their name. */
  readonly guides: ReadonlyMap<string, string>
  /** For a person: what of them agents are not shown. */
  readonly notices: readonly string[]
}

/** The settings of a session that is under way. */
export interface SessionSettings {
  readonly now: () => FrozenSettings
  /** For a person who has just answered: what they changed for that counts from here on. */
  readonly readAgain: () => Promise<void>
}

export function sessionSettings(
  repository: Repository,
  first: FrozenSettings,
  request: Omit<LoadRequest, 'fromCommit'>,
): SessionSettings {
  let current = first
  const { fromCommit } = first.settings
  return {
    now: () => current,
    readAgain: async () => {
      current = await freezeSettings(repository, { ...request, fromCommit })
    },
  }
}

export async function freezeSettings(repository: Repository, request: LoadRequest): Promise<FrozenSettings> {
  const settings = await loadSettings(repository, request)
  const [rules, decisions] = await Promise.all([readAllRules(repository, settings), readDecisions(repository)])
  return { settings, rules, decisions }
}

async function readAllRules(repository: Repository, { fromCommit, gates }: Settings): Promise<ProjectRules> {
  const notices: string[] = []
  const onCut = (path: string) => notices.push(aboutCut(path))
  const rules = await readRules(repository, fromCommit, onCut)
  return { rules, guides: await readGuides(repository, fromCommit, gates, onCut), notices }
}

/** By these a later process sees what has changed since. */
export function hashesOf({ settings, rules, decisions }: FrozenSettings): SettingsHashes {
  const { waivers, ...config } = settings.config
  const { rules: texts, guides } = rules
  return settingsHashes({
    config: { ...config, run: settings.run },
    waivers,
    rules: [texts, settings.gates, [...guides]],
    decisions,
  })
}
