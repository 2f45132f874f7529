import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { classify } from './classify.ts'
import { mergeReviewers } from './own-reviewers.ts'
import { ownReviewersSchema } from './reviewer-schema.ts'
import { knownReviewers } from './reviewers/index.ts'
import type { Surface } from './types.ts'

const reviewers = (own: unknown) => mergeReviewers(knownReviewers, v.parse(ownReviewersSchema, own))

const say = (own: unknown, login: string, body: string, surface: Surface = 'issue_comment', raw: unknown = null) =>
  classify({ bot: null, login, surface, state: null, commit: null, path: null, line: null, body, raw }, reviewers(own))

const house = {
  house: {
    logins: ['House-Bot[bot]'],
    clean: ['^all good'],
    refused: ['<!-- house:no -->'],
    severity: { high: ['SEV1'] },
  },
}

describe('reviewers of one’s own', () => {
  it.each([
    ['All good.', 'clean'],
    ['All good, but `src/a.ts:4` is never closed', 'findings'],
    ['<!-- house:no --> Not today.', 'refused'],
    ['- SEV1 `src/a.ts:4` is never closed', 'findings'],
    ['Who knows.', 'notice'],
  ])('are read by their patterns: %s → %s', (body, kind) => {
    expect(say(house, 'house-bot', body)).toMatchObject({ reviewer: 'house', class: kind })
  })

  it.each([
    [{ house: { logins: ['house-bot'], reactions: { '👍': 'clean' } } }, 'house-bot', '+1', 'clean'],
    [{ house: { logins: ['house-bot'], reactions: { thumbsup: 'clean' } } }, 'house-bot', '👍', 'clean'],
    [{ house: { logins: ['house-bot'], reactions: { eyes: 'in_progress' } } }, 'house-bot', '+1', 'notice'],
    [{ codex: { reactions: { '-1': 'failed' } } }, 'chatgpt-codex-connector[bot]', '-1', 'failed'],
    [{ codex: { reactions: { '+1': 'in_progress' } } }, 'chatgpt-codex-connector', '+1', 'in_progress'],
    [{ codex: { reactions: { '-1': 'failed' } } }, 'chatgpt-codex-connector', 'eyes', 'in_progress'],
  ])('mean by a reaction what is said of it: %j, %s %s → %s', (own, login, body, kind) => {
    expect(say(own, login, body, 'reaction')).toMatchObject({ class: kind, ready: kind === 'clean', items: [] })
  })

  it.each([
    [{ house: { logins: ['ann'] } }, 'ann', 'No complaints.', 'house'],
    [{ house: { logins: ['ann'], headline: '^House' } }, 'Ann', 'House: no complaints.', 'house'],
    [{ house: { logins: ['ann'], headline: '^House' } }, 'ann', 'No complaints.', null],
    [{ codex: { logins: ['ann'] } }, 'ann', 'No complaints.', 'codex'],
    [{ codex: { logins: ['ann'] } }, 'chatgpt-codex-connector', 'No complaints.', null],
    [{}, 'chatgpt-codex-connector', 'No complaints.', null],
  ])(
    'may post from an account like that of a person, if it is named: %j, %s, %s → %s',
    (own, login, body, expected) => {
      const raw = { user: { type: 'User' } }
      expect(say(own, login, body, 'issue_comment', raw).reviewer).toBe(expected)
    },
  )

  it('share a login when they have a headline', () => {
    const own = { house: { logins: ['github-actions'], headline: '^## House review', clean: ['no complaints'] } }
    expect(say(own, 'github-actions[bot]', '## House review\n\nNo complaints.').class).toBe('clean')
    expect(say(own, 'github-actions[bot]', '## Other\n\nNo complaints.').reviewer).toBeNull()
  })

  it('have accounts of their own and shared ones', () => {
    const own = { house: { logins: ['house-bot'], shared_logins: ['github-actions'], headline: '^## House' } }
    expect(say(own, 'house-bot', 'No complaints.').reviewer).toBe('house')
    expect(say(own, 'github-actions[bot]', '## House\n\nNo complaints.').reviewer).toBe('house')
    expect(say(own, 'github-actions[bot]', '## Other\n\nNo complaints.').reviewer).toBeNull()
  })

  it.each([
    [{ marks: { clean: ['score: 5/5'] } }, '<details><summary>More</summary>\n\nScore: 5/5\n</details>', 'clean'],
    [{ clean: ['score: 5/5'] }, 'Nice.\n\n> Score: 5/5', 'notice'],
    [{ clean: ['<!-- house:5 -->'] }, 'Nice. <!-- house:5 -->', 'clean'],
    [{ clean: ['(?<!not )fine by house'] }, 'Fine by house.', 'clean'],
    [{ clean: ['(?<!not )fine by house'] }, 'Nice.\n\n> Fine by house.', 'notice'],
    [{ clean: ['fine by house'], side_review: '^# Licences' }, '# Licences\n\nFine by house.', 'notice'],
    [{ answers: '^Re:', findings: ['Problem'] }, 'Re: Problem', 'notice'],
    [{ clean: ['fine by house'], ignored: 'but no docs.*' }, 'Fine by house\n\nbut no docs were read.', 'clean'],
  ])('are read by all that is described: %j, %j → %s', (words, body, kind) => {
    expect(say({ house: { logins: ['house-bot'], ...words } }, 'house-bot', body).class).toBe(kind)
  })

  it('write into the description between their marks', () => {
    const marked = { start: '<!-- house -->', end: '<!-- end -->' }
    const own = { house: { logins: ['house-bot'], clean: ['fine'], description: marked } }
    const body = 'Ours. <!-- house -->Fine.<!-- end -->'
    expect(say(own, 'house-bot', body, 'pr_body').class).toBe('clean')
    expect(say(own, 'house-bot', 'Fine.', 'pr_body').reviewer).toBeNull()
  })

  it('mean by the end of a check what is said of it', () => {
    const own = { house: { logins: ['house-bot'], conclusions: { skipped: 'refused' } } }
    const run = (conclusion: string) => ({ name: 'x', app: { slug: 'house-bot' }, status: 'completed', conclusion })
    expect(say(own, 'house-bot', '', 'check_run', run('skipped')).class).toBe('refused')
    expect(say(own, 'house-bot', '', 'check_run', run('neutral')).class).toBe('notice')
  })

  it('add to what is known about a reviewer', () => {
    const own = { codex: { clean: ['nothing to add'], deadline_minutes: 40 } }
    expect(say(own, 'chatgpt-codex-connector', 'Nothing to add.').class).toBe('clean')
    expect(say(own, 'chatgpt-codex-connector', 'Something went wrong.').class).toBe('failed')
    expect(reviewers(own).find(({ id }) => id === 'codex')).toMatchObject({ deadlineMinutes: 40, name: 'Codex' })
    expect(reviewers(own)).toHaveLength(knownReviewers.length)
  })

  it.each([
    [{ house: { clean: ['('] } }, 'regular expression'],
    [{ 'Not a name': {} }, 'must be a name'],
    [{ house: { unknown: 1 } }, 'unknown'],
    [{ house: { reactions: { '+1': 'findings' } } }, 'in_progress'],
  ])('are refused when they are wrong: %j', (own, words) => {
    const result = v.safeParse(ownReviewersSchema, own)
    expect(result.success).toBe(false)
    expect(JSON.stringify(result.issues)).toContain(words)
  })
})

describe('the reviewers that are known', () => {
  it('have ids, logins and deadlines of their own', () => {
    expect(new Set(knownReviewers.map(({ id }) => id)).size).toBe(knownReviewers.length)
    const logins = knownReviewers.flatMap((reviewer) => reviewer.logins)
    expect(new Set(logins).size).toBe(logins.length)
    expect(logins.filter((login) => login !== login.toLowerCase() || login.includes('['))).toEqual([])
    expect(knownReviewers.filter(({ deadlineMinutes }) => deadlineMinutes === null || deadlineMinutes < 1)).toEqual([])
  })
})
