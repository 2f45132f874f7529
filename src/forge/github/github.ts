import type { Forge } from '../forge.ts'
import type { RepositoryName } from '../remote.ts'
import { findBarrier } from './barrier.ts'
import { postReport } from './check-run.ts'
import { createClient } from './client.ts'
import { uploadSarif } from './code-scanning.ts'
import { comment, editComment, reply, resolveThread } from './conversation.ts'
import type { GithubEnvironment } from './environment.ts'
import { readOwnWords } from './own-words.ts'
import { mayWrite } from './people.ts'
import { checkoutCommand, findPullRequests, findPullRequestsFrom, readPullRequest } from './pull-requests.ts'
import { readRecent } from './recent.ts'
import { editRemark, postReview, requestReview } from './reviews.ts'
import { readShownFiles } from './shown-files.ts'
import { readSnapshot } from './snapshot.ts'
import { readThreads } from './threads.ts'

/** GitHub, or what speaks like it at another address. The client library is loaded here and not before. */
export async function openGithub(
  repository: RepositoryName,
  environment: GithubEnvironment,
  signal: AbortSignal,
): Promise<Forge> {
  const client = await createClient(environment, repository, signal)
  return {
    readPullRequest: (number) => readPullRequest(client, repository, number),
    checkoutCommand,
    findPullRequests: (branch, commit) => findPullRequests(client, repository, branch, commit),
    readThreads: (number) => readThreads(client, { repository, number }),
    readSnapshot: (number) => readSnapshot(client, { repository, number }),
    readRecent: () => readRecent(client, repository),
    mayWrite: (login, number) => mayWrite(client, { repository, number }, login),
    findBarrier: (number) => findBarrier(client, { repository, number }),
    reply: (thread, text) => reply(client, thread, text),
    resolve: (thread) => resolveThread(client, thread),
    comment: ({ id, number }, text) => comment(client, { repository, number }, id, text),
    requestReview: (number, login) => requestReview(client, { repository, number }, login),
    editComment: (id, body) => editComment(client, id, body),
    findPullRequestsFrom: (owner, branch) => findPullRequestsFrom(client, repository, owner, branch),
    readOwnWords: (number) => readOwnWords(client, { repository, number }),
    readShownFiles: (number) => readShownFiles(client, { repository, number }),
    review: (number, review) => postReview(client, { repository, number }, review),
    editRemark: (id, body) => editRemark(client, id, body),
    report: (report) => postReport(client, repository, report),
    rightsToPost: 'pull requests: write, and checks: write for the check',
    uploadAnalysis: (number, analysis) => uploadSarif(client, { repository, number }, analysis),
  }
}
