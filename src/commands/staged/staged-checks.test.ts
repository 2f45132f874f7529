import { expect, it } from 'vitest'
import { createRepository } from '../../../test/support/repository.ts'
import { withSecret } from '../../../test/support/samples.ts'
import { viewAfter } from '../../../test/support/staged-asking.ts'
import { plainStart, plainWork } from '../../../test/support/staged-story.ts'
import { openRepository } from '../../io/git/repository.ts'
import { workPoint } from '../../io/git/work-point.ts'
import { checkLanguages } from './staged-checks.ts'
import { deliveryOf } from './staged-secrets.ts'
import { stagedWork } from './staged-work.ts'

const order = { step: 'review', pass: 'language', by: 'checks', kind: 'look', round: 1, attempt: 1 } as const

it('leaves out what lay there before the run, and looks at it once the run has changed it', async () => {
  const test = createRepository()
  const repository = await openRepository(test.path)
  test.write({ 'mine.js': withSecret })
  const point = await workPoint(repository)
  const tree = { head: point.head, dirty: {} }
  const run = viewAfter(plainStart, { ...plainWork, point, tree })
  const work = stagedWork(repository, 'topic')
  const look = async () => {
    const { files } = await deliveryOf(run, work)
    const fact = await checkLanguages(order, run, work, files, { cwd: test.path })
    return fact.type === 'reviewed' ? [fact.verdict, ...fact.issues.map(({ file }) => file)] : fact
  }
  test.write({ 'own.js': 'export const own = 1\n' })
  expect(await look()).toEqual(['APPROVE'])
  test.write({ 'mine.js': `// of the run\n${withSecret}` })
  expect(await look()).toEqual(['REQUEST_CHANGES', 'mine.js'])
})

it('says what is wrong once, and what it leads to and how to mend it', async () => {
  const test = createRepository()
  const repository = await openRepository(test.path)
  const point = await workPoint(repository)
  test.write({ 'own.js': 'const x = 1\nx = 2\nexport { x }\n' })
  const run = viewAfter(plainStart, { ...plainWork, point, tree: { head: point.head, dirty: {} } })
  const fact = await checkLanguages(order, run, stagedWork(repository, 'topic'), null, { cwd: test.path })
  expect(fact.type === 'reviewed' && fact.issues.map(({ text }) => text)).toEqual([
    'Unexpected re-assignment of `const` variable x. Impact: The statement throws when it is reached. Fix: Use `let` instead of `const` if you need to reassign this variable.',
  ])
})
