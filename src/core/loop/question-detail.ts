import { type LoopState, lastRound } from './state.ts'

/** What a question is about this time, one clause on a line; null when its reason says it all. */
export function questionDetail(state: LoopState): string | null {
  if (state.userChange !== null) return state.userChange
  const result = lastRound(state)?.fix?.results.at(-1)
  if (result?.status === 'failed') return result.problems[0] ?? null
  const taken = state.rounds.flatMap(({ round, fix }) => {
    if (fix?.rolledBack == null) return []
    const failing = fix.validations.at(-1)?.find(({ status }) => status !== 'passed')
    const said = lastLine(failing?.output ?? '')
    return [`the fix of round ${round} was taken back: ${fix.rolledBack.why}${said === '' ? '' : ` (${said})`}`]
  })
  const unnamed = result === undefined || result.unnamedFiles.length === 0 ? [] : [unnamedText(result.unnamedFiles)]
  return [...unnamed, ...taken].join('\n') || null
}

function unnamedText(files: readonly string[]): string {
  return `these changed while the fixer worked, and it does not name them: ${files.join(', ')}`
}

function lastLine(output: string): string {
  return output.trim().split('\n').at(-1)?.trim().slice(0, 200) ?? ''
}
