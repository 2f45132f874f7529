export interface Source {
  /** How to name it to a person: a path, or `path at <commit>`. */
  readonly name: string
  readonly text: string
}

export interface Problem {
  readonly line: number | null
  readonly message: string
}

/** 'config.yaml:3: …' */
export function at({ name }: Source, { line, message }: Problem): string {
  return `${name}${line === null ? '' : `:${line}`}: ${message}`
}
