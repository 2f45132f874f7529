import type { Finding } from '../../types.ts'
import { indexText, isMasked, nearestMasked, occurrences, quotesOf } from '../evidence.ts'
import { isTestPath } from '../path-kind.ts'
import type { FixCertificate, ValidationResult } from './types.ts'

/** What the tests of a fix say about it. */
export interface TestProof {
  /** Null: nobody knows. */
  readonly proves: boolean | null
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
  const verdict = isProven ? 'Proven' : isLackingTest ? 'Not proven by a test' : 'Not proven'
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

/** What of a fix are tests. Null, with the reason, when they can prove nothing. */
export function testsOf(changedFiles: readonly string[], commands: readonly string[]): readonly string[] | TestProof {
  const tests = changedFiles.filter(isTestPath)
  if (tests.length === 0) return unknown('no test came with the fix')
  if (tests.length === changedFiles.length) return unknown('the fix is in tests only')
  if (commands.length === 0) return unknown('there is no command to run its test')
  return tests
}

/** From the commands without the fix (but with its tests), and with it. */
export function proofOf(without: readonly ValidationResult[], fixed: readonly ValidationResult[]): TestProof {
  const isTimedOut = ({ status }: ValidationResult) => status === 'timed_out'
  if (without.every(({ status }) => status === 'passed')) {
    return { proves: false, why: 'its test passes without the fix too' }
  }
  if ([...without, ...fixed].some(isTimedOut))
    return unknown('its test could not be run to the end in the time there was')
  const failing = fixed.find(({ status }) => status !== 'passed')
  if (failing !== undefined) return unknown(`\`${failing.command}\` does not pass in a copy of the files`)
  return { proves: true, why: 'its test fails without the fix and passes with it' }
}

export function unknown(why: string): TestProof {
  return { proves: null, why }
}
