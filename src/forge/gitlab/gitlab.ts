import type { Forge } from '../forge.ts'
import type { RepositoryName } from '../remote.ts'
import { findBarrier } from './barrier.ts'
import { createClient } from './client.ts'
import { comment, editText, reply, resolveThread } from './conversation.ts'
import { readShownFiles } from './diffs.ts'
import { checkoutCommand, findPullRequests, findPullRequestsFrom, readPullRequest } from './merge-requests.ts'
import { readOwnWords } from './own-words.ts'
import { mayWrite, requestReview } from './people.ts'
import { openProject } from './project.ts'
import { readRecent } from './recent.ts'
import { postRemarks } from './remarks.ts'
import { postReport } from './report.ts'
import { readSnapshot, readThreads } from './snapshot.ts'

/** A server of GitLab and the right to ask it. */
export interface GitlabEnvironment {
  readonly apiUrl: string
  readonly token: string
}

/** GitLab, where pull requests are merge requests. */
export function openGitlab(
  repository: RepositoryName,
  { apiUrl, token }: GitlabEnvironment,
  signal: AbortSignal,
): Forge {
  const project = openProject(createClient(apiUrl, token, signal), apiUrl, repository)
  return {
    readPullRequest: (number) => readPullRequest(project, number),
    checkoutCommand,
    findPullRequests: (branch, commit) => findPullRequests(project, branch, commit),
    readThreads: (number) => readThreads(project, number),
    readSnapshot: (number) => readSnapshot(project, number),
    readRecent: () => readRecent(project),
    mayWrite: (login) => mayWrite(project, login),
    findBarrier: () => findBarrier(project),
    reply: (thread, text) => reply(project, thread, text),
    resolve: (thread) => resolveThread(project, thread),
    comment: ({ number }, text) => comment(project, number, text),
    requestReview: (number, login) => requestReview(project, number, login),
    editComment: (id, body) => editText(project, id, body),
    findPullRequestsFrom: (owner, branch) => findPullRequestsFrom(project, owner, branch),
    readOwnWords: (number) => readOwnWords(project, number),
    readShownFiles: (number) => readShownFiles(project, number),
    review: (number, review) => postRemarks(project, number, review),
    editRemark: (id, body) => editText(project, id, body),
    report: (report) => postReport(project, report),
    rightsToPost: 'the scope api and the role Developer',
    uploadAnalysis: async () => ({ problem: noSarif, refusal: 'rejected' }),
  }
}

const noSarif = 'GitLab takes no SARIF file this way: let a CI job keep it as an artifact.'
