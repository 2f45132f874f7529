import { isAbsolute } from 'node:path'
import { type JsonObject, objectAt, objectsAt, textAt } from '../cli/json.ts'
import { workspacePath } from '../workspace-path.ts'

export interface PermissionPolicy {
  readonly workspace: string
  readonly mayWrite: boolean
  /** Whether commands may run: only where a sandbox holds them. */
  readonly mayExecute: boolean
}

const looking = ['read', 'search', 'think']
const writing = ['edit', 'delete', 'move']

/**
 * The answer to `session/request_permission`. Options are chosen by their kind, never by their place, and only for this
 * once: what is allowed for good changes how some agents behave.
 */
export function answerPermission(params: JsonObject, policy: PermissionPolicy): JsonObject {
  const options = objectsAt(params, 'options')
  const kinds = isAllowed(objectAt(params, 'toolCall'), policy) ? ['allow_once'] : ['reject_once', 'reject_always']
  const optionId = kinds
    .map((kind) => options.find((option) => textAt(option, 'kind') === kind))
    .map((option) => textAt(option, 'optionId'))
    .find((id) => id !== undefined)
  return { outcome: optionId === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId } }
}

function isAllowed(call: JsonObject | undefined, policy: PermissionPolicy): boolean {
  const kind = textAt(call, 'kind') ?? ''
  if (policy.mayExecute && kind === 'execute') return true
  if (!looking.includes(kind) && !(policy.mayWrite && writing.includes(kind))) return false
  return objectsAt(call, 'locations').every((location) => {
    const path = textAt(location, 'path') ?? ''
    return isAbsolute(path) && !('problem' in workspacePath(policy.workspace, path))
  })
}
