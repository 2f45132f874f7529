import { accountOf } from './state/accounts.ts'
import {
  addCheckRun,
  addStatus,
  type CheckRunChanges,
  changeCheckRun,
  type NewCheckRun,
  type NewStatus,
} from './state/checks.ts'
import { addComment, editBody, react } from './state/comments.ts'
import type {
  Account,
  CheckRun,
  IssueComment,
  PullRequest,
  Reactable,
  ReactionContent,
  Review,
  ReviewComment,
  Thread,
} from './state/entities.ts'
import { anchorProblem } from './state/patch.ts'
import {
  addTimelineEvent,
  changesOf,
  editPullRequest,
  endPullRequest,
  notePushes,
  requestReview,
} from './state/pull-requests.ts'
import { pushFiles } from './state/push.ts'
import { addReply, addReview, type NewThread, setResolved } from './state/reviews.ts'
import { touch, type World } from './state/world.ts'

/** What a person or a bot can do on a pull request, without asking the interfaces. */
export interface Voice {
  readonly account: Account
  readonly review: (given: {
    readonly body?: string
    readonly state?: Review['state']
    readonly comments?: readonly NewThread[]
  }) => Review
  readonly comment: (body: string) => IssueComment
  /** In place, as many bots do. */
  readonly edit: (written: IssueComment | ReviewComment | Review, body: string) => void
  readonly reply: (thread: Thread, body: string) => ReviewComment
  readonly resolve: (thread: Thread) => void
  readonly unresolve: (thread: Thread) => void
  readonly react: (to: Reactable, content: ReactionContent) => void
  /** A check run of the app, on the commit that is looked at. */
  readonly check: (given: Omit<NewCheckRun, 'head_sha'>) => CheckRun
  readonly updateCheck: (run: CheckRun, changes: CheckRunChanges) => void
  readonly status: (given: Omit<NewStatus, 'sha'>) => void
  readonly requestReview: (login: string) => void
  /** What the timeline shows and nothing else: `copilot_work_started`. */
  readonly note: (event: string) => void
  /** A commit on the branch of the pull request. Null removes a file. */
  readonly push: (files: Readonly<Record<string, string | null>>, message?: string) => string
  /** Also bots write into what the pull request says of itself. */
  readonly describe: (changes: Partial<Pick<PullRequest, 'title' | 'body' | 'isDraft'>>) => void
  readonly end: (state: 'CLOSED' | 'MERGED') => void
  /** The threads it began, oldest first. */
  readonly threads: () => readonly Thread[]
}

/** The commit is the one that was looked at: a bot may be late. */
export function voiceOf(world: World, login: string, pullRequest: PullRequest, commit?: string): Voice {
  const account = accountOf(world, login)
  const { repository, head } = pullRequest
  const seen = () => commit ?? head.sha
  return {
    account,
    review: ({ body = '', state = 'COMMENTED', comments = [] }) => {
      for (const comment of comments) requireAnchor(pullRequest, comment, seen())
      return addReview(world, pullRequest, { author: account, body, state, commit: seen(), threads: comments })
    },
    comment: (body) => addComment(world, pullRequest, account, body),
    edit: (written, body) => {
      editBody(world, written, account, body)
      touch(world, pullRequest)
    },
    reply: (thread, body) => addReply(world, thread, account, body),
    resolve: (thread) => setResolved(world, thread, account),
    unresolve: (thread) => setResolved(world, thread, null),
    react: (to, content) => void react(world, to, account, content),
    check: (given) => addCheckRun(world, repository, account.login, { ...given, head_sha: seen() }),
    updateCheck: (run, changes) => changeCheckRun(world, run, changes),
    status: (given) => void addStatus(world, repository, account, { ...given, sha: seen() }),
    requestReview: (reviewer) => requestReview(world, pullRequest, account, accountOf(world, reviewer)),
    note: (event) => addTimelineEvent(world, pullRequest, event, account),
    push: (files, message = 'Another change') => {
      const { folder } = head.repository.commits
      if (folder === null) throw new Error('There is no repository to push to')
      const pushed = pushFiles(folder, head.ref, files, message)
      notePushes(world)
      return pushed
    },
    describe: (changes) => editPullRequest(world, pullRequest, account, changes),
    end: (state) => endPullRequest(world, pullRequest, state),
    threads: () => pullRequest.threads.filter(({ comments: [first] }) => first?.author === account),
  }
}

/** A story that GitHub would not let happen is no story. What was late cannot be checked. */
function requireAnchor(
  pullRequest: PullRequest,
  { path, line, side, startLine, startSide }: NewThread,
  commit: string,
) {
  if (line == null || commit !== pullRequest.head.sha) return
  const anchor = { path, line, ...(side && { side }), startLine: startLine ?? null, startSide: startSide ?? null }
  const problem = anchorProblem(changesOf(pullRequest), anchor)
  if (problem !== undefined) throw new Error(`${path}:${line}: ${problem}`)
}
