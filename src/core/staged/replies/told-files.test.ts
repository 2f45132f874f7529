import { expect, it } from 'vitest'
import { change, plan, startedWith, viewAfter } from '../../../../test/support/staged-asking.ts'
import { changedFiles, relatedFiles } from './told-files.ts'

const { document } = viewAfter(startedWith(), { type: 'plan-approved', text: plan })

it('tells of changed files what is said now, else what was said before, else how they differ', () => {
  const before = { ...document, filesChanged: '- `a.ts` - counts\n- `b.ts` - refuses\n- `c.ts`\n- `gone.ts` - helps' }
  const changes = [change('a.ts'), change('b.ts'), change('c.ts', 'added'), change('gone.ts', 'deleted')]
  expect(changedFiles(changes, [{ path: 'b.ts', note: 'refuses and tells' }], before)).toEqual([
    { path: 'a.ts', note: 'counts' },
    { path: 'b.ts', note: 'refuses and tells' },
    { path: 'c.ts', note: 'added' },
    { path: 'gone.ts', note: 'deleted' },
  ])
})

it('names as related what the plan or the session names and nobody changed', () => {
  const named = { ...document, keyRelatedFiles: '- `src/session.ts` - calls it\n- `src/store.ts`\n- `docs/x.md`' }
  expect(relatedFiles([{ path: 'src/login.ts', note: '' }], named)).toEqual([
    { path: 'src/store.ts', note: 'keeps the counts' },
    { path: 'src/session.ts', note: 'calls it' },
    { path: 'docs/x.md', note: '' },
  ])
})

it('names nothing where the plan has another form', () => {
  const { document: supplied } = viewAfter(
    startedWith({ entry: 'execute-from-plan', title: 'x', description: '', plan: '1. Do it.' }),
  )
  expect(relatedFiles([], supplied)).toEqual([])
})
