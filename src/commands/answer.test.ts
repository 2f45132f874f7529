import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createRepository } from '../../test/support/repository.ts'
import { awsKey } from '../../test/support/samples.ts'
import { acceptedLoop, asked, reviewed, started } from '../../test/support/session.ts'
import { command, writeSession } from '../../test/support/session-commands.ts'
import { fold } from '../core/loop/fold.ts'
import { lockBranch } from '../io/session-lock.ts'
import { journalFile, readJournal } from '../io/session-store.ts'

const asking = (id: string) => [started(id), reviewed(1, false), asked]

it('writes down what was answered, by whom and why, and says what to type next', async () => {
  const { path, git } = createRepository()
  git('config', 'user.name', 'Ada Lovelace')
  const id = writeSession(path, asking)
  const { code, stdout, stderr } = await command(path, ['answer', 'b', '--why', 'ships behind a flag'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toBe(
    `Written down: b, what is left is accepted, says Ada Lovelace (ships behind a flag).\nGo on with: review-loop loop --resume ${id.slice(0, 8)}\n`,
  )
  const { events } = readJournal(path, id)
  expect(events.at(-1)).toEqual({
    at: '2026-03-02T10:00:00.000Z',
    type: 'answered',
    answer: 'b',
    by: 'Ada Lovelace',
    why: 'ships behind a flag',
  })
  expect(fold(events).question).toBeNull()
})

it('answers the newest session of this branch that asks', async () => {
  const { path } = createRepository()
  const id = writeSession(path, asking, '2026-03-02T10:00:00.000Z')
  writeSession(path, asking, '2026-03-01T10:00:00.000Z')
  writeSession(path, acceptedLoop, '2026-03-03T10:00:00.000Z')
  writeSession(path, () => [], '2026-03-04T10:00:00.000Z')
  writeSession(path, (other) => [started(other, 'elsewhere'), asked], '2026-03-05T10:00:00.000Z')
  const { stdout } = await command(path, ['answer', 'A', '--by', 'Bo', '--format', 'json'])
  expect(JSON.parse(stdout)).toEqual({ session: id, answer: 'a', by: 'Bo', why: '', isLast: false })
})

it('takes the reason from the answer itself', async () => {
  const { path } = createRepository()
  writeSession(path, asking)
  const { stdout } = await command(path, ['answer', 'b ships behind a flag', '--by', 'Bo', '--format', 'json'])
  expect(JSON.parse(stdout)).toMatchObject({ answer: 'b', why: 'ships behind a flag' })
})

it('sends nobody back to a loop that had its last round', async () => {
  const { path } = createRepository()
  writeSession(path, (id) => [started(id), ...[1, 2, 3, 4, 5].map((round) => reviewed(round, false)), asked])
  const { stdout } = await command(path, ['answer', 'a', '--by', 'Bo'])
  expect(stdout).toContain('When it is mended, begin anew with: review-loop loop\n')
})

it('answers a session by the beginning of its id, on whatever branch', async () => {
  const { path } = createRepository()
  const id = writeSession(path, (other) => [started(other, 'elsewhere'), asked])
  expect(await command(path, ['answer', id.slice(0, 8), 'a', '--by', 'Bo'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('it is mended by hand, says Bo.\nWhen it is mended'),
  })
})

it.each([
  [['c'], /c is not offered here; answer with a or b/],
  [['yes'], /Answer with a or b; found "yes"/],
  [['b'], /accepting what is left needs a reason: --why "TEXT"/],
  [[], /say what: a, b or c/],
  [['a', 'b', 'c'], /takes a session and a, b or c/],
  [['ffffffff', 'a'], /There is no session ffffffff/],
])('refuses %j with 2 and keeps the question', async (words, message) => {
  const { path } = createRepository()
  const id = writeSession(path, asking)
  const before = readFileSync(journalFile(path, id), 'utf8')
  expect(await command(path, ['answer', ...words])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(message),
  })
  expect(readFileSync(journalFile(path, id), 'utf8')).toBe(before)
})

it.each([8, 36])('takes no session for the answer: the first %i letters of its id alone', async (length) => {
  const { path } = createRepository()
  const word = writeSession(path, asking).slice(0, length)
  expect(await command(path, ['answer', word])).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining(`the answer is missing: review-loop answer ${word} ANSWER`),
  })
})

it('refuses a second answer, and one where nothing is asked', async () => {
  const { path } = createRepository()
  const id = writeSession(path, asking)
  expect(await command(path, ['answer', id, 'a', '--by', 'Bo'])).toMatchObject({ code: 0 })
  expect(await command(path, ['answer', id, 'b'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('asks nothing'),
  })
  expect(await command(path, ['answer', 'b'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('No session of branch topic asks anything'),
  })
})

it('does not answer behind the back of a loop that runs', async () => {
  const { path } = createRepository()
  const id = writeSession(path, asking)
  const lock = lockBranch(path, 'topic', id)
  expect(await command(path, ['answer', 'a'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`Another process works on branch topic: process ${process.pid}`),
  })
  lock.release()
  expect(fold(readJournal(path, id).events).question).not.toBeNull()
})

it('masks a secret in the reason', async () => {
  const { path } = createRepository()
  const id = writeSession(path, asking)
  await command(path, ['answer', 'b', '--why', `the key ${awsKey} is public`])
  expect(readFileSync(journalFile(path, id), 'utf8')).not.toContain(awsKey)
})
