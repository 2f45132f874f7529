import { expect, it } from 'vitest'
import {
  type EntryFacts,
  type FittingSession,
  isAbout,
  type Route,
  routeEntry,
  type SessionSubject,
} from './route-entry.ts'
import { renderSession } from './session-file/session-render.ts'
import { startSession } from './session-file/start-session.ts'

const plan = [
  '## Solution Plan: Limit logins',
  ...['### Problem Analysis', 'x', '### Proposed Approach', 'y', '### Implementation Steps', '1. z'],
  ...[
    '### Files to Modify / Create',
    '- `a.ts` - z',
    '### Risks & Assumptions',
    '- None',
    '### Open Questions',
    '- None.',
  ],
].join('\n')

const sessionFile = renderSession(
  startSession(
    { entry: 'review-loop', title: 'T', problem: 'p', context: '', criteria: '- x' },
    { head: null, dirty: new Map() },
    { session_origin: 'o', orchestrator_backend: 'o', executor_backend: 'e', reviewer_backend: 'r' },
  ),
)

const session = (id: string, standing: FittingSession['standing'], isHere = true) => ({ id, standing, isHere })

type Told = Partial<Omit<Extract<Route, { way: 'execute' }>, 'way' | 'notice'>> & {
  session?: string
  said: RegExp | null
}

const rows: [title: string, facts: Partial<EntryFacts>, way: Route['way'], told: Told][] = [
  ['nothing fits', {}, 'plan', { said: null }],
  [
    'an unfinished session',
    { fitting: [session('a', 'unfinished')] },
    'resume',
    { session: 'a', said: /going on .* --new/ },
  ],
  ['an approved plan', { fitting: [session('a', 'planned')] }, 'resume', { session: 'a', said: /carried out.* --new/ }],
  [
    'a session that is over',
    { fitting: [session('a', 'complete')] },
    'plan',
    { said: /a has completed this.*planned anew/ },
  ],
  [
    'one that is over, and one that was left before it',
    { fitting: [session('b', 'complete'), session('a', 'unfinished')] },
    'plan',
    { said: /b has completed/ },
  ],
  [
    'one that is over, and one after it',
    { fitting: [session('b', 'unfinished'), session('a', 'complete')] },
    'resume',
    { session: 'b', said: /going on/ },
  ],
  [
    'a session of another branch',
    { fitting: [session('a', 'unfinished', false)] },
    'plan',
    { said: /a, begun on another branch, .*--resume a/ },
  ],
  [
    'one of another branch and one of this',
    { fitting: [session('b', 'unfinished', false), session('a', 'planned')] },
    'resume',
    { session: 'a', said: /carried out/ },
  ],
  [
    'two of this branch',
    { fitting: [session('b', 'unfinished'), session('a', 'planned')] },
    'refuse',
    { said: /2 sessions .* b \(unfinished\), a \(planned\).*--resume ID.*--new/ },
  ],
  [
    'a plan',
    { text: `${plan}\n` },
    'execute',
    { plan, title: 'Limit logins', said: /no reviewer has approved.*--new/ },
  ],
  [
    'a plan that a session approved',
    { text: plan, fitting: [session('a', 'planned')] },
    'resume',
    { session: 'a', said: /./ },
  ],
  ['a plan out of form', { text: plan.replace('1. z', 'z') }, 'plan', { said: /line 6: The steps are a list/ }],
  [
    'a session file of this repository',
    { text: sessionFile, named: 'a' },
    'resume',
    { session: 'a', said: /file of session a/ },
  ],
  ['a session file of elsewhere', { text: sessionFile }, 'refuse', { said: /put it into \.review-loop\/sessions\// }],
  ['only a plan is wanted', { planOnly: true, text: plan }, 'plan', { said: null }],
  [
    'only a plan is wanted, and it is there',
    { planOnly: true, fitting: [session('a', 'planned')] },
    'plan',
    { said: /execute --session a carries it out/ },
  ],
  [
    'only a plan is wanted, and two are under way',
    { planOnly: true, fitting: [session('b', 'unfinished'), session('a', 'unfinished')] },
    'plan',
    { said: /run --resume b/ },
  ],
]

it.each(rows)('%s', (_, facts, way, { said, ...told }) => {
  const route = routeEntry({ text: 'limit logins', named: null, fitting: [], planOnly: false, ...facts })
  expect(route).toMatchObject({ way, ...told })
  const line = route.way === 'refuse' ? route.problem : route.notice
  if (said === null) expect(line).toBeNull()
  else expect(line).toMatch(said)
})

const subject: SessionSubject = { title: 'Limit logins', problem: 'Five tries a minute, then wait.', plan: null }
const approved = { source: 'reviewer-approved', text: plan } as const

it.each<[title: string, text: string, SessionSubject, boolean]>([
  ['the same problem', 'Five tries a minute, then wait.', subject, true],
  ['other blank space, case and no final dot', ' five tries\na minute,  THEN wait', subject, true],
  ['a document with the same problem', '# Logins\n\nFive tries a minute, then wait.\n', subject, true],
  ['nothing but the title', 'limit logins.', subject, true],
  ['a document of its title alone', '# Limit Logins\n', subject, true],
  ['the title with another problem', '# Limit logins\n\nTen tries a minute.\n', subject, false],
  ['more words', 'limit logins now', subject, false],
  ['other words', 'limit log-ins', subject, false],
  ['the plan itself', `${plan}\n`, { ...subject, plan: approved }, true],
  ['another plan', plan.replace('1. z', '1. w'), { ...subject, plan: approved }, false],
  [
    'the title that all reviews have',
    'review only',
    { title: 'Review only', problem: 'x', plan: { source: 'review-only', text: '-' } },
    false,
  ],
  ['a session that says nothing', 'limit logins', { title: '', problem: '', plan: null }, false],
])('is about it or not: %s', (_, text, about, expected) => {
  expect(isAbout(text, about)).toBe(expected)
})
