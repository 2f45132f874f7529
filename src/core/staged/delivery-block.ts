import { missingStages, type Stage, stages } from './stages.ts'

/** Why a session was not delivered: a stage that could not be completed, or a person or signal that ended it. */
export type DeliveryBlock = Stage | 'user-abort'

/** In words: what other tools read is not for people. */
export function blockText(block: string): string {
  return block === 'user-abort' ? 'an interruption' : block
}

export type BlockEvent =
  /** A stage reached its cap with findings that are not resolved. It is not complete. */
  | { readonly type: 'stage-capped'; readonly stage: Stage }
  /** Delivery was asked for. */
  | { readonly type: 'delivery-checked'; readonly completed: readonly Stage[] }
  | { readonly type: 'interrupted' }
  | { readonly type: 'delivered' }
  /** The stop point was reached and nothing went wrong. */
  | { readonly type: 'stopped' }
  /** A person was asked about the block, and said to go on or to end it: either way it is answered. */
  | { readonly type: 'block-answered' }
  /** An error nothing could be done about. */
  | { readonly type: 'failed' }

/** `delivery_blocked_by` after an event. */
export function deliveryBlock(current: DeliveryBlock | null, event: BlockEvent): DeliveryBlock | null {
  switch (event.type) {
    case 'stage-capped':
      return event.stage
    case 'delivery-checked':
      return missingStages(event.completed)[0] ?? current
    case 'interrupted':
      return 'user-abort'
    case 'delivered':
    case 'stopped':
    case 'block-answered':
      return null
    case 'failed':
      return current
  }
}

/** Of the completed stages those that are told: neither the one that blocks nor what rests on it, as long as it does. */
export function unblockedStages(completed: readonly Stage[], block: DeliveryBlock | null): readonly Stage[] {
  if (block === null || block === 'user-abort') return completed
  return completed.filter((stage) => stages.indexOf(stage) < stages.indexOf(block))
}
