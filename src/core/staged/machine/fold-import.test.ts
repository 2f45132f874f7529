import { expect, it } from 'vitest'
import { plainPolicy, plainStart, plainWork, playStory } from '../../../../test/support/staged-story.ts'
import type { DeliveryBlock } from '../delivery-block.ts'
import type { DirtyMap } from '../dirty-map.ts'
import { questionLine } from '../run-answer.ts'
import { parseSession } from '../session-file/session-parse.ts'
import { renderSession } from '../session-file/session-render.ts'
import { startSession } from '../session-file/start-session.ts'
import { stages, stagesBefore } from '../stages.ts'
import type { RunFact } from './facts.ts'
import { foldRun } from './fold.ts'
import { importedDocument, isUntouched } from './fold-import.ts'
import { allowedAnswers } from './questions.ts'
import { sessionOf } from './to-session.ts'

const begun = startSession(
  { entry: 'execute-from-plan', title: 'T', description: '', plan: '1. x' },
  { head: null, dirty: new Map() },
  { session_origin: 'o', orchestrator_backend: 'o', executor_backend: 'e', reviewer_backend: 'r' },
)
const withHistory = (reviewHistory: string, completed: readonly 'exec'[] = [], block: DeliveryBlock | null = null) =>
  renderSession({
    ...begun,
    reviewHistory,
    metadata: {
      ...begun.metadata,
      values: { ...begun.metadata.values, completed_stages: completed, delivery_blocked_by: block },
    },
  })
const refused = '### Execution Round 2\n- Verdict: REQUEST_CHANGES\n- Issues:\n  - [CRITICAL] Wrong sign'
const policy = { ...plainPolicy, stopAfter: 'before-polish' } as const
const from = (text: string): RunFact[] => [
  { ...plainStart, begin: null, policy },
  plainWork,
  { type: 'imported', text, point: plainWork.point },
]

it.each([
  [
    'begins with the executor where nobody has worked',
    withHistory(''),
    ['enter exec', 'write exec', 'review exec', 'complete exec'],
  ],
  [
    'begins with the executor where only the plan was approved, in a round that names no phase',
    renderSession({
      ...begun,
      reviewHistory: '### Round 1\n- Verdict: APPROVE',
      approvedPlan: { source: 'reviewer-approved', text: '1. x' },
      metadata: { values: {}, foreign: [] },
    }),
    ['enter exec', 'write exec', 'review exec', 'complete exec'],
  ],
  [
    'repairs first what was refused',
    withHistory(refused),
    ['enter exec', 'write exec', 'review exec', 'complete exec'],
  ],
  [
    'looks first at what was approved and not complete',
    withHistory('### Round 1\n- Verdict: APPROVE'),
    ['enter exec', 'review exec', 'complete exec'],
  ],
  ['does not repeat a stage that is complete', withHistory('### Round 1\n- Verdict: APPROVE', ['exec']), []],
  [
    'looks first at what is called complete and was approved by nobody',
    withHistory('', ['exec']),
    ['enter exec', 'review exec', 'complete exec'],
  ],
])('a session of another tool %s', (_, text, steps) => {
  expect(playStory(from(text)).steps).toEqual([...steps, 'stop', 'end stopped'])
})

const planned = withHistory('### Planning Round 1\n- Verdict: APPROVE')
const executed = withHistory('### Execution Round 1\n- Verdict: APPROVE', ['exec'])
const claimed = withHistory('### Planning Round 1\n- Verdict: APPROVE', ['exec'])
const listed = executed.replace('## Files Changed\n', '## Files Changed\n- `a.ts` - done\n')
const work: DirtyMap = new Map([['a.ts', 'b'.repeat(40)]])

it.each<[boolean, string, string, DirtyMap]>([
  [true, 'nobody has executed', planned, new Map()],
  [true, 'nobody has executed, and somebody else works', planned, work],
  [true, 'an execution has left the files as they were', executed, new Map()],
  [true, 'an execution is claimed that has left the files as they were', claimed, new Map()],
  [false, 'an execution has changed files', executed, work],
  [false, 'files are told that were accepted or committed since', listed, new Map()],
  [false, 'it is not told what the files were before', executed.replace(/^- base_head: .*\n/m, ''), new Map()],
])('says %s to "nothing has been done" where %s', (is, _, text, dirty) => {
  expect(isUntouched(importedDocument(text), { head: null, dirty })).toBe(is)
})

