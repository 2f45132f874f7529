import {
  choice,
  commitPrefix,
  docsPath,
  type FlatValue,
  flag,
  modelName,
  pathList,
  prose,
  wholeNumber,
} from './flat-values.ts'

/** Everything `.review-loop/config.md` can say. Other tools read the same file: no key is added here. */
export interface FlatConfig {
  readonly reviewer: 'codex' | 'subagent'
  readonly reviewer_model: string
  readonly judgment_model: string
  readonly cheap_model: string
  readonly executor_model: string
  readonly codex_reviewer_backend: 'claude_cli' | 'codex'
  readonly codex_reviewer_model: string
  readonly codex_executor_model: string
  readonly soft_limit_plan: number
  readonly soft_limit_exec: number
  readonly auto_commit: boolean
  readonly commit_message_prefix: string
  /** Empty: nothing is appended anywhere. */
  readonly docs_file: string
  readonly handsfree: boolean
  readonly review_focus: string
  readonly quality_focus: string
  readonly review_style: string
  readonly skip_quality_polish: boolean
  readonly adversarial_gate_skip_paths: readonly string[]
  readonly context_persist_threshold: number
}

export type FlatKey = keyof FlatConfig

export const flatDefaults: FlatConfig = {
  reviewer: 'codex',
  reviewer_model: '',
  judgment_model: '',
  cheap_model: '',
  executor_model: 'inherit',
  codex_reviewer_backend: 'claude_cli',
  codex_reviewer_model: '',
  codex_executor_model: '',
  soft_limit_plan: 3,
  soft_limit_exec: 3,
  auto_commit: false,
  commit_message_prefix: 'feat',
  docs_file: 'CHANGELOG.md',
  handsfree: false,
  review_focus: '',
  quality_focus: '',
  review_style: '',
  skip_quality_polish: false,
  adversarial_gate_skip_paths: ['**/SKILL.md', 'docs/protocol/**', 'tests/skills/contracts/**'],
  context_persist_threshold: 70,
}

interface FlatKeyRow<Value> {
  readonly value: FlatValue<Value>
  /** What it does in a staged run. */
  readonly says: string
  /** It is accepted, because other tools use it, and changes nothing here. */
  readonly noOp?: true
}

const rounds = wholeNumber(1)

export const flatKeys: { readonly [Key in FlatKey]: FlatKeyRow<FlatConfig[Key]> } = {
  reviewer: { value: choice('codex', 'subagent'), says: 'the reviewer of another runtime', noOp: true },
  reviewer_model: { value: modelName, says: 'model of the Claude reviewer' },
  judgment_model: { value: modelName, says: 'model of the Claude reviewer where reviewer_model is empty' },
  cheap_model: { value: modelName, says: 'model of agents for simple work, of which there are none', noOp: true },
  executor_model: { value: modelName, says: 'model of the executor of another runtime', noOp: true },
  codex_reviewer_backend: {
    value: choice('claude_cli', 'codex'),
    says: 'who reviews: claude_cli, or codex for the local reviewer',
  },
  codex_reviewer_model: { value: modelName, says: 'model of the local reviewer' },
  codex_executor_model: { value: modelName, says: 'reserved', noOp: true },
  soft_limit_plan: { value: rounds, says: 'rounds of planning before a person is asked about what still blocks' },
  soft_limit_exec: { value: rounds, says: 'rounds of execution before a person is asked about what still blocks' },
  auto_commit: { value: flag, says: 'commit at delivery, named files only' },
  commit_message_prefix: { value: commitPrefix, says: 'what the message of that commit begins with' },
  docs_file: { value: docsPath, says: 'file that gets a line at delivery; empty for none' },
  handsfree: { value: flag, says: 'decide without asking where that is allowed; --handsfree overrides it' },
  review_focus: { value: prose, says: 'told to reviewers of code, in every round' },
  quality_focus: { value: prose, says: 'told to reviewers of the polish stage, when it runs' },
  review_style: { value: prose, says: 'told to every reviewer' },
  skip_quality_polish: { value: flag, says: 'count the polish stage as done without running it' },
  adversarial_gate_skip_paths: {
    value: pathList,
    says: 'the adversarial gate is skipped when every changed file matches one of these',
  },
  context_persist_threshold: {
    value: wholeNumber(0, 100),
    says: 'fill of a context, in percent, at which another runtime saves it',
    noOp: true,
  },
}

export function isFlatKey(word: string): word is FlatKey {
  return Object.hasOwn(flatKeys, word)
}
