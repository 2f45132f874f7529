import type { Options } from '../command.ts'

/** For every command that speaks to a forge. */
export const forgeOptions = {
  'api-url': {
    type: 'string',
    value: 'URL',
    description:
      'ask this server: https://HOST/api/v3 of GitHub, https://HOST/api/v4 of GitLab (default: GITHUB_API_URL, GITLAB_API_URL)',
  },
} satisfies Options