it.each([
  ['an executor does nothing', planned, { 'write exec': ['no-op'] }],
  ['an execution is only claimed', claimed, {}],
])('a session of another tool in which nothing was done asks a person where %s', (_, text, words) => {
  const facts = from(text).map((fact): RunFact => (fact.type === 'work-read' ? { ...fact, isUntouched: true } : fact))
  expect(playStory(facts, words).steps.at(-1)).toBe('ask unchanged')
})

it('asks about a session that says why it was not delivered', () => {
  expect(playStory(from(withHistory('', [], 'security'))).steps).toEqual(['ask blocked'])
})

it('goes on counting rounds, and gives the executor what is left', () => {
  const { events } = playStory(from(withHistory(refused)))
  expect(events.find(({ type }) => type === 'written')).toMatchObject({ round: 3 })
})

it.each([
  ['the gate refused', refused.replace('Execution', 'Adversarial Gate')],
  ['an approval stands beside something critical', refused.replace('REQUEST_CHANGES', 'APPROVE')],
])('gives the executor what is left where %s', (_, last) => {
  const { events, steps } = playStory(from(withHistory(`### Execution Round 1\n- Verdict: APPROVE\n\n${last}`)))
  expect(steps.slice(0, 3)).toEqual(['enter exec', 'write exec', 'review exec'])
  const entered = events.findIndex(({ type }) => type === 'entered')
  expect(foldRun(events.slice(0, entered + 1)).pass?.review?.issues).toMatchObject([{ text: 'Wrong sign' }])
})

it.each(['drift', 'baseline'] as const)('keeps what is left when the tree is accepted: %s', (kind) => {
  const { point, tree } = plainWork
  const found: RunFact = { type: 'drift-found', kind, reasons: [], point, tree }
  const { events, steps } = playStory([...from(withHistory(refused)), found], { 'wait drift': ['accept'] })
  expect(steps.slice(0, 4)).toEqual(['ask drift', 'accept-drift', 'enter exec', 'write exec'])
  const entered = events.findIndex(({ type }) => type === 'entered')
  expect(foldRun(events.slice(0, entered + 1)).pass?.review?.issues).toMatchObject([{ text: 'Wrong sign' }])
})

const asking = '### Open Questions\n- [OUTSIDE] Which tenant?\n- [DECISION] Tabs or spaces?'
const withDraft = renderSession({
  ...begun,
  currentPhase: 'planning',
  approvedPlan: null,
  supplements: [{ title: 'Draft Plan', text: asking, after: 'Approved Plan' }],
  metadata: { values: {}, foreign: [] },
})
const withPlan = (plan: string, reviewHistory = '') =>
  renderSession({ ...begun, reviewHistory, approvedPlan: { source: 'user-supplied', text: plan } })
const approvedAsking = (...notes: readonly string[]) =>
  ['### Execution Round 1', '- Verdict: APPROVE', ...notes.map((note) => `- Note: ${note}`)].join('\n')
const half = '\n\n### Execution Round 2\n- Executor backend: other\n- Result: nothing'
const asked = questionLine({
  kind: 'outside',
  pass: 'exec',
  round: 1,
  about: ['Does the contract (2024) allow it?'],
  allowed: allowedAnswers.outside,
})

