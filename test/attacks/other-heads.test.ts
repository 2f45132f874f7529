import { analyse } from '../../src/commands/watching/analyse.ts'
import { markOf } from '../../src/core/watch/mark.ts'
import { watchExitCode } from '../../src/core/watch/watch-report.ts'
import { openSample, sha } from '../kit/github-server/client.ts'
import { type GithubServer, startGithubServer } from '../kit/github-server/server.ts'
import type { PullRequest } from '../kit/github-server/state/entities.ts'
import { notePushes } from '../kit/github-server/state/pull-requests.ts'
import { written } from '../kit/github-server/state/repositories.ts'
import { type Voice, voiceOf } from '../kit/github-server/voices.ts'
import { watcherOf } from '../support/watcher.ts'
import { attack } from './attack.ts'

// Words about another commit, or of another account with the same name. They are played in this process: it takes no program to see them.

const clean = '**Actionable comments posted: 0**'
const grave = '_⚠️ Potential issue_ | _🔴 Critical_\n\n**It crashes.**\n\nA bug.'

interface Scene {
  readonly github: GithubServer
  readonly pullRequest: PullRequest
  readonly as: (login: string, commit?: string) => Voice
  readonly checked: (commit?: string) => void
  readonly push: (commit: string, branch?: string) => void
}

async function watched(play: (scene: Scene) => void, login?: string) {
  const github = await startGithubServer()
  const pullRequest = openSample(github)
  const as = (name: string, commit?: string) => voiceOf(github.world, name, pullRequest, commit)
  play({
    ...{ github, pullRequest, as },
    checked: (commit) => {
      as('house-ci[bot]', commit).check({ name: 'build', status: 'completed', conclusion: 'success' })
      github.advance(60)
    },
    push: (commit, branch = 'topic') => {
      written(github.repository).set(branch, { sha: commit })
      notePushes(github.world)
      github.advance(60)
    },
  })
  const token = login === undefined ? github.token : github.addToken({ login })
  const watcher = await watcherOf(github, { token, session: { attempts: 2 } })
  const { end, message } = await analyse(watcher, ['src/a.ts'], { restarts: 1, timeLeft: () => Infinity })
  await github.end()
  return { code: watchExitCode(end), stdout: message, stderr: '' }
}

attack('the head was checked on another branch before an older head was found clean', (isAttacked) =>
  watched(({ github, as, checked, push }) => {
    if (isAttacked) push(sha('c'), 'elsewhere')
    checked(isAttacked ? sha('c') : sha('b'))
    as('coderabbitai[bot]').comment(clean)
    github.advance(60)
    if (isAttacked) push(sha('c'))
  }),
)

attack('the id of the head begins like that of an older one that was found clean', (isAttacked) =>
  watched(({ github, as, checked, push }) => {
    checked()
    as('coderabbitai[bot]').comment(`${clean}\n\nReviewed commit: ${sha('b').slice(0, 7)}`)
    github.advance(60)
    if (isAttacked) push(`${'b'.repeat(7)}${'c'.repeat(33)}`)
    if (isAttacked) checked()
  }),
)

attack('a clean comment about an older head is touched, and not edited', (isAttacked) =>
  watched(({ github, as, checked, push }) => {
    checked()
    const comment = as('coderabbitai[bot]').comment(clean)
    if (isAttacked) push(sha('c'))
    if (isAttacked) checked()
    Object.assign(comment, { updatedAt: github.world.clock.stamp() })
  }),
)

attack('somebody with the name of our App says that it is fixed', (isAttacked) =>
  watched(({ pullRequest, as, checked }) => {
    checked()
    const bot = as('coderabbitai[bot]')
    bot.review({ body: '**Actionable comments posted: 1**', comments: [{ path: 'src/a.ts', line: 2, body: grave }] })
    const [thread] = pullRequest.threads
    const fixed = `Fixed.\n\n${markOf('fixed', `${thread?.nodeId} ${sha('b')}`)}`
    as(isAttacked ? 'acme-app' : 'acme-app[bot]').reply(thread!, fixed)
  }, 'acme-app[bot]'),
)
