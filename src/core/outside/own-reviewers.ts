import * as v from 'valibot'
import type { OwnReviewer } from '../../types.ts'
import { nameOfReaction } from './reactions.ts'
import type { OutsideReviewer, SignedClass, Signs } from './reviewer.ts'
import { reactionMeanings, signOrder } from './reviewer.ts'
import type { Weight } from './types.ts'
import { normaliseLogin } from './who.ts'

// Reviewers that people describe in their configuration.

const text = v.pipe(v.string(), v.nonEmpty('must not be empty'))

const pattern = v.pipe(text, v.maxLength(500, 'must be shorter'), v.check(isPattern, 'must be a regular expression'))

const signs = (what: string) =>
  v.optional(v.pipe(v.array(pattern), v.description(`Texts with one of these ${what}.`)), [])
const marks = v.optional(v.array(pattern), [])

const ownReviewer = v.strictObject({
  name: v.optional(v.pipe(text, v.description('What to call it; its key when not given.'))),
  logins: v.optional(v.pipe(v.array(text), v.description('The accounts it posts from; [bot] may be left out.')), []),
  headline: v.optional(
    v.pipe(pattern, v.description('Needed where others post from the same account: only texts with this are of it.')),
  ),
  checks: v.optional(v.pipe(v.array(text), v.description('Names of its check runs.')), []),
  refused: signs('say that it will not review: a limit, a missing seat, too large a change'),
  failed: signs('say that a review broke off'),
  in_progress: signs('say that it is still at work'),
  findings: signs('say that it found something'),
  clean: signs('say that it found nothing'),
  summary: signs('describe the change and are no review'),
  notice: signs('mean nothing'),
  reactions: v.optional(
    v.pipe(
      v.record(text, v.picklist(reactionMeanings)),
      v.description('What it means by a reaction to the description, by the name of the reaction: +1, eyes.'),
    ),
    {},
  ),
  severity: v.optional(
    v.pipe(
      v.strictObject({ critical: marks, high: marks, medium: marks, low: marks }),
      v.description('How it marks what is grave.'),
    ),
    {},
  ),
  native_id: v.optional(v.pipe(pattern, v.description('The first group is the id that it gives to a finding.'))),
  only_bugs: v.optional(v.pipe(v.boolean(), v.description('It reports bugs and nothing else.')), false),
  trigger: v.optional(v.pipe(text, v.description('What to write to ask for another review.'))),
  deadline_minutes: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1440), v.description('After so long it is missing.')),
  ),
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

function describe(id: string, own: OwnReviewer, known: OutsideReviewer | undefined): OutsideReviewer {
  const { logins: accounts, headline, native_id, checks } = own
  const logins = accounts.map(normaliseLogin)
  const shared = headline === undefined ? known?.shared : { logins, mark: regularExpression(headline) }
  const nativeIds = [...(native_id === undefined ? [] : [regularExpression(native_id)]), ...(known?.nativeIds ?? [])]
  return {
    ...(known ?? unknownReviewer),
    id,
    name: own.name ?? known?.name ?? id,
    logins: [...(headline === undefined ? logins : []), ...(known?.logins ?? [])],
    accounts: logins,
    ...(shared === undefined ? {} : { shared }),
    checks: {
      names: [...checks.map((name) => name.toLowerCase()), ...(known?.checks?.names ?? [])],
      apps: known?.checks?.apps ?? [],
      conclusions: known?.checks?.conclusions ?? {},
    },
    signs: Object.fromEntries(signOrder.map((kind) => [kind, joinSigns(own[kind], known?.signs[kind])])),
    reactions: { ...known?.reactions, ...reactionsOf(own) },
    severities: [...severitiesOf(own.severity), ...(known?.severities ?? [])],
    nativeIds,
    onlyBugs: own.only_bugs || known?.onlyBugs === true,
    trigger: own.trigger ?? known?.trigger ?? null,
    deadlineMinutes: own.deadline_minutes ?? known?.deadlineMinutes ?? null,
  }
}

/** What is known of a stranger. */
export const unknownReviewer: OutsideReviewer = {
  id: '',
  name: '',
  logins: [],
  surfaces: ['review', 'inline', 'issue_comment', 'check_run', 'reply'],
  signs: {} satisfies Partial<Record<SignedClass, Signs>>,
  boundBy: ['review', 'check', 'text'],
  trigger: null,
  deadlineMinutes: null,
  namesWindow: true,
}

/** Patterns with a `<` are about markup, which nobody sees. */
function joinSigns(own: readonly string[], known: Signs | undefined): Signs {
  const markup = own.filter((source) => source.includes('<')).map(regularExpression)
  const prose = own.filter((source) => !source.includes('<')).map(regularExpression)
  return { markup: [...markup, ...(known?.markup ?? [])], prose: [...prose, ...(known?.prose ?? [])] }
}

function reactionsOf({ reactions }: OwnReviewer): NonNullable<OutsideReviewer['reactions']> {
  return Object.fromEntries(Object.entries(reactions).map(([name, means]) => [nameOfReaction(name), means]))
}

function severitiesOf(own: Readonly<Record<Weight, readonly string[]>>): readonly (readonly [RegExp, Weight])[] {
  return weights.flatMap((weight) => own[weight].map((source) => [regularExpression(source), weight] as const))
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