it.each<readonly [string, string]>([
  ['a draft', withDraft],
  ['an approved plan', withPlan(asking)],
  [
    'a plan whose questions are no list',
    withPlan('1. x\n\n#### Open questions\nWhich account is it?\n\n#### More\n- y'),
  ],
  [
    'a plan of a user with sections of its own',
    withPlan('1. x').replace('## Review History', '## Open Questions\n- Which account?\n\n## Review History'),
  ],
  ['a reviewer who approved', withHistory(approvedAsking(asked))],
  [
    'a reviewer where the run was ended',
    withHistory(approvedAsking(asked, 'Answer of A: stop (end the run here; it can be resumed)')),
  ],
  ['a reviewer before a round without a verdict', withHistory(`${approvedAsking(asked)}${half}`)],
  [
    'a reviewer where something else was answered since',
    withHistory(
      approvedAsking(asked, 'Question: the tree is not as the session has it (accept or stop)', 'Answer of A: accept'),
    ),
  ],
  [
    'a reviewer in the words of another tool',
    withHistory('### Execution Round 1\nVerdict: APPROVE\n\n### Questions\n- [OUTSIDE] Which tenant?\n- Outcome: done'),
  ],
  [
    'a reviewer of the execution before an approval of polish and of the gate',
    withHistory(
      `${approvedAsking(asked)}\n\n### Adversarial Gate Round 1\n- Verdict: APPROVE\n\n### Quality Polish Round 1 (quality)\n- Verdict: APPROVE`,
    ),
  ],
  ['somebody who asks in a note', withHistory(approvedAsking('Question: which customer is it for?'))],
  ...[
    '- Questions: [OUTSIDE] Which tenant?',
    '- Questions:\n  - [outside] Which tenant?\n- Outcome: approved',
    '**Questions**\n\nWhich customer is it for: A or B?',
    '#### Questions\nWhich customer is it for?',
    '- Note: before it is released, \\[OUTSIDE\\] which tenant?',
    '| [OUTSIDE] | Which tenant? |',
    '- Questions: [OUTSIDE] Which tenant?\n- Note: Question: the tree is not as the session has it (accept or stop)\n- Note: Answer of A: accept',
  ].map(
    (said) => [`another tool: ${said}`, withHistory(`### Execution Round 2\n- Verdict: APPROVE\n${said}`)] as const,
  ),
])('asks first what is left open by %s', (_, text) => {
  expect(playStory(from(text)).steps.filter((step) => !step.startsWith('enter'))).toEqual(['ask outside'])
})

it.each([
  ['answered', approvedAsking(asked, 'Answer of A: yes')],
  ['decided', approvedAsking(asked, 'Decided by codex: yes (it fits)')],
  ['none', '### Execution Round 1\nVerdict: APPROVE\n\n### Questions\n- None.'],
  ['none beside the label', '### Execution Round 1\n- Verdict: APPROVE\n- **Questions:** None.\n- Outcome: approved'],
  [
    'answered in the words of another tool',
    '### Execution Round 1\n- Verdict: APPROVE\n- Questions: [OUTSIDE] Which tenant?\n- Note: Answer of A: the bakery',
  ],
  [
    'answered below a round without a verdict',
    `${approvedAsking(asked)}${half}\n- Note: ${asked}\n- Note: Answer of A: yes`,
  ],
  ['from an earlier round', `${approvedAsking(asked)}\n\n### Execution Round 2\n- Verdict: APPROVE`],
])('does not ask again what is %s', (_, history) => {
  expect(playStory(from(withHistory(history))).steps).toEqual([
    'enter exec',
    'review exec',
    'complete exec',
    'stop',
    'end stopped',
  ])
})

it('lets the planner take the answers in before the draft is reviewed, and decides hands-free what may be decided', () => {
  const { steps } = playStory([...from(withDraft), { type: 'resumed', policy: { ...policy, handsfree: true } }], {
    'wait outside': ['text'],
  })
  expect(steps.slice(0, 5)).toEqual(['enter plan', 'ask outside', 'consult decision', 'write plan', 'review plan'])
})

it('gives the answer to a reviewer who approved to the executor', () => {
  const { steps } = playStory(from(withHistory(approvedAsking(asked))), { 'wait outside': ['text'] })
  expect(steps).toEqual([
    'enter exec',
    'ask outside',
    'write exec',
    'review exec',
    'complete exec',
    'stop',
    'end stopped',
  ])
})

it('keeps an answer that nobody has taken in, and questions that were not put yet', () => {
  const { events } = playStory([{ ...plainStart, policy }], { 'review exec': ['asks Tabs?'] })
  const text = withHistory(approvedAsking(asked))
  const edited: RunFact = { type: 'imported', text, point: plainWork.point }
  expect(foldRun([...events, { at: '', ...edited }]).left?.questions).toEqual([
    { text: 'Tabs?', kind: 'decision' },
    { text: 'Does the contract (2024) allow it?', kind: 'outside' },
  ])
  const answer: RunFact = { type: 'answered', answer: { choice: 'text', text: 'tabs' }, by: 'A' }
  const told = { ...edited, text: withHistory(approvedAsking(asked, 'Answer of A: tabs')) }
  expect(playStory([...events, answer, told]).steps.slice(0, 2)).toEqual(['enter exec', 'write exec'])
})

