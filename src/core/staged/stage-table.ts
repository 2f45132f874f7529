// The stages of a staged run, as data: the one place that knows them by name. A new stage is a row here and a row for each of its
// passes, with the prompts that these name; session file, journal, schemas, guide and reports read it from here.

interface StageRow {
  /** Its word in `completed_stages`; null for planning. Rounds of the gate speak of the execution. */
  readonly stage: string | null
  /** How the headings of its rounds begin in the history of a session file. */
  readonly heading: string
  /** The words by which other tools mean it in such a heading. */
  readonly words: RegExp
  /** The stop points that end the run before it begins, and after one of its rounds. */
  readonly stopBefore: StopRow | null
  readonly stopAfterRound: StopRow | null
  /** What clears the completed stages when one of its passes wrote more than prose. */
  readonly written: ClearRow | null
  /** The policy that leaves it out, and the reason that the history gives. */
  readonly skip: { readonly policy: 'skipPolish'; readonly why: string } | null
}

interface StopRow {
  readonly name: string
  /** When the run stops there, for people. */
  readonly says: string
}

interface ClearRow {
  readonly event: string
  /** Why everything is validated again, for people. */
  readonly says: string
  /** The pass goes on after it, so that the run goes back to the execution once for all of its writes. */
  readonly keepsPass: boolean
}

const ordinaryStage = { stopBefore: null, stopAfterRound: null, written: null, skip: null } as const

/** By what their rounds are called in journal and results; in the order of the run. */
export const stageTable = {
  planning: { ...ordinaryStage, stage: null, heading: 'Planning', words: /\bplan(?:ning|ner)?\b/i },
  execution: {
    ...ordinaryStage,
    stage: 'exec',
    heading: 'Execution',
    words: /\bexec(?:ution)?\b|\bimplementation\b|\bcode review\b/i,
    stopAfterRound: { name: 'exec-round', says: 'after one reviewed round of execution, whatever its verdict' },
    written: { event: 'executor-round', says: 'the executor works on it once more', keepsPass: true },
  },
  gate: { ...ordinaryStage, stage: 'exec', heading: 'Adversarial Gate', words: /\badversarial\b/i },
  polish: {
    ...ordinaryStage,
    stage: 'polish',
    heading: 'Quality Polish',
    words: /\bpolish\b|\bquality\b/i,
    stopBefore: { name: 'before-polish', says: 'with an approved execution' },
    written: { event: 'polish-written', says: 'polishing changed more than prose', keepsPass: true },
    skip: { policy: 'skipPolish', why: 'skip_quality_polish' },
  },
  docs: {
    ...ordinaryStage,
    stage: 'docs',
    heading: 'Documentation',
    words: /\bdoc(?:s|umentation)\b/i,
    stopBefore: { name: 'before-docs', says: 'with the polish stage complete' },
    written: { event: 'docs-written', says: 'the documentation stage changed more than prose', keepsPass: false },
  },
  security: {
    ...ordinaryStage,
    stage: 'security',
    heading: 'Security Preflight',
    words: /\bsecurity\b/i,
    stopBefore: { name: 'before-security', says: 'with the documentation in order' },
    written: { event: 'security-written', says: 'the ignore file was changed', keepsPass: false },
  },
} as const satisfies Record<string, StageRow>

/** What a round belongs to. */
export type RoundPhase = keyof typeof stageTable

