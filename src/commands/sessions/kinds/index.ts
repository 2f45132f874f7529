import type { SessionKind as KindName } from '../../../io/session-store.ts'
import { loopKind } from './loop-kind.ts'
import { runKind } from './run-kind.ts'
import type { SessionKind } from './session-kind.ts'

/** Commands about sessions know no kind by name: what differs is here. */
export const sessionKinds: Readonly<Record<KindName, SessionKind>> = { loop: loopKind, run: runKind }

export const kindNames = Object.keys(sessionKinds) as readonly KindName[]
