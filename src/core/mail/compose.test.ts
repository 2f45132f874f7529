import { describe, expect, it } from 'vitest'
import { composeMessage, type MessageDraft } from './compose.ts'
import { clean, leaksIn } from './leaks.ts'

const token = `ghp${'_'}zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ0mLq17`
const leaks = { secrets: ['very-secret-value'], folders: ['/srv/anna/project', 'C:\\work\\project', '/farm', '/tmp'] }

const draft = {
  id: 'msg-20260213100000-claude-1a2b',
  from: 'claude',
  to: ['codex'],
  type: 'review_request',
  priority: 'P1',
  created_at_utc: '2026-02-13T10:00:00Z',
  related_pr: 86,
  subject: 'Review: the lock (#86)',
  content: {
    pr: 86,
    branch: 'claude/lock',
    diff_summary: 'Releases the lock.\n\n- in all cases: also errors',
    review_round: 1,
  },
} as const satisfies MessageDraft

describe('a message that is composed', () => {
  it('is written as it will be read', () => {
    const composed = composeMessage(draft, leaks)
    expect(composed).toMatchObject({ value: { message: { content: draft.content, related_pr: 86 } } })
    expect('value' in composed && composed.value.text).toContain('\n  branch: claude/lock\n')
  })

  it('may be any text where its type has no fields', () => {
    const { content: _, ...envelope } = draft
    const composed = composeMessage({ ...envelope, type: 'question', body: 'Why?\n' }, leaks)
    expect(composed).toMatchObject({ value: { message: { body: 'Why?\n', content: null } } })
  })

  it.each<[string, MessageDraft, string]>([
    ['goes to its sender', { ...draft, to: ['claude'] }, 'nobody writes to themselves'],
    ['names no branch', { ...draft, content: { ...draft.content, branch: '--force' } }, '"branch" must be'],
    [
      'is too long',
      { ...draft, content: { ...draft.content, diff_summary: 'x'.repeat(30_000) } },
      '"diff_summary" must be',
    ],
    ['carries a secret', { ...draft, subject: 'It is very-secret-value' }, 'a token or a secret value'],
    ['carries a path', { ...draft, subject: 'See /home/anna/x' }, 'a path of this machine'],
  ])('is not written when it %s', (_, bad, problem) => {
    expect(composeMessage(bad, leaks)).toEqual({
      problems: expect.arrayContaining([{ line: expect.any(Number), text: expect.stringContaining(problem) }]),
    })
  })
})

