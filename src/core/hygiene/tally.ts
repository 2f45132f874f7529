import type { RawFinding } from '../../types.ts'

export interface Tally {
  add(finding: RawFinding): void
  findings(): readonly RawFinding[]
}

/** So many of one rule in one file are told one by one; the rest is counted in the last. */
const told = 50
const toldSecrets = 500

/** Collects findings so that one bad file (a generated one, say) can neither fill the memory nor bury the rest. */
export function createTally(): Tally {
  const counts = new Map<string, number>()
  const lasts = new Map<string, number>()
  const findings: RawFinding[] = []

  return {
    add(finding) {
      const key = `${finding.rule}\n${finding.file}`
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      if (count <= limitOf(finding)) lasts.set(key, findings.push(finding) - 1)
    },
    findings() {
      const complete = [...findings]
      for (const [key, count] of counts) {
        const last = lasts.get(key)!
        const finding = complete[last]!
        const more = count - limitOf(finding)
        if (more > 0)
          complete[last] = {
            ...finding,
            problem: `${finding.problem} ${more} more lines of this file have the same problem.`,
          }
      }
      return complete
    },
  }
}

function limitOf(finding: RawFinding): number {
  return finding.rule?.startsWith('secret/') ? toldSecrets : told
}
