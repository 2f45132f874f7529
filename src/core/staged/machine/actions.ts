import type { ValidationResult, WorkPoint } from '../../loop/types.ts'
import type { ReviewIssue } from '../replies/reviewer-issues.ts'
import type { PassName } from '../stage-table.ts'
import type { Stage, StageEvent, StopPoint } from '../stages.ts'
import type { Fact } from './facts.ts'
import type { AskedQuestion, RunQuestion } from './questions.ts'

/** What the runner does next. Every step is one effect, and the facts that tell what came of it. */
export type RunAction =
  /** → `work-read` */
  | { readonly step: 'read-work' }
  /** → `baseline-validated` */
  | { readonly step: 'baseline' }
  /** → `entered` */
  | { readonly step: 'enter'; readonly pass: PassName }
  /** → `written` or `writer-rejected` */
  | {
      readonly step: 'write'
      readonly pass: PassName
      readonly role: 'planner' | 'executor'
      readonly round: number
      /** 1, and 2 with the problems of the first answer. */
      readonly attempt: number
      readonly problems: readonly string[]
      /** An answer of this round that did not count came of work, as far as its agent tells. */
      readonly hasWorked: boolean
      /** What the last look found, and commands that do not pass. */
      readonly issues: readonly ReviewIssue[]
      readonly broke: readonly ValidationResult[]
      /** The files that its delta is counted from. */
      readonly since: WorkPoint
    }
  /** → `reviewed` or `reviewer-failed` */
  | {
      readonly step: 'review'
      readonly pass: PassName
      readonly by: 'reviewer' | 'checks'
      readonly kind: Fact<'reviewed'>['kind']
      readonly round: number
      readonly attempt: number
    }
  /** → `checked`. Without a pass: before the delivery, or after a hook changed what was delivered. */
  | { readonly step: 'check'; readonly pass: PassName | null; readonly commands: 'build' | 'suite' }
  /** → `rolled-back` */
  | { readonly step: 'roll-back'; readonly pass: PassName; readonly to: WorkPoint; readonly why: string }
  /** → `plan-approved` */
  | { readonly step: 'approve-plan'; readonly text: string }
  /** → `gate-passed`, `gate-skipped` or `gate-blocked` */
  | { readonly step: 'gate'; readonly round: number }
  /** → `preflight` */
  | { readonly step: 'preflight'; readonly round: number }
  /** → `ignores-written` */
  | { readonly step: 'write-ignores'; readonly patterns: readonly string[] }
  /** → `stage-completed` */
  | { readonly step: 'complete'; readonly stage: Stage; readonly why: string }
  /** → `cleared` */
  | { readonly step: 'clear'; readonly why: StageEvent }
  /** → `drift-accepted`, with the tree that was found */
  | { readonly step: 'accept-drift'; readonly by: string }
  /** → `asked` */
  | { readonly step: 'ask'; readonly question: AskedQuestion }
  /** → `answered`; it pauses when nobody is there */
  | { readonly step: 'wait'; readonly question: RunQuestion }
  /** → `decided` or `undecided` */
  | { readonly step: 'consult'; readonly question: AskedQuestion }
  /** → `stopped` */
  | { readonly step: 'stop'; readonly at: StopPoint }
  /** → `delivered` */
  | { readonly step: 'deliver' }
  /** → `ended`, unless the state has an outcome already */
  | ({ readonly step: 'end' } & Pick<Fact<'ended'>, 'outcome' | 'reason' | 'blockedBy'>)

export type Step<Name extends RunAction['step']> = Extract<RunAction, { readonly step: Name }>

/** Steps that rest on the files being as the run left them. The runner looks before each of them whether they are. */
export function restsOnFiles({ step }: RunAction): boolean {
  return !unmoved.has(step)
}

const unmoved: ReadonlySet<RunAction['step']> = new Set([
  'read-work',
  'ask',
  'wait',
  'consult',
  'accept-drift',
  'clear',
  'end',
])
