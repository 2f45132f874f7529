import type { Answer, Asked } from '../answer.ts'
import { permissionOf } from '../state/accounts.ts'
import { findRepository } from '../state/repositories.ts'
import type { Token } from '../state/tokens.ts'
import type { World } from '../state/world.ts'
import { answerApp } from './app-answer.ts'
import type { Operation } from './description.ts'
import { notFound, type Operations, Refusal, type Reply, requireScopes } from './operation.ts'
import { checkOperations } from './operations/checks.ts'
import { commentOperations } from './operations/comments.ts'
import { globalOperations } from './operations/global.ts'
import { pullRequestOperations } from './operations/pull-requests.ts'
import { reactionOperations } from './operations/reactions.ts'
import { repositoryOperations } from './operations/repositories.ts'
import { reviewOperations } from './operations/reviews.ts'
import { pageOf } from './pages.ts'
import { answerProblems, bodyProblems, findRoute, parameterProblems, type Values } from './routes.ts'

// To add one: name it in scripts/github-description.mjs, run that, and write it in the table it belongs to.
const operations: Operations = {
  ...globalOperations,
  ...repositoryOperations,
  ...pullRequestOperations,
  ...reviewOperations,
  ...commentOperations,
  ...reactionOperations,
  ...checkOperations,
}

/** Answers as GitHub would, and checks both sides against its own description. */
export function answerRest(world: World, asked: Asked): Answer {
  const { method, address, pathname, body } = asked
  const route = findRoute(method, pathname)
  if (route === undefined) return refused(notFound(), [`there is no operation ${method} ${pathname}`])
  const { operation } = route
  const values = { ...Object.fromEntries(address.searchParams), ...route.values }
  const wrongBody = bodyProblems(operation, body)
  const violations = [...parameterProblems(operation, route.values, address.searchParams), ...wrongBody]
  try {
    if (wrongBody.length > 0) throw new Refusal(422, `Invalid request.\n\n${wrongBody.join('\n')}`)
    const reply = perform(world, asked, operation.operationId, values)
    const status = ('status' in reply ? reply.status : undefined) ?? 200
    const page = pageOf(reply, values, address)
    const headers = page.link === undefined ? {} : { link: page.link }
    return checked(operation, { status, body: page.body, headers, violations })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return wrongBody.length > 0 ? refused(error, violations) : checked(operation, refused(error, violations))
  }
}

function perform(world: World, { method, body, caller }: Asked, operationId: string, values: Values): Reply {
  if (!('account' in caller)) return answerApp(world, caller, operationId, values)
  if (operationId.startsWith('apps/')) throw new Refusal(401, 'A JSON web token could not be decoded')
  const operation = operations[operationId]
  if (operation === undefined) throw new Error(`${operationId} is described and not written`)
  const call = { world, token: caller, values, body: body ?? {} }
  if ('answerAll' in operation) return operation.answerAll(call)
  const repository = visibleRepository(world, caller, values)
  requireScopes(caller, operation.needs, method === 'GET' ? 'read' : 'write')
  return operation.answer({ ...call, repository })
}

/** What one may not see is not there. */
function visibleRepository(world: World, { account, kind }: Token, { owner = '', repo = '' }: Values) {
  const repository = findRepository(world, owner, repo)
  if (repository === undefined) throw notFound()
  if (kind === 'user' && permissionOf(repository, account) === 'none') throw notFound()
  return repository
}

function checked(operation: Operation, answer: Answer): Answer {
  const problems = answerProblems(operation, answer.status, answer.body)
  return { ...answer, violations: [...answer.violations, ...problems] }
}

function refused({ status, body }: Refusal, violations: readonly string[]): Answer {
  return { status, body, headers: {}, violations }
}