it('keeps the second question of a reviewer whose first one is answered, unless the file tells of a later look', () => {
  const questions = [
    { text: 'Does the contract (2024) allow it?', kind: 'outside' },
    { text: 'Tabs?', kind: 'decision' },
  ] as const
  const { events } = playStory([{ ...plainStart, policy }])
  const until = events.findIndex((event) => event.type === 'reviewed' && event.pass === 'exec')
  const question = {
    kind: 'outside',
    pass: 'exec',
    round: 1,
    about: [questions[0].text],
    allowed: [],
    text: '',
  } as const
  const facts: readonly RunFact[] = [
    ...events.slice(0, until + 1).map((event) => (event.type === 'reviewed' ? { ...event, questions } : event)),
    { type: 'asked', question, tree: null },
    { type: 'answered', answer: { choice: 'text', text: 'yes' }, by: 'A' },
  ]
  const told = approvedAsking(asked, 'Answer of A: yes')
  const leftBy = (history: string) => {
    const edited: RunFact = { type: 'imported', text: withHistory(history), point: plainWork.point }
    return foldRun([...facts, edited].map((fact) => ({ at: '', ...fact }))).left
  }
  expect(leftBy(told)).toEqual({ pass: 'exec', questions: [questions[1]], takesAnswer: true })
  expect(leftBy(`${told}${half}\n- Verdict: APPROVE`)).toMatchObject({ questions: [] })
  expect(leftBy(`${told}\n- Note: Question: somebody has to choose: Tabs?\n- Note: Answer of B: no`)).toMatchObject({
    questions: [],
  })
})

it.each([1, 2, 3])('asks again what nobody has answered, however often the file was edited: %d', (edits) => {
  let { events, steps } = playStory([plainStart], { 'review tests': ['asks Tabs?'] })
  for (let edit = 0; edit < edits; edit++) {
    const document = sessionOf(events)!
    const text = renderSession({ ...document, context: `edit ${edit}` })
    const again: readonly RunFact[] = [
      { type: 'imported', text, point: plainWork.point },
      { type: 'resumed', policy: plainPolicy },
    ]
    ;({ events, steps } = playStory([...events, ...again]))
    expect(steps.slice(-2)).toEqual(['enter tests', 'ask decision'])
  }
  const { steps: after } = playStory(events, { 'wait decision': ['text'] })
  expect(after[0]).toBe('write tests')
})

it('asks again what the journal has open, where another tool approved a later stage and claims all of them', () => {
  const { events } = playStory([plainStart], { 'review exec': ['asks Tabs?'] })
  const document = sessionOf(events)!
  const text = renderSession({
    ...document,
    reviewHistory: `${document.reviewHistory}\n\n${polished('quality', 'APPROVE')}`,
    metadata: { ...document.metadata, values: { ...document.metadata.values, completed_stages: [...stages] } },
  })
  const again: readonly RunFact[] = [
    { type: 'imported', text, point: plainWork.point },
    { type: 'resumed', policy: plainPolicy },
  ]
  expect(playStory([...events, ...again]).steps).toEqual(['enter exec', 'ask decision'])
})

it('asks once what stands both in the plan and in a note', () => {
  const note = questionLine({ kind: 'outside', pass: 'exec', round: 0, about: ['Which tenant?'], allowed: [] })
  const { events } = playStory(from(withPlan(asking, `### Planning Round 1\n- Verdict: APPROVE\n- Note: ${note}`)))
  expect(events.find(({ type }) => type === 'asked')).toMatchObject({ question: { about: ['Which tenant?'] } })
})

