import type { RawFinding } from '../../types.ts'
import { isLeftover } from './leftovers.ts'

export interface SoleStatements {
  /** A finding whose repair leaves something in its place, because the statement may be the only one of its block. */
  hold(finding: RawFinding, text: string): void
  /** Told every added line, and at the end one of no file: now the finding can be passed on. */
  follow(path: string, line: number, text: string): void
}

/** Waits for the line below: if it goes on with the block, the statement is not the only one and is simply deleted. */
export function createSoleStatements(passOn: (finding: RawFinding) => void): SoleStatements {
  let held: { finding: RawFinding; indent: string } | null = null
  return {
    hold(finding, text) {
      held = { finding, indent: indentOf(text) }
    },
    follow(path, line, text) {
      if (held === null) return
      const { finding, indent } = held
      held = null
      const isNext = finding.file === path && finding.line === line - 1
      const goesOn = isNext && indentOf(text) === indent && !/^\s*(?:#|$)/.test(text) && !isLeftover(path, text)
      passOn(goesOn && finding.suggestion !== null ? { ...finding, suggestion: '' } : finding)
    },
  }
}

function indentOf(text: string): string {
  return /^\s*/.exec(text)?.[0] ?? ''
}
