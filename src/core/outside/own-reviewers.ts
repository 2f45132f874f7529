import type { OwnReviewer } from '../../types.ts'
import { given } from '../values/given.ts'
import { nameOfReaction } from './reactions.ts'
import type { OutsideReviewer, SignedClass } from './reviewer.ts'
import { regularExpression } from './reviewer-schema.ts'
import type { OutsideComment } from './types.ts'
import { botLogin, normaliseLogin } from './who.ts'

type OwnReviewers = Readonly<Record<string, OwnReviewer>>

/** Known reviewers and a person's own: theirs come first, and where both speak theirs counts. */
export function mergeReviewers(known: readonly OutsideReviewer[], own: OwnReviewers): readonly OutsideReviewer[] {
  const named = new Map(known.map((reviewer) => [reviewer.id, reviewer]))
  const described = Object.entries(own).map(([id, words]) => ({
    ...readReviewer(id, words, named.get(id)),
    accounts: [...words.logins, ...words.shared_logins].map(normaliseLogin),
  }))
  return [...described, ...known.filter(({ id }) => !Object.hasOwn(own, id))]
}

/** A description, added to what is known already: where both speak, the description counts. */
export function readReviewer(id: string, own: OwnReviewer, known = stranger): OutsideReviewer {
  const accounts = own.logins.map(normaliseLogin)
  const named = own.shared_logins.map(normaliseLogin)
  const [logins, shared] = own.headline === undefined || named.length > 0 ? [accounts, named] : [[], accounts]
  const reactions = Object.entries(own.reactions).map(([name, means]) => [nameOfReaction(name), means])
  const severities = weights.flatMap((weight) =>
    own.severity[weight].map((source) => [regularExpression(source), weight] as const),
  )
  const { description: part, headline } = own
  return {
    ...known,
    id,
    name: own.name ?? (known.name || id),
    logins: [...logins, ...known.logins],
    checks: [...own.checks.map((name) => name.toLowerCase()), ...known.checks],
    conclusions: { ...known.conclusions, ...own.conclusions },
    signs: Object.fromEntries(signedClasses.map((kind) => [kind, signsOf(kind, own, known)])),
    reactions: { ...known.reactions, ...Object.fromEntries(reactions) },
    severities: [...severities, ...known.severities],
    nativeIds: [...(own.native_id === undefined ? [] : [regularExpression(own.native_id)]), ...known.nativeIds],
    onlyBugs: own.only_bugs || known.onlyBugs,
    summaryIsReady: own.summary_is_ready || known.summaryIsReady,
    trigger: own.trigger ?? known.trigger,
    deadlineMinutes: own.deadline_minutes ?? known.deadlineMinutes,
    ...given({
      shared: headline === undefined ? undefined : { logins: shared, mark: regularExpression(headline) },
      description: part && { start: regularExpression(part.start), end: regularExpression(part.end) },
      ignored: compiled(own.ignored),
      answers: compiled(own.answers),
      sideReview: compiled(own.side_review),
      remarks: compiled(own.remarks),
      itemsBelow: compiled(own.items_below),
      requestedAs: own.requested_as,
    }),
  }
}

/** What is known of a reviewer before anybody describes it. */
const stranger: OutsideReviewer = {
  id: '',
  name: '',
  logins: [],
  checks: [],
  conclusions: {},
  signs: {},
  reactions: {},
  severities: [],
  nativeIds: [],
  onlyBugs: false,
  summaryIsReady: false,
  trigger: null,
  deadlineMinutes: null,
}

/** A bot that nobody described. A known reviewer may share its account and is recognised by its headline: it comes first. */
export function unknownBot(login: string): OutsideReviewer {
  return { ...stranger, id: `@${login}`, name: login, shared: { logins: [login], mark: /(?:)/ } }
}

/** The reviewers, and the bot that wrote a text where none of them did. */
export function withAuthor(reviewers: readonly OutsideReviewer[], comment: OutsideComment): readonly OutsideReviewer[] {
  const login = botLogin(comment)
  if (login === undefined) return reviewers
  return [...reviewers, { ...unknownBot(login), logins: comment.surface === 'check_run' ? [login] : [] }]
}

const signedClasses = ['refused', 'failed', 'in_progress', 'findings', 'clean', 'summary', 'notice'] as const
const weights = ['critical', 'high', 'medium', 'low'] as const

/** A pattern with a `<` is a mark, too: nobody sees markup. `(?<` is no markup. */
function signsOf(kind: SignedClass, own: OwnReviewer, known: OutsideReviewer) {
  const isMark = (source: string) => /(?<!\(\?)</.test(source)
  const marks = [...own.marks[kind], ...own[kind].filter(isMark)].map(regularExpression)
  const words = own[kind].filter((source) => !isMark(source)).map(regularExpression)
  const { markup = [], prose = [] } = known.signs[kind] ?? {}
  return { markup: [...marks, ...markup], prose: [...words, ...prose] }
}

function compiled(source: string | undefined): RegExp | undefined {
  return source === undefined ? undefined : regularExpression(source)
}