export interface PassRow {
  readonly phase: RoundPhase
  readonly writer: 'planner' | 'executor' | null
  readonly looker: 'reviewer' | 'checks' | 'preflight' | null
  readonly first: 'write' | 'look'
  /** Looks that may find something before the pass is at its cap: where a look comes first, one more than the fixes. */
  readonly mostFailures: number | 'softLimitPlan' | 'softLimitExec'
  /** At its cap a person is asked, or the run is blocked. `consult`: hands-free, the reviewer may allow more rounds. */
  readonly atCap: 'ask' | 'consult' | 'block'
  /** Commands that have to pass after a write, and what happens when they do not. */
  readonly check: { readonly commands: 'build' | 'suite'; readonly onFailure: 'fix' | 'roll-back' } | null
  /** `replay`: writes that are prose alone need no more than a reviewer's look; all others clear the completed stages. */
  readonly writes: 'clear' | 'replay'
  /** False: not again when the stages are replayed. Who simplifies always finds something more. */
  readonly repeats: boolean
  /** The files in prompts/ that tell writer and reviewer their part; null where there is none. */
  readonly writePrompt: string | null
  readonly reviewPrompt: string | null
  /** Which wishes of the project its reviewers are told, besides those for all. */
  readonly focus: 'review' | 'quality' | null
}

const ordinaryPass = {
  writer: 'executor',
  looker: 'reviewer',
  first: 'look',
  mostFailures: 3,
  atCap: 'block',
  check: null,
  writes: 'clear',
  repeats: true,
  writePrompt: null,
  reviewPrompt: null,
  focus: 'review',
} as const

/** Every row is the same loop, write → look → write …; in the order of the run. */
export const passes = {
  plan: {
    ...ordinaryPass,
    phase: 'planning',
    writer: 'planner',
    first: 'write',
    mostFailures: 'softLimitPlan',
    atCap: 'consult',
    writePrompt: 'staged-plan-write',
    reviewPrompt: 'staged-plan-review',
    focus: null,
  },
  exec: {
    ...ordinaryPass,
    phase: 'execution',
    first: 'write',
    mostFailures: 'softLimitExec',
    atCap: 'ask',
    writePrompt: 'staged-exec-write',
    reviewPrompt: 'staged-exec-review',
  },
  language: {
    ...ordinaryPass,
    phase: 'polish',
    looker: 'checks',
    writePrompt: 'staged-polish-write',
  },
  quality: {
    ...ordinaryPass,
    phase: 'polish',
    writePrompt: 'staged-polish-write',
    reviewPrompt: 'staged-quality-review',
    focus: 'quality',
  },
  simplify: {
    ...ordinaryPass,
    phase: 'polish',
    looker: null,
    first: 'write',
    mostFailures: 1,
    check: { commands: 'build', onFailure: 'roll-back' },
    writes: 'replay',
    repeats: false,
    writePrompt: 'staged-simplify-write',
  },
  tests: {
    ...ordinaryPass,
    phase: 'polish',
    check: { commands: 'suite', onFailure: 'fix' },
    writePrompt: 'staged-tests-write',
    reviewPrompt: 'staged-tests-review',
    focus: 'quality',
  },
  docs: {
    ...ordinaryPass,
    phase: 'docs',
    looker: null,
    first: 'write',
    mostFailures: 1,
    writes: 'replay',
    writePrompt: 'staged-docs-write',
  },
  security: {
    ...ordinaryPass,
    phase: 'security',
    writer: null,
    looker: 'preflight',
    mostFailures: 1,
  },
} as const satisfies Record<string, PassRow>

export type PassName = keyof typeof passes

// The machine itself is built around these: one pass makes the plan, another carries it out, all later ones change approved work and
// may send the run back to that one, and no delivery goes without the preflight.
export const planPass = 'plan'
export const execPass = 'exec'
export const execStage = 'exec'
export const preflightPass = 'security'
export const gatePhase = 'gate'

/** Where a run stops when its stages are complete. */
export const lastStops = [
  { name: 'before-delivery', says: 'with all stages complete' },
  { name: 'delivery', says: 'not before the end (default)' },
] as const

/** What else clears the completed stages, and why, for people. `byOthers`: not by a write of a stage. */
export const otherClears = [
  { event: 'drift-accepted', says: 'the tree was taken as it is', byOthers: true },
  { event: 'baseline-backfilled', says: 'what the tree was is not known', byOthers: true },
  { event: 'replay-rejected', says: 'a reviewer refused the texts that were written', byOthers: false },
  { event: 'hook-written', says: 'a hook changed what was committed', byOthers: true },
] as const