const approved = '### Execution Round 1\n- Verdict: APPROVE'
const polished = (pass: string, verdict: string) => `### Quality Polish Round 1 (${pass})\n- Verdict: ${verdict}`
const claiming = (reviewHistory: string) =>
  renderSession({
    ...begun,
    reviewHistory,
    metadata: { ...begun.metadata, values: { ...begun.metadata.values, completed_stages: [...stages] } },
  })

it.each<readonly [string, string, readonly string[]]>([
  ['the last execution was refused', `${approved}\n\n${refused}`, []],
  [
    'the gate was the last to look, and refused',
    `${approved}\n\n### Adversarial Gate Round 1\n- Verdict: REQUEST_CHANGES`,
    [],
  ],
  ['a reviewer asked something', approvedAsking(asked), []],
  ['polish was refused', `${approved}\n\n### Quality Polish Round 1 (quality)\n- Verdict: REQUEST_CHANGES`, ['exec']],
  [
    'a key was found',
    `${approved}\n\n### Security Preflight Round 1\n- Issues:\n  - [CRITICAL] A key`,
    stagesBefore('security'),
  ],
  ['an approval stands beside something critical', refused.replace('REQUEST_CHANGES', 'APPROVE'), []],
  ['nobody looked at the last execution', `${approved}\n\n### Execution Round 2\n- Result: done`, []],
  ['no answer of the reviewer counted', '### Execution Round 1\n- Failure: JSON parsing - x', []],
  ['a verdict is told in two ways', '### Execution Round 1\n- Verdict: APPROVE | REQUEST_CHANGES', []],
  ...['Outcome: accepted by Ann', 'Note: Accepted by Ann: it is known', 'Outcome: accepted by mistake'].map(
    (words) => [`words below a refusal say: ${words}`, `${refused}\n- ${words}`, []] as const,
  ),
  [
    'something critical stands beside its label',
    '### Execution Round 1\n- Verdict: APPROVE\n- Issues: [CRITICAL] Wrong sign',
    [],
  ],
  ...[
    '- Issues (1): [CRITICAL] Wrong sign',
    '- Issues: 1. [CRITICAL] Wrong sign',
    '- Issues: [MINOR] Dull; [CRITICAL] Wrong sign',
    '- Findings: **[critical]** Wrong sign',
    '| [CRITICAL] | Wrong sign |',
    '- Note: [CRITICAL] Wrong sign',
    '> - \\[CRITICAL\\] Wrong sign',
    '```\n- [CRITICAL] Wrong sign\n```',
  ].map((said) => [`it is told: ${said}`, `### Execution Round 1\n- Verdict: APPROVE\n${said}`, []] as const),
  ['code has such a word', `${approved}\n\`\`\`\nlog('[CRITICAL] Wrong sign')\n\`\`\``, [...stages]],
  [
    'a reviewer of polish asked something',
    `${approved}\n\n${polished('quality', 'APPROVE')}\n- Questions: [DECISION] Tabs?\n\n${polished('tests', 'APPROVE')}`,
    ['exec'],
  ],
  [
    'it was asked in documentation',
    `${approved}\n\n### Documentation Round 1\n- Result: done, but [OUTSIDE] which tenant?`,
    ['exec', 'polish'],
  ],
  [
    'the gate gave no answer',
    `${approved}\n\n### Adversarial Gate Round 1\n- Outcome: blocked: the reply is no JSON`,
    [],
  ],
  [
    'one pass of polish was refused and another one approved',
    `${approved}\n\n${polished('quality', 'REQUEST_CHANGES')}\n\n${polished('tests', 'APPROVE')}`,
    ['exec'],
  ],
  [
    'nobody looked at what polish wrote',
    `${approved}\n\n${polished('quality', 'REQUEST_CHANGES')}\n\n### Quality Polish Round 2 (quality)\n- Result: done`,
    ['exec'],
  ],
  [
    'every pass of polish was approved in the end',
    `${approved}\n\n${polished('quality', 'REQUEST_CHANGES')}\n\n${polished('tests', 'APPROVE')}\n\n${polished('quality', 'APPROVE')}`,
    [...stages],
  ],
  [
    'a round of polish that names no pass approved all of it',
    `${approved}\n\n${polished('quality', 'REQUEST_CHANGES')}\n\n### Quality Polish Round 2\n- Verdict: APPROVE`,
    [...stages],
  ],
  [
    'what simplified was refused, and all of it replayed',
    `${polished('simplify', 'REQUEST_CHANGES')}\n\n${approved}\n\n${polished('quality', 'APPROVE')}`,
    [...stages],
  ],
  [
    'stages have rounds that need no verdict',
    `${approved}\n\n### Adversarial Gate Round 1\n- Outcome: skipped: skipped-by-config\n\n### Quality Polish Round 1 (simplify)\n- Result: No-op\n\n### Documentation Round 1\n- Result: No-op`,
    [...stages],
  ],
  ['a heading is no round', `${approved}\n\n### What the execution came to\nFine.`, [...stages]],
  ['a heading that is no round follows what was refused', `${refused}\n\n### What the execution came to\nFine.`, []],
  ['what was refused was mended', `${refused}\n\n### Execution Round 3\n- Verdict: APPROVE`, [...stages]],
  ...['`APPROVE` (after one retry)', '**APPROVE** (0 CRITICAL, 2 MINOR)'].map(
    (said) => [`the verdict is ${said}`, `### Execution Round 1\n- Reviewer verdict: ${said}`, [...stages]] as const,
  ),
  ...['`APPROVE` | `REQUEST_CHANGES`', '`APPROVE_LATER`'].map(
    (said) => [`the verdict is ${said}`, `### Execution Round 1\n- Reviewer verdict: ${said}`, []] as const,
  ),
  ['nothing is told', '', []],
  ['only the plan was approved', approved.replace('Execution', 'Planning'), []],
  ...['BLOCK', 'changes requested'].map(
    (said) =>
      [
        `the verdict on polish is none: ${said}`,
        `${approved}\n\n### Step 3.5 Quality Polish\nVerdict: ${said}`,
        ['exec'],
      ] as const,
  ),
  [
    'the verdict on documentation is none',
    `${approved}\n\n### Documentation Round 1\n- Verdict: BLOCK`,
    ['exec', 'polish'],
  ],
])('a session that says all is complete, where %s', (_, history, expected) => {
  const facts = from(claiming(history)).map((fact) => ({ at: '', ...fact }))
  expect(foldRun(facts).completed).toEqual(expected)
  expect(sessionOf(facts)?.metadata.values.completed_stages).toEqual(expected)
})

