import type { Repository } from '../../io/git/repository.ts'
import { readTreeTexts } from '../../io/git/tree-texts.ts'
import type { Finding } from '../../types.ts'

/** Exact replacements with what they replace: the lines as they are in the commit that was reviewed. `files`: those of the change. */
export async function withQuotes(
  repository: Repository,
  commit: string,
  files: readonly string[],
  findings: readonly Finding[],
): Promise<readonly Finding[]> {
  const wanted = files.filter((file) => findings.some((each) => each.suggestion !== null && each.file === file))
  const texts = await readTreeTexts(repository, commit, wanted)
  return findings.map((finding) => {
    const { suggestion, file, line, endLine } = finding
    const text = suggestion === null || file === null ? undefined : texts.get(file)
    if (text === undefined || line === null) return finding
    const lines = text.split('\n').slice(line - 1, endLine ?? line)
    return { ...finding, evidence: lines.join('\n') }
  })
}