describe('leaks', () => {
  it('leave nothing of a value that is known, not even its beginning', () => {
    expect(clean('it is very-secret-value.', leaks, 1000)).toBe('it is ….')
  })

  it.each([
    ['a value that was masked before', '(very…) and very…', '(…) and …'],
    ['a word that is only cut off', 'discovery…, a…', 'discovery…, a…'],
    ['the home on a drive of Windows', 'in /mnt/c/Users/ann/x and /cygdrive/c/Users/ann/y', 'in …/x and …/y'],
    ['another place of homes', '/export/home/ann/x', '…/x'],
    ['what was checked out', 'in /repo/src/a.js and /project/b.js:3', 'in …/src/a.js and …/b.js:3'],
  ])('are cleaned: %s', (_, text, cleaned) => expect(clean(text, leaks, 1000)).toBe(cleaned))

  it.each([
    ['a folder at the root of this machine', 'in /farm/ann/x', 1, 'a path'],
    ['a file there', 'at /farm/x.js:3', 1, 'a path'],
    ['a process', 'in /proc/1234/environ', 1, 'a path'],
    ['the work of a runner', 'in /runner/_work/x/y', 1, 'a path'],
    ['another runner', 'in /actions-runner/_work', 1, 'a path'],
    ['a build of AWS', 'in /codebuild/output/s', 1, 'a path'],
    ['a build of Bitbucket', 'in /bitbucket/pipelines/agent/build', 1, 'a path'],
    ['a build of Drone', 'in /drone/src/x', 1, 'a path'],
    ['a virtual machine', 'in /vagrant/x/y', 1, 'a path'],
    ['a library of a Mac', 'in /Library/Foo/x', 1, 'a path'],
    ['a phone', 'in /storage/emulated/0/x', 1, 'a path'],
    ['a token', `a\nkey ${token}\n`, 2, 'a token'],
    ['a value of the environment', 'a\nb\nvery-secret-value', 3, 'a token or a secret value'],
    ['the folder of the repository', 'in /srv/anna/project/src/a.ts', 1, 'a path'],
    ['a folder on Windows', 'in C:\\work\\project\\a.ts', 1, 'a path'],
    ['a home', 'in /home/anna/notes.txt', 1, 'a path'],
    ['a home on a Mac', 'in /Users/anna/notes.txt', 1, 'a path'],
    ['a home on Windows', 'in C:\\Users\\anna\\notes.txt', 1, 'a path'],
    ['a temporary folder', 'see /tmp/review-1/out', 1, 'a path'],
    ['a folder of a server', 'in /srv/app/src/a.ts', 1, 'a path'],
    ['what was installed', 'with `/opt/tools/bin/lint.js`', 1, 'a path'],
    ['a disk', 'at (/mnt/disk-1/x)', 1, 'a path'],
    ['a configuration', 'in "/etc/app.conf"', 1, 'a path'],
    ['a log', 'log:/var/log/app.log', 1, 'a path'],
    ['a folder of a build', '/builds/group/project/a.ts:3', 1, 'a path'],
    ['a home alone', 'the folder is /home/ann.', 1, 'a path'],
    ['a home alone on a Mac', '"/Users/ann"', 1, 'a path'],
    ['a home on Windows, as a shell there writes it', 'in /c/Users/ann', 1, 'a path'],
    ['a folder of an image', 'at /app/src/server.js:10', 1, 'a path'],
    ['a file of an image', 'at /app/server.js:10', 1, 'a path'],
    ['a file of an image, in a trace', 'File "/app/main.py", line 3', 1, 'a path'],
    ['sources in an image', 'in /usr/src/project/a.js', 1, 'a path'],
    ['the workspace of a container', 'in /github/workspace/a.js', 1, 'a path'],
    ['the workspace of a runner', 'in /__w/project/a.js', 1, 'a path'],
    ['a workspace', 'in /workspace/a.js, /workspaces/b/c.js', 1, 'a path'],
    ['a scratch disk', 'in /scratch/ann/a.js', 1, 'a path'],
    ['a folder for work', '{"path": "/work/project/src/a.ts"}', 1, 'a path'],
    ['an address of a file', 'file:///home/anna/x/y', 1, 'a path'],
    ['another drive', 'in D:\\\\work\\\\a.ts', 1, 'a path'],
    ['a share', 'on \\\\server\\share\\x', 1, 'a path'],
    ['a share in a string', '"\\\\\\\\server\\\\share"', 1, 'a path'],
    ['a login in an address', `git clone https://${'anna:pass'}word@example.com/x`, 1, 'a login'],
  ])('are found, and never repeated: %s', (_, text, line, what) => {
    const found = leaksIn(text, leaks)
    expect(found).toEqual([{ line, text: expect.stringContaining(what) }])
    expect(leaksIn(clean(text, leaks, 1000), leaks)).toEqual([])
  })

  it.each([
    'src/a.ts',
    'https://example.com/home/anna/x',
    'https://example.com/opt/x/y',
    '#!/usr/bin/env node',
    'sh -c x > /dev/null, or /bin/sh',
    'GET /api/users/1',
    'GET /data/users',
    'GET /home/index',
    "app.get('/home/index', show)",
    '<a href="/app/settings/keys">',
    '<script src="/app/parts/main.js">',
    'POST /Users/search',
    'the page /app/settings',
    '/Users/{id}',
    '/Users/:id/posts',
    'src/tmp/x and src/farm/ann/x.ts',
    'the page /farm/animals',
    'router.get("/farm/animals/cows", list)',
    'POST /farm/animals/cows',
    'GET /farm/12/cows and /farm/:id/cows',
    '/repos/{owner}/{repo}/pulls and /repo/12/issues',
    '/project/settings/members',
    '/storage/images/1.png',
    '/export/csv/all',
    '/proc/self/maps',
    '/api/v1/users, /static/js/app.js:3 and /src/lock.ts:12',
    '/home/:name',
    '/work',
    '/^\\/home\\/ann$/',
    'https://example.com/app/x/y',
    '../app/x/y.js',
    'a/tmp/x',
    'lib/var/log/x',
    './etc/x/y',
    'import x from "@/opt/x/y"',
    '{root}/var/log/x',
    '2026/02/13',
    '/^\\/var$/',
    'new RegExp("\\\\bword\\\\b")',
    'Error:\\n\\tat x',
    'git@example.com:anna/x.git',
    'https://<user>:<password>@example.com',
    'http://localhost:8080/@scope/x',
  ])('are not what everybody may know, also in a string: %s', (text) => {
    expect(leaksIn(text, leaks)).toEqual([])
    expect(leaksIn(JSON.stringify(text), leaks)).toEqual([])
  })
})
