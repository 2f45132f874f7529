import { limitBody } from '../../state/limits.ts'
import { userBody } from '../bodies/users.ts'
import { filled } from '../fill.ts'
import { type Operations, Refusal } from '../operation.ts'

export const globalOperations: Operations = {
  'meta/get': { answerAll: () => ({ body: filled('api-overview', {}) }) },

  'rate-limit/get': {
    answerAll: ({ world: { limits } }) => {
      const [core, graphql] = [limitBody(limits.core), limitBody(limits.graphql)]
      return { body: { resources: { core, graphql, search: { ...core, limit: 30, remaining: 30 } }, rate: core } }
    },
  },

  'users/get-authenticated': {
    answerAll: ({ token }) => {
      if (token.kind === 'app') throw new Refusal(403, 'Resource not accessible by integration')
      return { body: filled('private-user', { ...userBody(token.account) }) }
    },
  },
}
