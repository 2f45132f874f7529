import type { Finding } from '../../types.ts'
import { isTestPath } from '../change/path-kind.ts'
import { indexText, isMasked, nearestMasked, occurrences, quotesOf } from '../evidence/evidence.ts'
import type { FixCertificate, ValidationResult } from './types.ts'

/** What the tests of a fix say about it. */
export interface TestProof {
  /** Null: nobody knows. */
  readonly proves: boolean | null
  /** It speaks for what was done about several findings together. */
  readonly isShared?: boolean
  /** A clause. */
  readonly why: string
}

/** The text of a file before and after the fix; null where there is none. */
export interface FileTexts {
  readonly before: string | null
  readonly after: string | null
}

export interface CertificateRequest {
  readonly finding: Finding
  /** Null before the next review. */
  readonly foundAgain: boolean | null
  readonly texts: FileTexts
  readonly proof: TestProof
}

export function makeCertificate({ finding, foundAgain, texts, proof }: CertificateRequest): FixCertificate {
  const codeChanged = hasChanged(finding, texts)
  const notFoundAgain = foundAgain === false
  const isProven = notFoundAgain && codeChanged && proof.proves === true
  const isLackingTest = notFoundAgain && codeChanged && proof.proves === null
  const isShared = proof.proves === true && proof.isShared === true
  const proven = isShared ? 'Proven for the fix as a whole' : 'Proven'
  const verdict = isProven ? proven : isLackingTest ? 'Not proven by a test' : 'Not proven'
  const clauses = [
    foundAgain === null ? 'it was not reviewed again yet' : reviewClause(foundAgain),
    codeChanged ? 'the code it is about changed' : 'the code it quotes is still there',
    proof.why,
  ]
  return {
    finding: finding.id,
    notFoundAgain,
    codeChanged,
    testProves: proof.proves,
    ...(isShared ? { shared: true } : {}),
    text: `${verdict}: ${clauses.join('; ')}.`,
  }
}

function reviewClause(foundAgain: boolean): string {
  return foundAgain ? 'the last review raises it again' : 'the last review does not raise it'
}

/** Whether the code is not there any more as it was: white space does not count, and of several places one is enough. */
function hasChanged({ file, evidence, line }: Finding, { before, after }: FileTexts): boolean {
  if (after === null || before === null) return after !== before
  // About the file as a whole.
  if (evidence === null || evidence === file) return after !== before
  if (isMasked(evidence)) return nearestMasked(indexText(after), evidence, line ?? 1) === undefined
  return quotesOf(evidence).new.every((quote) => {
    const [earlier, now] = [countOf(before, quote), countOf(after, quote)]
    return now === 0 || now < earlier
  })
}

const mostPlaces = 1000

function countOf(text: string, quote: string): number {
  return occurrences(indexText(text), quote, mostPlaces).length
}

/** What of a fix is not a test; or, with the reason, that its tests can prove nothing. */
export function codeOf(changedFiles: readonly string[], commands: readonly string[]): readonly string[] | TestProof {
  const code = changedFiles.filter((file) => !isTestPath(file))
  if (code.length === changedFiles.length) return unknown('no test came with the fix')
  if (code.length === 0) return unknown('the fix is in tests only')
  if (commands.length === 0) return unknown('there is no command to run its test')
  return code
}

/** What one finding had done about it, to be undone: the file it is in, or all where the fix is elsewhere. */
export interface FixPart {
  readonly files: readonly string[]
  /** The fix did something about other findings there as well. */
  readonly isShared: boolean
}

/** `mended`: the files of all findings that the fix did something about. */
export function partOf(file: string | null, code: readonly string[], mended: readonly (string | null)[]): FixPart {
  if (file === null || !code.includes(file)) return { files: code, isShared: mended.length > 1 }
  return { files: [file], isShared: mended.filter((other) => other === file).length > 1 }
}

/** The same commands on copies of the files. */
export interface ProofRuns {
  /** As it was before the fix, without its tests. */
  readonly before: readonly ValidationResult[]
  /** With its tests, but without what it did about the finding. */
  readonly without: readonly ValidationResult[]
  readonly fixed: readonly ValidationResult[]
}

/** A command proves something if only what was done about the finding makes it pass: it is the new test that failed without it. */
export function proofOf({ before, without, fixed }: ProofRuns, isShared: boolean): TestProof {
  if ([...before, ...without, ...fixed].some(({ status }) => status === 'timed_out'))
    return unknown('its test could not be run to the end in the time there was')
  const failing = fixed.find(({ status }) => status !== 'passed')
  if (failing !== undefined) return unknown(`\`${failing.command}\` does not pass in a copy of the files`)
  const usable = without.filter((_, index) => before[index]?.status === 'passed')
  if (usable.length === 0) return unknown(`\`${without[0]?.command}\` failed before the fix too`)
  if (hasPassed(usable)) return passesWithout
  return {
    proves: true,
    isShared,
    why: isShared
      ? 'a test of the fix fails without it and passes with it, and other findings were mended by the same change'
      : 'a test of the fix fails without what was done about it and passes with it',
  }
}

export function hasPassed(results: readonly ValidationResult[]): boolean {
  return results.every(({ status }) => status === 'passed')
}

export const passesWithout: TestProof = { proves: false, why: 'the tests of the fix pass without it too' }

export function unknown(why: string): TestProof {
  return { proves: null, why }
}
