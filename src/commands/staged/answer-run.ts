import { foldRun } from '../../core/staged/machine/fold.ts'
import { parseRunAnswer } from '../../core/staged/run-answer.ts'
import { LoopError } from '../../errors.ts'
import type { Repository } from '../../io/git/repository.ts'
import { readWorkState } from '../../io/git/snapshot.ts'
import { newestFirst } from '../../io/run-file.ts'
import { readRun } from '../../io/run-journal.ts'
import { listSessions } from '../../io/session-store.ts'
import { withLocks } from './run-locks.ts'
import { openStagedSession } from './staged-session.ts'

export interface GivenAnswer {
  readonly word: string
  readonly by: string
  readonly why: string | undefined
}

/** The newest run that asks something; undefined for none. */
export function askingRun(root: string): string | undefined {
  const ours = listSessions(root, 'run')
  return newestFirst(root).find((id) => ours.includes(id) && foldRun(readRun(root, id).events).question !== null)
}

/** With the locks, so that a run is not answered behind its back, nor a question twice. */
export async function answerRun(repository: Repository, id: string, { word, by, why }: GivenAnswer) {
  const { root } = repository
  const { branch } = await readWorkState(repository)
  return withLocks({ root, branch, session: id, entryPoint: 'answer', stopAfter: 'delivery' }, async (notices) => {
    const opened = openStagedSession(root, id)
    try {
      const { question, policy } = opened.view().state
      if (question === null) throw new LoopError('no_session', { problem: `Session ${id} asks nothing` })
      const parsed = parseRunAnswer(word, question.allowed)
      if ('problems' in parsed) throw new LoopError('bad_answer', { problem: parsed.problems.join(' '), session: id })
      const { choice, text } = parsed.value
      const said = [text, why ?? ''].filter((part) => part !== '').join(' ')
      const fact = { answer: { choice, text: said }, by }
      opened.note({ type: 'answered', ...fact })
      return { session: id, ...fact.answer, by: fact.by, planOnly: policy?.planOnly === true, notices }
    } finally {
      opened.close()
    }
  })
}
