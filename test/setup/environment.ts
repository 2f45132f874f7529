import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'
import { removeTemporaryFolders } from '../support/repository.ts'

// No test may depend on the keys, the CI variables or the git configuration of the machine it runs on.
for (const name of Object.keys(process.env)) {
  if (/(_KEY|_TOKEN|_SECRET)$/.test(name) || /^(CI|GITHUB_|GIT_|REVIEW_LOOP_(?!DAMAGE_|SAMPLE$))/.test(name))
    delete process.env[name]
}
Object.assign(process.env, {
  // Nor on who is logged in with gh.
  GH_CONFIG_DIR: '/dev/null/gh',
  GIT_CONFIG_GLOBAL: fileURLToPath(new URL('gitconfig', import.meta.url)),
  GIT_CONFIG_SYSTEM: '/dev/null',
  GIT_AUTHOR_NAME: 'Test Author',
  GIT_AUTHOR_EMAIL: 'author@example.invalid',
  GIT_COMMITTER_NAME: 'Test Author',
  GIT_COMMITTER_EMAIL: 'author@example.invalid',
  NO_COLOR: '1',
  // Nor may it leave on record there what a user trusts.
  XDG_STATE_HOME: join(tmpdir(), 'review-loop-test-state'),
})

// Here and not beside the folders: files that share a worker import that module once, and this runs for each of them.
afterAll(removeTemporaryFolders)
