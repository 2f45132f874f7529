import type { OutsideReviewer } from '../../core/outside/reviewer.ts'

/** What to tell about strangers, the last lines to be copied. */
export function unknownBotsLines(logins: readonly string[], reviewers: readonly OutsideReviewer[]): UnknownBotsLines {
  const [name, ...others] = logins
  const those = others.length === 0 ? `${name} is` : `${logins.join(', ')} are`
  const they = others.length === 0 ? 'it says' : 'they say'
  const them = others.length === 0 ? 'it' : 'them'
  return {
    notice: `${those} not described anywhere: what ${they} is read, and nobody waits for ${them}. To wait for ${them}, put this into .review-loop/config.yaml on the base branch:`,
    lines: ['github:', '  reviewers:', ...logins.flatMap((login) => entryFor(login, reviewers))],
  }
}

export interface UnknownBotsLines {
  readonly notice: string
  readonly lines: readonly string[]
}

function entryFor(login: string, reviewers: readonly OutsideReviewer[]): readonly string[] {
  const isShared = reviewers.some(({ shared }) => shared?.logins.includes(login))
  return [
    `    ${login.replace(/[^a-z0-9-]/g, '-')}:`,
    `      logins: [${login}]`,
    ...(isShared ? ["      headline: 'what all its texts begin with'"] : []),
    "      clean: ['what it writes when it finds nothing']",
  ]
}
