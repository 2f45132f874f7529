import { describe, expect, it } from 'vitest'
import { type BlockEvent, type DeliveryBlock, deliveryBlock } from './delivery-block.ts'
import {
  clearingBy,
  completeStage,
  isStage,
  isStopPoint,
  missingStages,
  type Stage,
  stageEventNames,
  stages,
  stopPoints,
  stopsBefore,
} from './stages.ts'

describe('stages', () => {
  it.each<[completed: Stage[], stage: Stage, expected: Stage[]]>([
    [[], 'exec', ['exec']],
    [['exec'], 'exec', ['exec']],
    [['docs', 'exec'], 'polish', ['exec', 'polish', 'docs']],
  ])('are completed in the order of the run: %j + %s', (completed, stage, expected) => {
    expect(completeStage(completed, stage)).toEqual(expected)
  })

  it.each<[completed: Stage[], expected: Stage[]]>([
    [[], [...stages]],
    [['exec', 'docs'], stages.filter((stage) => stage !== 'exec' && stage !== 'docs')],
    [stages.toReversed(), []],
  ])('are missing in the order of the run: %j', (completed, expected) => {
    expect(missingStages(completed)).toEqual(expected)
  })

  it('are cleared by what a stage writes, and by what happens to the tree', () => {
    const known = ['executor-round', 'docs-written', 'drift-accepted', 'baseline-backfilled', 'hook-written'] as const
    expect(stageEventNames).toEqual(expect.arrayContaining([...known]))
    expect(stageEventNames.filter((event) => clearingBy(event).byOthers)).toEqual(known.slice(2))
    expect(stageEventNames.filter((event) => clearingBy(event).keepsPass)).toEqual(['executor-round', 'polish-written'])
  })

  it('are words of a fixed set', () => {
    expect(['exec', 'plan', 'delivery', 'toString'].map(isStage)).toEqual([true, false, false, false])
  })
})

describe('stop points', () => {
  it.each(stopPoints.map((stopPoint, index) => [stopPoint, Math.max(1, index)] as const))(
    '%s allows what comes before it',
    (stopPoint, allowed) => {
      const steps = [...stages, 'delivery'] as const
      expect(steps.filter((step) => !stopsBefore(stopPoint, step))).toEqual(steps.slice(0, allowed))
    },
  )

  it('are words of a fixed set', () => {
    expect(['exec-round', 'before-exec', 'delivery'].map(isStopPoint)).toEqual([true, false, true])
  })
})

describe('deliveryBlock', () => {
  it.each<[current: DeliveryBlock | null, event: BlockEvent, expected: DeliveryBlock | null]>([
    [null, { type: 'stage-capped', stage: 'polish' }, 'polish'],
    [null, { type: 'delivery-checked', completed: ['exec', 'docs'] }, 'polish'],
    [null, { type: 'delivery-checked', completed: stages }, null],
    ['docs', { type: 'interrupted' }, 'user-abort'],
    ['docs', { type: 'delivered' }, null],
    ['docs', { type: 'stopped' }, null],
    ['user-abort', { type: 'block-answered' }, null],
    ['docs', { type: 'failed' }, 'docs'],
    [null, { type: 'failed' }, null],
  ])('after %j and %j is %j', (current, event, expected) => {
    expect(deliveryBlock(current, event)).toBe(expected)
  })
})
