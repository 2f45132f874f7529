// What a user can do wrong, as a table: code → what happened, what to do next, exit code.

export const exitCodes = { passed: 0, blocked: 1, usage: 2, inconclusive: 3, escalated: 4, interrupted: 130 } as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

type Entry = (context: Readonly<Record<string, string>>) => { message: string; hint: string }

const table = {
  no_repository: ({ path }) => ({
    message: `${path} is not inside a git repository.`,
    hint: 'Change into one, or name it with --cwd DIR.',
  }),
} satisfies Record<string, Entry>

export type ErrorCode = keyof typeof table

/** An operator error: the user can mend it. Outcomes of agents are values, bugs are plain errors. */
export class LoopError extends Error {
  readonly code: ErrorCode
  readonly hint: string
  readonly exitCode: ExitCode = exitCodes.usage

  constructor(code: ErrorCode, context: Readonly<Record<string, string>> = {}, options?: ErrorOptions) {
    const { message, hint } = (table[code] as Entry)(context)
    super(message, options)
    this.name = 'LoopError'
    this.code = code
    this.hint = hint
  }
}
