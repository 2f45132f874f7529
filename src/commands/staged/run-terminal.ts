import type { RunQuestion } from '../../core/staged/machine/questions.ts'
import { parseRunAnswer } from '../../core/staged/run-answer.ts'
import { firstFew } from '../../core/values/first-few.ts'
import { visible, visibleLine } from '../../report/visible.ts'
import { wrap } from '../../report/width.ts'
import type { Context } from '../command.ts'
import type { RunOptions } from './run-options.ts'

// What a run asks on the terminal.

/** Asks on the terminal until the answer is one of those allowed. */
export function asker({ prompt, stderr }: Context, cwd: string): NonNullable<RunOptions['ask']> {
  return async (question: RunQuestion) => {
    stderr.write(`\n${wrap(visible(question.text), stderr.columns).join('\n')}\n\n`)
    for (;;) {
      const said = await prompt?.('Your answer: ')
      if (said === undefined || said === null) return null
      const parsed = parseRunAnswer(said, question.allowed)
      if ('value' in parsed) return { answer: parsed.value, by: await nameIn(cwd) }
      stderr.write(`${parsed.problems.join('\n')}\n`)
    }
  }
}

/** Asks once more as long as the word is none of the two. */
export function chooser({
  prompt,
  stderr,
}: Pick<Context, 'prompt' | 'stderr'>): NonNullable<RunOptions['chooseDirty']> {
  return async (files) => {
    stderr.write(`\n${wrap(besideWords(files), stderr.columns).join('\n')}\n\n`)
    for (;;) {
      const said = (await prompt?.('Your answer: ')) ?? null
      if (said === null) return null
      const word = said.trim().toLowerCase()
      if (word === 'plan' || word === 'review') return word
      stderr.write('Answer with plan or review.\n')
    }
  }
}

function besideWords(files: readonly string[]): string {
  return [
    `Not committed (${files.length}): ${firstFew(files.map(visibleLine), 10).join(', ')}`,
    '',
    'Options:',
    '  plan: that work stays as it is, and the work item is planned and carried out beside it',
    '  review: no plan; that work is reviewed as what the work item asks for',
  ].join('\n')
}

async function nameIn(cwd: string): Promise<string> {
  const [{ openRepository }, { userName }] = await Promise.all([
    import('../../io/git/repository.ts'),
    import('../user-name.ts'),
  ])
  return userName(await openRepository(cwd))
}
