import type { Entity } from '../../state/entities.ts'
import type { Node, Viewer } from '../viewer.ts'
import { accountNode } from './accounts.ts'
import { checkRunNode, checkSuiteNode, statusNode } from './commits.ts'
import { issueCommentNode, reviewCommentNode, reviewNode, threadNode } from './conversation.ts'
import { pullRequestNode, repositoryNode } from './pull-requests.ts'

export function nodeOf(viewer: Viewer, entity: Entity): Node | null {
  switch (entity.kind) {
    case 'User':
    case 'Bot':
      return accountNode(entity)
    case 'Repository':
      return repositoryNode(viewer, entity)
    case 'PullRequest':
      return pullRequestNode(viewer, entity)
    case 'PullRequestReview':
      return reviewNode(viewer, entity)
    case 'PullRequestReviewThread':
      return threadNode(viewer, entity)
    case 'PullRequestReviewComment':
      return reviewCommentNode(viewer, entity)
    case 'IssueComment':
      return issueCommentNode(viewer, entity)
    case 'CheckSuite':
      return checkSuiteNode(viewer, entity)
    case 'CheckRun':
      return checkRunNode(viewer, entity)
    case 'StatusContext':
      return statusNode({ requiredChecks: new Set() }, entity)
  }
}