const planRefused = refused.replace('Execution', 'Planning')
const approvedBy = (source: 'reviewer-approved' | 'user-supplied', reviewHistory: string) => {
  const values = { ...begun.metadata.values, plan_source: source, completed_stages: [...stages] }
  const metadata = { ...begun.metadata, values }
  return renderSession({ ...begun, reviewHistory, approvedPlan: { source, text: '1. x' }, metadata })
}

it('takes a plan that its last round refused for a draft, with what was asked for', () => {
  const facts = from(approvedBy('reviewer-approved', `${planRefused}\n\n${approved}`))
  const { events, steps } = playStory(facts)
  expect(steps.slice(0, 5)).toEqual(['enter plan', 'write plan', 'review plan', 'approve-plan', 'enter exec'])
  const entered = foldRun(events.slice(0, facts.length + 1))
  expect(entered).toMatchObject({ plan: null, draft: '1. x', completed: [] })
  expect(entered.pass?.review?.issues).toMatchObject([{ text: 'Wrong sign' }])
  const text = renderSession(sessionOf(events.slice(0, facts.length))!)
  expect(parseSession(text)).toMatchObject({ value: { currentPhase: 'planning', approvedPlan: null } })
})

it.each([
  ['approved in the end', 'reviewer-approved', `${planRefused}\n\n### Planning Round 3\n- Verdict: APPROVE`],
  ['told nothing of', 'reviewer-approved', ''],
  ['of the user', 'user-supplied', planRefused],
] as const)('takes a plan for approved that was %s', (_, source, history) => {
  const text = approvedBy(source, `${history}\n\n${approved}`)
  expect(foldRun(from(text).map((fact) => ({ at: '', ...fact })))).toMatchObject({
    plan: { source, text: '1. x' },
    completed: [...stages],
  })
})

it('refuses a text that nobody parsed before', () => {
  expect(() => playStory(from('no session'))).toThrow('not one')
})
