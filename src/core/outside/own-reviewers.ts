import * as v from 'valibot'
import type { OwnReviewer } from '../../types.ts'
import { nameOfReaction } from './reactions.ts'
import type { OutsideReviewer, Signs } from './reviewer.ts'
import { reactionMeanings, signOrder } from './reviewer.ts'
import type { OutsideComment } from './types.ts'
import { botLogin, normaliseLogin } from './who.ts'

// Reviewers that people describe in their configuration.

const text = v.pipe(v.string(), v.nonEmpty('must not be empty'))
const pattern = v.pipe(text, v.maxLength(500, 'must be shorter'), v.check(isPattern, 'must be a regular expression'))
const minutes = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1440))
const marks = v.optional(v.array(pattern), [])

const described = <const S extends v.GenericSchema>(schema: S, words: string) => v.pipe(schema, v.description(words))
const list = (of: typeof text | typeof pattern, words: string) => v.optional(described(v.array(of), words), [])
const signs = (what: string) => list(pattern, `Texts with one of these ${what}.`)
const reactions = v.record(text, v.picklist(reactionMeanings))
const severity = v.strictObject({ critical: marks, high: marks, medium: marks, low: marks })

const ownReviewer = v.strictObject({
  name: v.optional(described(text, 'What to call it; its key when not given.')),
  logins: list(text, 'The accounts it posts from; [bot] may be left out.'),
  headline: v.optional(
    described(pattern, 'Needed where others post from the same account: only texts with this are of it.'),
  ),
  checks: list(text, 'Names of its check runs.'),
  refused: signs('say that it will not review: a limit, a missing seat, too large a change'),
  failed: signs('say that a review broke off'),
  in_progress: signs('say that it is still at work'),
  findings: signs('say that it found something'),
  clean: signs('say that it found nothing'),
  summary: signs('describe the change and are no review'),
  notice: signs('mean nothing'),
  reactions: v.optional(
    described(reactions, 'What it means by a reaction to the description, by the name of the reaction: +1, eyes.'),
    {},
  ),
  severity: v.optional(described(severity, 'How it marks what is grave.'), {}),
  native_id: v.optional(described(pattern, 'The first group is the id that it gives to a finding.')),
  only_bugs: v.optional(described(v.boolean(), 'It reports bugs and nothing else.'), false),
  trigger: v.optional(described(text, 'What to write to ask for another review.')),
  deadline_minutes: v.optional(described(minutes, 'After so long it is missing.')),
})

/** By id. The id of a known reviewer adds to what is known about it. */
export const ownReviewersSchema = v.record(
  v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]*$/, 'must be a name such as my-bot')),
  ownReviewer,
)

type OwnReviewers = Readonly<Record<string, OwnReviewer>>

/** Known reviewers and a person's own: theirs come first, and where both speak theirs counts. */
export function mergeReviewers(known: readonly OutsideReviewer[], own: OwnReviewers): readonly OutsideReviewer[] {
  const named = new Map(known.map((reviewer) => [reviewer.id, reviewer]))
  const described = Object.entries(own).map(([id, words]) => describe(id, words, named.get(id)))
  return [...described, ...known.filter(({ id }) => !Object.hasOwn(own, id))]
}

function describe(id: string, own: OwnReviewer, known: OutsideReviewer = unknownReviewer): OutsideReviewer {
  const { headline, native_id } = own
  const accounts = own.logins.map(normaliseLogin)
  const reactions = Object.entries(own.reactions).map(([name, means]) => [nameOfReaction(name), means])
  const severities = weights.flatMap((weight) =>
    own.severity[weight].map((source) => [regularExpression(source), weight] as const),
  )
  return {
    ...known,
    id,
    name: own.name ?? (known.name || id),
    logins: [...(headline === undefined ? accounts : []), ...known.logins],
    accounts,
    ...(headline === undefined ? {} : { shared: { logins: accounts, mark: regularExpression(headline) } }),
    checks: {
      apps: [],
      conclusions: {},
      ...known.checks,
      names: [...own.checks.map((name) => name.toLowerCase()), ...(known.checks?.names ?? [])],
    },
    signs: Object.fromEntries(signOrder.map((kind) => [kind, joinSigns(own[kind], known.signs[kind])])),
    reactions: { ...known.reactions, ...Object.fromEntries(reactions) },
    severities: [...severities, ...(known.severities ?? [])],
    nativeIds: [...[native_id ?? []].flat().map(regularExpression), ...(known.nativeIds ?? [])],
    onlyBugs: own.only_bugs || known.onlyBugs === true,
    trigger: own.trigger ?? known.trigger,
    deadlineMinutes: own.deadline_minutes ?? known.deadlineMinutes,
  }
}

/** What is known of a stranger. */
const unknownReviewer: OutsideReviewer = {
  id: '',
  name: '',
  logins: [],
  surfaces: ['review', 'inline', 'issue_comment', 'check_run', 'reply'],
  signs: {},
  boundBy: ['review', 'check', 'text'],
  trigger: null,
  deadlineMinutes: null,
  namesWindow: true,
}

/** A bot that nobody described. A known reviewer may share its account and is recognised by its headline: it comes first. */
export function unknownBot(login: string): OutsideReviewer {
  return { ...unknownReviewer, id: `@${login}`, name: login, shared: { logins: [login], mark: /(?:)/ } }
}

/** The reviewers, and the bot that wrote a text where none of them did. */
export function withAuthor(reviewers: readonly OutsideReviewer[], comment: OutsideComment): readonly OutsideReviewer[] {
  const login = botLogin(comment)
  if (login === undefined) return reviewers
  return [...reviewers, { ...unknownBot(login), checks: { names: [], apps: [login], conclusions: {} } }]
}

/** Patterns with a `<` are about markup, which nobody sees. */
function joinSigns(own: readonly string[], known: Signs | undefined): Signs {
  const patterns = (isMarkup: boolean) =>
    own.filter((source) => source.includes('<') === isMarkup).map(regularExpression)
  return { markup: [...patterns(true), ...(known?.markup ?? [])], prose: [...patterns(false), ...(known?.prose ?? [])] }
}

const weights = ['critical', 'high', 'medium', 'low'] as const

function isPattern(source: string): boolean {
  try {
    regularExpression(source)
    return true
  } catch {
    return false
  }
}

function regularExpression(source: string): RegExp {
  return new RegExp(source, 'im')
}
