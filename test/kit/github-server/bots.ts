import { accountOf } from './state/accounts.ts'
import type { Account, IssueComment, PullRequest, ReviewComment, Thread } from './state/entities.ts'
import type { Happening, World } from './state/world.ts'
import { type Voice, voiceOf } from './voices.ts'

/** What somebody does when something happens. */
export interface Line {
  /** A head is there (also the first), this one is asked for a review, or somebody else says something. */
  readonly on: Happening['type']
  /** Only when the head is there for the n-th time. */
  readonly round?: number
  /** Only when what is said has this in it. */
  readonly matching?: RegExp
  /** Seconds until it is done. */
  readonly after?: number
  readonly do: (voice: Voice, scene: Scene) => void
}

export interface Scene {
  readonly pullRequest: PullRequest
  readonly round: number
  /** What set it off. */
  readonly comment?: IssueComment | ReviewComment
  readonly thread?: Thread
}

/** Lets a bot or a person follow a script, on every pull request there is or will be. */
export function play(world: World, login: string, script: readonly Line[]): void {
  const account = accountOf(world, login)
  world.listeners.push((happening) => {
    for (const line of script) if (isCue(line, account, happening)) schedule(world, login, line, happening)
  })
}

function isCue({ on, round, matching }: Line, account: Account, happening: Happening): boolean {
  if (happening.type !== on) return false
  if (round !== undefined && happening.pullRequest.round !== round) return false
  if (happening.type === 'push') return true
  if (happening.type === 'request') return happening.reviewer === account
  return happening.comment.author !== account && (matching?.test(happening.comment.body) ?? true)
}

/** Done for the head of the moment, wherever the head is by then. */
function schedule(world: World, login: string, { after = 0, do: act }: Line, happening: Happening): void {
  const { pullRequest } = happening
  const { round } = pullRequest
  const voice = voiceOf(world, login, pullRequest, pullRequest.head.sha)
  const said = {
    ...('comment' in happening && { comment: happening.comment }),
    ...('thread' in happening && { thread: happening.thread }),
  }
  world.clock.after(after, () => {
    try {
      act(voice, { pullRequest, round, ...said })
    } catch (error) {
      world.violations.push(`The script of ${login}: ${String(error)}`)
    }
  })
}
