// What reviewers of other makers write on a pull request, before and after it is understood.

const surfaces = ['review', 'inline', 'issue_comment', 'check_run', 'reply', 'pr_body', 'reaction'] as const

export type Surface = (typeof surfaces)[number]

export function isSurface(value: string | null): value is Surface {
  return surfaces.some((surface) => surface === value)
}

/** What one text says about its review. */
export type CommentClass = 'findings' | 'clean' | 'in_progress' | 'failed' | 'refused' | 'summary' | 'notice' | 'reply'

export type Weight = 'critical' | 'high' | 'medium' | 'low'

/** One text as the forge has it. Whatever is not known is null. */
export interface OutsideComment {
  /** The id of the reviewer, where somebody already knows it. A login that says otherwise wins. */
  readonly bot: string | null
  readonly login: string | null
  readonly surface: Surface | null
  /** Of a review: APPROVED, CHANGES_REQUESTED, COMMENTED. */
  readonly state: string | null
  readonly commit: string | null
  readonly path: string | null
  readonly line: number | null
  /** Of a reaction: its name. */
  readonly body: string | null
  /** The account that edited it last, where that is not the one that wrote it; null: nobody knows which. Not there: nobody else did. */
  readonly editedBy?: { readonly login: string; readonly isBot: boolean } | null
  /** The object of the API: the state of a check run and the kind of account are only there. */
  readonly raw: unknown
}

/** One problem that a text states. */
export interface OutsideItem {
  readonly file: string | null
  /** The last of its lines, as forges count it. */
  readonly line: number | null
  readonly startLine: number | null
  readonly severity: Weight | null
  /** Grave, a bug, or a change that can be made; not a matter of taste, wording or "consider". */
  readonly actionable: boolean
  readonly title: string
  readonly body: string
  /** Exact replacement of its lines. */
  readonly suggestion: string | null
  /** SHA-256 of the path, where a text names its file by nothing else. */
  readonly pathHash: string | null
  /** What its reviewer calls it, the same in every round. */
  readonly nativeId: string | null
  /** Its reviewer holds it back itself, or says it by the way: no reason to call the review anything but clean. */
  readonly remark: boolean
  /** It stands in a prompt for the agents of others, which says again what stands inline. */
  readonly inPrompt: boolean
}

/** An item of one reviewer. */
export interface PostedItem extends OutsideItem {
  readonly reviewer: string
  /** Where it was before later commits: what is outdated has no line any more. */
  readonly originalLine: number | null
}

export interface Classification {
  /** Null for people and for reviewers that nobody told us about. */
  readonly reviewer: string | null
  readonly class: CommentClass
  /** This text alone proves that the reviewer finished a review of some commit. */
  readonly ready: boolean
  /** No review will come of this attempt. */
  readonly failure: boolean
  readonly items: readonly OutsideItem[]
  /** It says that it has something against the change, and nothing of that stands in it. */
  readonly findsElsewhere: boolean
  readonly why: Why
}

/** Which source decided, and by which rule, in plain words. `nothing`: the text is not understood. */
export interface Why {
  readonly source: 'forge' | 'structure' | 'reviewer' | 'agent' | 'nothing'
  readonly rule: string
}

/** What an agent made of a text that nothing else explains, checked against the text. */
export interface AgentReading {
  /** `other`: it is not about a review. */
  readonly class: 'findings' | 'clean' | 'failed' | 'refused' | 'in_progress' | 'other'
  /** The words of the text that decide. */
  readonly quote: string
  readonly items: readonly {
    readonly quote: string
    readonly file: string | null
    readonly line: number | null
    readonly severity: Weight | null
  }[]
}

/** What an agent says that a person asks for, checked against their comment. */
export interface AgentHeard {
  readonly asks: 'change' | 'leave' | 'stop' | 'question' | 'nothing'
  /** The id of an item; null: the whole. */
  readonly about: string | null
  readonly quote: string
}
