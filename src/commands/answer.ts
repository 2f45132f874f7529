import { fold } from '../core/loop/fold.ts'
import { LoopError } from '../errors.ts'
import type { Repository } from '../io/git/repository.ts'
import { readWorkState } from '../io/git/snapshot.ts'
import { findSession, listSessions, readJournal, sessionsLike, sessionsOfBranch } from '../io/session-store.ts'
import { jsonText } from '../report/json-text.ts'
import { decisionText } from '../report/sessions/session-answer.ts'
import type { Command } from './command.ts'
import { decideClaim, isClaimId } from './sessions/decide-claim.ts'
import { kindNames, sessionKinds } from './sessions/kinds/index.ts'
import { repositoryOf, sessionOptions } from './sessions/session-reading.ts'
import { askingRun } from './staged/answer-run.ts'
import { userName } from './user-name.ts'

export const answer: Command = {
  name: 'answer',
  summary: 'Answers the question of a loop or a run, or decides a claim that could not be checked.',
  words: '[SESSION | CLAIM] ANSWER',
  description: [
    'Of a loop: a: stop, you mend it by hand. b: take the risk of what is left. c: one more round, while the cap allows it. Of a run: continue, stop, accept, write, leave, or your own words. The question says which of them are offered.',
    'CLAIM is the id of a claim that a review could not check, such as F-1a2b3c4d. accept: it counts as a finding. dismiss: it does not count; needs --why. The next review goes by it, without asking agents again for what they answered.',
    'SESSION is an id or its beginning; without one: the newest loop of this branch that asks, else the newest run. The answer is written down; review-loop loop --resume or review-loop run --resume acts on it.',
  ],
  options: {
    why: { type: 'string', value: 'TEXT', description: 'the reason, kept with the findings' },
    by: { type: 'string', value: 'NAME', description: 'who decides (the user.name of git)' },
    ...sessionOptions,
  },
  examples: [
    ['review-loop answer c', 'go on with one more round'],
    ['review-loop answer 5e0b77aa "use redis"', 'tell a run what it asks'],
    ['review-loop answer F-1a2b3c4d dismiss --why "that function is gone"', 'drop a claim that nobody could check'],
    ['review-loop answer 3f2a91c4 b --why "ships behind a flag"', 'accept what is left, on record'],
  ],
  run: async (args, context) => {
    const [session, word] = split(args.words)
    if (session === undefined && isClaimId(word))
      throw usage(`say accept or dismiss: review-loop answer ${word} accept`)
    const repository = await repositoryOf(args, context)
    const { root } = repository
    if (session !== undefined && isClaimId(session)) {
      const by = args.value('by') ?? (await userName(repository))
      const made = decideClaim(root, session, { word, by, why: args.value('why'), at: context.now().toISOString() })
      context.stdout.write(args.value('format') === 'json' ? jsonText(made) : decisionText(made))
      return 0
    }
    if (session === undefined) requireAnswer(word, allSessions(root))
    const id = session === undefined ? await askingSession(repository) : findSession(root, session, allSessions(root))
    const by = args.value('by') ?? (await userName(repository))
    const given = { word, by, why: args.value('why'), at: context.now().toISOString() }
    const kind = kindNames.find((name) => listSessions(root, name).includes(id)) ?? 'loop'
    const { notices, value, text } = await sessionKinds[kind].answer(repository, id, given)
    for (const notice of notices) context.stderr.write(`review-loop: ${notice}\n`)
    context.stdout.write(args.value('format') === 'json' ? jsonText(value) : text)
    return 0
  },
}

const allSessions = (root: string): readonly string[] => kindNames.flatMap((kind) => listSessions(root, kind))

/** The answer comes last; a session may stand before it. */
function split(words: readonly string[]): readonly [session: string | undefined, word: string] {
  const [first, second, ...rest] = words
  if (first === undefined) throw usage('say what: a, b or c to a loop, one of the words it offers to a run')
  if (rest.length > 0)
    throw usage('answer takes a session and a, b or c, or your own words in quotes; the reason goes with --why TEXT')
  return second === undefined ? [undefined, first] : [first, second]
}

/** Some questions take any words: whoever named only the session would have answered with its id. */
function requireAnswer(word: string, sessions: readonly string[]): void {
  if (sessionsLike(word, sessions).length > 0) throw usage(`the answer is missing: review-loop answer ${word} ANSWER`)
}

async function askingSession(repository: Repository): Promise<string> {
  const { root } = repository
  const { branch } = await readWorkState(repository)
  const asks = (id: string) => fold(readJournal(root, id).events).question !== null
  const id = sessionsOfBranch(root, branch).find(asks) ?? askingRun(root)
  if (id === undefined) throw new LoopError('no_session', { problem: `No session of branch ${branch} asks anything` })
  return id
}

const usage = (problem: string) => new LoopError('usage', { problem, command: 'answer' })
