import { agentVariables } from '../../io/exec.ts'

export interface AgentEnvironment {
  readonly home: string
  readonly temporary: string
  /** What this agent needs besides: its own key, its own switches. Wins over everything else. */
  readonly own: Readonly<Record<string, string>>
}

/** The complete environment of an agent: nothing of ours that is not named here reaches it. */
export function agentEnvironment({ home, temporary, own }: AgentEnvironment): Record<string, string> {
  return {
    ...agentVariables(),
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    HOME: home,
    USERPROFILE: home,
    TMPDIR: temporary,
    TEMP: temporary,
    TMP: temporary,
    // Looking at a repository must neither write its index nor ask for a password.
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    // Whatever address is named, git finds no way there; what it says tells why. (As `git -c` hands it on: in variables with
    // KEY in their name, some agents see a secret and take it away.)
    GIT_CONFIG_PARAMETERS: "'url.review-loop-lets-no-agent-push::.pushInsteadOf='",
    ...own,
  }
}
