import { LoopError } from '../../errors.ts'
import { agentVariables, signingVariables, toolVariables } from '../exec.ts'
import type { Repository } from './repository.ts'

export interface PushTarget {
  readonly remote: string
  readonly branch: string
}

/**
 * Where a branch is pushed to: the branch of the same name, at the remote that git would take. One that follows a branch of
 * another name, as a topic branch follows the main one, is not guessed about.
 */
export async function pushTarget(repository: Repository, branch: string): Promise<PushTarget> {
  if (branch === 'HEAD') throw notPushed(branch, 'no branch is checked out')
  const settings = await pushSettings(repository)
  const setting = (name: string) => settings.get(name) ?? ''
  const remotes = (await repository.read(['remote'])).split('\n').filter((name) => name !== '')
  const [own, followed] = [setting(`branch.${branch}.remote`), setting(`branch.${branch}.merge`)]
  const named = setting(`branch.${branch}.pushremote`) || setting('remote.pushdefault') || own
  const remote = named || (remotes.length === 1 ? remotes[0] : remotes.find((name) => name === 'origin'))
  if (remote === undefined) {
    throw notPushed(branch, remotes.length === 0 ? 'there is no remote' : `which of ${remotes.join(', ')} is meant?`)
  }
  if (remote === own && followed !== '' && followed !== `refs/heads/${branch}`) {
    throw notPushed(branch, `it follows ${followed.replace('refs/heads/', '')}, a branch of another name`)
  }
  return { remote, branch }
}

/** By their names as git lists them: only that of the branch keeps its capital letters. The last value of a name counts. */
async function pushSettings(repository: Repository): Promise<ReadonlyMap<string, string>> {
  const names = '^(branch\\..*\\.(remote|merge|pushremote)|remote\\.pushdefault)$'
  const list = (await repository.try(['config', '-z', '--get-regexp', names])).stdout.toString()
  return new Map(
    list.split('\0').map((entry) => {
      const [name = '', ...value] = entry.split('\n')
      return [name, value.join('\n').trim()] as const
    }),
  )
}

/** Pushes one commit, whatever the branch is by now. Never with force; hooks run, nobody is asked for a password. */
export async function pushCommit(
  repository: Repository,
  commit: string,
  { remote, branch }: PushTarget,
): Promise<void> {
  const env = { ...toolVariables(), ...agentVariables(), ...signingVariables(), GIT_ALTERNATE_OBJECT_DIRECTORIES: '' }
  const pushed = await repository.try(['push', '--quiet', '--', remote, `${commit}:refs/heads/${branch}`], { env })
  if (pushed.code !== 0) throw notPushed(branch, pushed.failure ?? reasonIn(pushed.stderr))
}

/** What the other side or a hook said, and what git makes of it: the rest is advice. */
function reasonIn(stderr: string): string {
  const lines = stderr
    .replace(/\/\/[^/@\s]*@/g, '//')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(To|hint:) |^hint:$|^error: failed to push some refs/.test(line))
  const verdict = lines.find((line) => line.startsWith('! ['))
  const said = lines
    .find((line) => line !== verdict && !/^remote:\s*$/.test(line))
    ?.replace(/^(remote|fatal|error): */, '')
  const [, refused, why] = /^! \[([^\]]+)\].*\((.*)\)$/.exec(verdict ?? '') ?? []
  const parts = [refused && `${refused} (${why})`, said?.replace(/^(error|fatal): /, '').replace(/[.\s]+$/, '')]
  return parts.filter((part) => part).join(': ') || 'git push failed'
}

export function notPushed(branch: string, reason: string): LoopError {
  return new LoopError('not_pushed', { branch, reason: reason.slice(0, 300) })
}
