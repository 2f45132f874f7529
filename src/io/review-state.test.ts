import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../test/support/repository.ts'
import { laterReviews, readReviewState, reviewsInUse, writeReviewState } from './review-state.ts'

it('knows what was reviewed later of the same branch, against whatever base', () => {
  const folder = temporaryFolder()
  const add = (key: string, day: string, success = true) =>
    writeReviewState(folder, key, { sha: key, completed_at: `2026-01-${day}T00:00:00Z`, success })
  for (const [key, day] of [
    ['topic:main', '02'],
    ['topic:develop', '03'],
    ['topic:v1', '04'],
    ['topic:old', '01'],
    ['topic2:main', '05'],
  ] as const)
    add(key, day)
  add('topic:failed', '06', false)
  const later = (key: string) => laterReviews(folder, 'topic', key).map(({ sha }) => sha)
  expect(later('topic:main')).toEqual(['topic:v1', 'topic:develop'])
  expect(later('topic:new')).toEqual(['topic:v1', 'topic:develop', 'topic:main', 'topic:old'])
})

it('loses no review that ended while another one was at work', () => {
  const folder = temporaryFolder()
  const add = (review: string, started: string, ended: string) => {
    const entry = { sha: '1', completed_at: `2026-01-01T${ended}:00.000Z`, success: true, review }
    writeReviewState(folder, 'topic:main', entry, new Date(`2026-01-01T${started}:00.000Z`))
  }
  const besides = () => laterReviews(folder, 'topic', 'topic:main').map(({ review }) => review)
  add('first', '10:00', '10:10')
  add('second', '10:05', '10:15')
  add('third', '10:01', '10:20')
  expect(besides()).toEqual(['second', 'first'])
  expect([...reviewsInUse(folder)]).toEqual(['third', 'second', 'first'])
  add('fourth', '10:21', '10:22')
  expect(besides()).toEqual([])
})

it.each<[damage: string, problem: string, harm: (text: string) => string]>([
  ['cut off', 'cut off, or no JSON', (text) => text.slice(0, text.length / 2)],
  ['emptied', 'cut off, or no JSON', () => ''],
  ['without a version', 'its version is none', (text) => text.replace('"version": 1,', '')],
  ['of another version', 'its version is 2', (text) => text.replace('"version": 1', '"version": 2')],
  ['without an entry', 'an entry was lost', (text) => text.replace(/"topic:main": \{[^}]*\},/, '')],
  [
    'with an entry twice',
    'an entry was lost',
    (text) => text.replace('"reviews": {', '"reviews": {}, "reviews": {},"x":{'),
  ],
  ['with a changed entry', 'an entry was lost', (text) => text.replace('"sha": "topic:main"', '"sha": "0"')],
  ['without its digest', 'an entry was lost', (text) => text.replace(/,\s*"digest": "\w+"/, '')],
])('refuses what was reviewed where the file is %s', (_, problem, harm) => {
  const folder = temporaryFolder()
  const file = join(folder, 'review_state.json')
  const entry = (sha: string) => ({ sha, completed_at: '2026-01-01T00:00:00Z', success: true })
  for (const key of ['topic:main', 'topic:develop']) writeReviewState(folder, key, entry(key))
  const text = readFileSync(file, 'utf8')
  expect(harm(text)).not.toBe(text)
  writeFileSync(file, harm(text))
  const refused = new RegExp(`review_state.json cannot be used: .*${problem}`)
  expect(() => readReviewState(folder, 'topic:main')).toThrow(refused)
  expect(() => laterReviews(folder, 'topic', 'topic:main')).toThrow(refused)
  expect(() => writeReviewState(folder, 'topic:main', entry('2'))).toThrow(refused)
})

it('reads again what was masked when it was written', () => {
  const folder = temporaryFolder()
  const branch = `ghp_${'0123456789'.repeat(4).slice(0, 36)}`
  writeReviewState(folder, 'topic:main', { sha: '1', completed_at: '2026-01-01T00:00:00Z', success: true })
  writeReviewState(folder, `${branch}:main`, { sha: '2', completed_at: '2026-01-01T00:00:00Z', success: true })
  expect(readReviewState(folder, 'topic:main')?.sha).toBe('1')
})
