import type { Arguments, Context, Options } from '../command.ts'
import type { TrustConfig } from './trust-config.ts'

export const trustOption = {
  'trust-config': {
    type: 'boolean',
    description: 'let the configuration that this branch changes apply, and remember it by its content',
  },
} as const satisfies Options

/** What the user says about the configuration of the branch: with the option, on the terminal, or not at all. */
export function trustFrom(args: Pick<Arguments, 'flag'>, context: Context): TrustConfig {
  return args.flag('trust-config') || (!args.flag('handsfree') && askOn(context))
}

/** False: there is no terminal. */
export function askOn({ prompt, stderr }: Pick<Context, 'prompt' | 'stderr'>): TrustConfig {
  if (prompt === null) return false
  return async (question) => {
    stderr.write(`${question}\n\n`)
    const said = await prompt('Run it this way? [y/N] ')
    return said !== null && /^y(?:es)?$/i.test(said.trim())
  }
}
