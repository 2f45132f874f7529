import type { AgentSettings } from '../../types.ts'

/**
 * Values of the environment that nobody may read in a transcript or a result: what is called a secret, the key of the agent,
 * and what it was given besides if that looks like one.
 */
export function secretValues(
  variables: Readonly<Record<string, string | undefined>>,
  { keyEnv, env }: Pick<AgentSettings, 'keyEnv' | 'env'>,
): readonly string[] {
  return Object.entries(variables).flatMap(([name, value = '']) => {
    if (isPath(value)) return []
    const isSecret = name === keyEnv || secretName.test(name) || (env.includes(name) && looksRandom(value))
    return isSecret ? pieces(value) : []
  })
}

const secretName =
  /(KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?)(_(?!PATH|FILE|DIR|NAME|URL|ID)[A-Z0-9]+)?$/i

/** `production` is a word of the code too: hiding it would damage what is quoted from it. */
function looksRandom(value: string): boolean {
  return value.length >= 12 && /\d/.test(value) && /[a-z]/i.test(value)
}

/** Where a key is, is no secret, and stands in much of what we say. */
function isPath(value: string): boolean {
  return /^(?:~?\/|\.{1,2}\/|[a-z]:\\)/i.test(value)
}

const shortest = 8

/** Output is masked line by line, so a value of several lines is looked for by each of them. */
function pieces(value: string): readonly string[] {
  const lines = value.split(/\r?\n/).map((line) => line.trim())
  return [value.trim(), ...lines].filter((piece) => piece.length >= shortest && !piece.startsWith('-----'))
}
