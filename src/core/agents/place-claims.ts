import type { RawFinding } from '../../types.ts'
import { nearestLines } from '../evidence/nearest-lines.ts'
import { fence } from './fence.ts'
import type { RawReply } from './raw-reply.ts'
import { type ReadReply, readReply } from './read-reply.ts'
import { placeReplySchema } from './reply-schemas.ts'
import { fillTemplate } from './template.ts'

// A reviewer is asked once more about blocking claims that could not be found in the code.

/** A claim, why it could not be found, and what is there instead. */
export interface UnplacedClaim {
  readonly finding: RawFinding
  readonly reason: string
  /** The file it means, as far as that is known. */
  readonly text: string | null
}

/** The whole task is repeated: a fresh call remembers nothing. `files` are the paths of the change. */
export function placePrompt(
  prompt: string,
  template: string,
  claims: readonly UnplacedClaim[],
  files: readonly string[],
): string {
  const parts = {
    claims: fence('claims', claims.map(describeClaim).join('\n\n')),
    files: fence('files', files.slice(0, shownFiles).join('\n')),
  }
  return `${prompt.trimEnd()}\n\n# Again\n\n${fillTemplate(template, parts).trimEnd()}\n`
}

const shownFiles = 200

function describeClaim({ finding, reason, text }: UnplacedClaim, index: number): string {
  const { file, line, severity, title, problem, evidence } = finding
  const near = text === null || evidence === null ? [] : nearestLines(text, evidence, line)
  return [
    `Claim ${index + 1}: ${severity}, ${file ?? 'no file'}${line === null ? '' : `:${line}`}`,
    title,
    problem,
    `Not found: ${reason}`,
    ...(evidence === null ? [] : [`You quoted: ${evidence}`]),
    ...(near.length === 0 ? [] : ['The nearest lines:', ...near.map((one) => `${one.line} ${one.code}`)]),
  ].join('\n')
}

/** By the position of the claim: where it is, or that the reviewer withdrew it. A claim it says nothing about is not there. */
export type ClaimPlaces = ReadonlyMap<number, Pick<RawFinding, 'file' | 'line' | 'evidence'> | 'withdrawn'>

/** One that cannot be read says nothing about any claim. It counts as an answer, so that the next review does not pay for it again. */
export function readPlaces(reply: RawReply): ReadReply<ClaimPlaces> {
  const read = readReply(reply, placeReplySchema)
  if ('problems' in read) return { value: new Map(), doubts: read.problems }
  return {
    value: new Map(
      read.value.claims.map(({ claim, file, line, evidence, withdraw }) => [
        claim - 1,
        // One that quotes the code has not withdrawn, whatever else it says.
        withdraw && !evidence?.trim()
          ? 'withdrawn'
          : { file: file ?? null, line: line ?? null, evidence: evidence ?? null },
      ]),
    ),
  }
}

/** The finding as its reviewer corrects it. The lines of its suggestion were those of the old place. */
export function correctPlace(finding: RawFinding, place: ReturnType<ClaimPlaces['get']>): RawFinding {
  if (place === undefined) return finding
  if (place === 'withdrawn') return { ...finding, discard: true }
  const { file, line, evidence } = place
  return {
    ...finding,
    file: file ?? finding.file,
    line,
    endLine: null,
    evidence: evidence ?? finding.evidence,
    suggestion: null,
  }
}
