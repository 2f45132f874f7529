import { parseAnswer } from '../../core/loop/escalation.ts'
import { fold } from '../../core/loop/fold.ts'
import { isAtCap } from '../../core/loop/state.ts'
import { partiesOf } from '../../core/loop/to-result.ts'
import type { LoopQuestion } from '../../core/loop/types.ts'
import { LoopError } from '../../errors.ts'
import { lockBranch } from '../../io/session-lock.ts'
import { openJournal, readJournal } from '../../io/session-store.ts'

interface GivenAnswer {
  readonly word: string
  readonly by: string
  readonly why: string | undefined
  readonly at: string
}

/** Writes an answer down, with the lock of the branch, so that a loop that runs is not answered behind its back, nor a question twice. */
export function recordAnswer(root: string, id: string, { word, by, why, at }: GivenAnswer) {
  const [start] = readJournal(root, id).events
  if (start?.type !== 'session-started') throw noQuestion(id)
  const lock = lockBranch(root, start.branch, id)
  try {
    const journal = openJournal(root, id)
    try {
      const state = fold(journal.events)
      const parsed = check(word, state.question, id)
      const fact = { answer: parsed.answer, by, why: (why ?? parsed.why).trim() }
      if (fact.answer === 'b' && fact.why === '') throw usage('accepting what is left needs a reason: --why "TEXT"')
      journal.append({ at, type: 'answered', ...fact })
      const notices = lock.notice === null ? [] : [lock.notice]
      return { session: id, ...fact, isLast: isAtCap(state), ...partiesOf(state), notices }
    } finally {
      journal.close()
    }
  } finally {
    lock.release()
  }
}

function check(word: string, question: LoopQuestion | null, id: string) {
  if (question === null) throw noQuestion(id)
  const parsed = parseAnswer(word, question.allowed)
  if ('value' in parsed) return parsed.value
  throw new LoopError('bad_answer', { problem: parsed.problems.join(' '), session: id })
}

const noQuestion = (id: string) => new LoopError('no_session', { problem: `Session ${id} asks nothing` })

const usage = (problem: string) => new LoopError('usage', { problem, command: 'answer' })
