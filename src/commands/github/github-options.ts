import type { Options } from '../command.ts'

/** For every command that speaks to GitHub. */
export const githubOptions = {
  'api-url': {
    type: 'string',
    value: 'URL',
    description: 'ask this server instead of GitHub: https://HOST/api/v3 (default: GITHUB_API_URL)',
  },
} satisfies Options
