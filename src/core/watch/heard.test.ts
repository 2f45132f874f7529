import { expect, it } from 'vitest'
import { knownReviewers } from '../outside/reviewers/index.ts'
import { saysSomething } from './heard.ts'

const own = { ...knownReviewers[0]!, id: 'own', logins: ['inspector'], trigger: '@inspector inspect' }
const pullRequest = { author: { login: 'octocat', isBot: false }, me: { login: 'robin', isBot: false } }
const isHeard = (body: string) => saysSomething(body, pullRequest, [...knownReviewers, own])

it.each([
  // To whoever made the change, or to another person.
  '@octocat the sign in add is wrong, please fix.',
  '@octocat this subtracts where it should add',
  '@octocat still wrong',
  '@octocat please do this',
  '@octocat could you look?',
  '@robin can you take a look at this?',
  '@bob, the sign in add is wrong',
  '@bob @octocat rename this',
  '@bob could you look? The sign in add is wrong.',
  '@octo-org/core please fix the sign',
  'Hey @octocat, rename this.',
  '@Override is missing here',
  // A path, not a command.
  '/api/users returns 500 now.',
  '/login is broken',
  '/users returns 500',
  '/search too slow',
  '/test fails on Safari',
  '/health should answer 204',
  '/etc/passwd can be read with this',
  // A command, with more.
  '/hold the sign in add is wrong',
  '/lgtm\n\nOnly the sign in add is wrong.',
  '@coderabbitai review\n\nThe sign in add is wrong.',
  '@coderabbitai review. The sign in add is wrong.',
  // About a bot, or said to it and meant for all.
  '@coderabbitai is right, please fix',
  '@coderabbitai looks wrong to me',
  '@coderabbitai review comments are right, please fix',
  '@coderabbitai ignore that, please fix the sign',
  '@coderabbitai the sign in add is wrong',
  '@coderabbitai good catch, rename it.',
  '@copilot please fix the sign in add',
  '@claude you missed that add has the wrong sign',
  'Bugbot run fails here',
  'Copilot review found a leak',
  // Praise, with a wish.
  'LGTM, but the sign in add is wrong',
  'LGTM once the sign in add is fixed',
  'Thanks! Please also fix less.',
  'Great work, only the sign is wrong',
  'Good catch, please fix',
  'Agreed',
  // Short, and not nothing.
  'No.',
  '?',
  '-1',
  '👎',
  ':-1:',
  ':thumbsdown:',
  '5000',
  '@octocat ???',
])('heard: %s', (body) => {
  expect(isHeard(body)).toBe(true)
})

it.each([
  // Calls of bots, as the registry or the settings know them.
  '@coderabbitai review',
  '@CodeRabbitAI full review',
  '@coderabbitai[bot] pause',
  '@coderabbitai resolve',
  '@coderabbitai, please summarize this',
  '@coderabbitai generate unit tests',
  '@coderabbitai explain why that is a problem',
  '@coderabbitai re-review please.',
  '@coderabbitai check whether that is still a problem.',
  '@coderabbitai why is that a problem?',
  'Hey @coderabbitai could you explain this?',
  '@coderabbitai @sourcery-ai review',
  '@codex review',
  '@codex review for security regressions',
  '@greptileai',
  '@cubic-dev-ai review this',
  '@inspector inspect the tests',
  '@dependabot rebase',
  '@dependabot squash and merge',
  'bugbot run',
  'cursor review',
  'Augment review.',
  '<!-- mark -->\n@claude review',
  // Commands.
  '/gemini review',
  '/gemini why is this wrong?',
  '/agentic_review',
  '/deploy staging',
  '/lgtm\n/approve',
  '/retest',
  '/assign @bob',
  '/preview --fast env=staging',
  'Thanks!\n\n/merge',
  // Somebody else is asked to look.
  '@bob',
  '@bob could you look?',
  '@bob please review this when you have time.',
  '@bob @octo-org/core what do you think?',
  '@bob PTAL',
  'cc @bob',
  // Nothing to do.
  '@octocat thanks!',
  '@octocat nice work, looks good to me',
  '+1',
  '👍',
  '👍 💯!',
  ':tada: :+1:',
  '...',
  'LGTM',
])('not heard: %s', (body) => {
  expect(isHeard(body)).toBe(false)
})
