import { react } from '../../state/comments.ts'
import type { Reactable, ReactionContent } from '../../state/entities.ts'
import { reactionBody } from '../bodies/conversation.ts'
import { type Call, issueCommentOf, type Operations, operation, pullRequestOf, reviewCommentOf } from '../operation.ts'

export const reactionOperations: Operations = {
  'reactions/list-for-issue': operation(['issues', 'pull_requests'], (call) => listed(call, pullRequestOf(call))),

  'reactions/list-for-issue-comment': operation(['issues', 'pull_requests'], (call) =>
    listed(call, issueCommentOf(call)),
  ),

  'reactions/list-for-pull-request-review-comment': operation('pull_requests', (call) =>
    listed(call, reviewCommentOf(call)),
  ),

  'reactions/create-for-issue-comment': operation<{ readonly content: ReactionContent }>(
    ['issues', 'pull_requests'],
    (call) => {
      const { reaction, isNew } = react(call.world, issueCommentOf(call), call.token.account, call.body.content)
      return { status: isNew ? 201 : 200, body: reactionBody(reaction) }
    },
  ),
}

function listed({ values: { content } }: Call, { reactions }: Reactable) {
  const found = reactions.filter((reaction) => content === undefined || reaction.content === content)
  return { list: found.map(reactionBody) }
}
