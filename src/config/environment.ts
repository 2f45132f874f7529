/** What the process was started with, read once and passed on as plain data. */
export interface Environment {
  /** True when a CI system runs us: then configuration comes from the base commit. */
  readonly ci: boolean
  readonly noColor: boolean
  readonly forceColor: boolean
  readonly variables: Readonly<Record<string, string | undefined>>
}

export function readEnvironment(variables: Readonly<Record<string, string | undefined>> = process.env): Environment {
  const isSet = (name: string) => variables[name] !== undefined && variables[name] !== ''
  return {
    ci: isSet('CI') && variables.CI !== 'false' && variables.CI !== '0',
    noColor: isSet('NO_COLOR') || variables.TERM === 'dumb',
    forceColor: isSet('FORCE_COLOR') && variables.FORCE_COLOR !== '0',
    variables,
  }
}
