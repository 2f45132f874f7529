import {
  type FileTexts,
  makeCertificate,
  proofOf,
  type TestProof,
  testsOf,
  unknown,
} from '../../core/loop/certificate.ts'
import type { FixCertificate, ValidationResult } from '../../core/loop/types.ts'
import type { Finding } from '../../types.ts'

/** A fix as the trees before and after it. */
export interface FixState {
  readonly before: string
  readonly after: string
  readonly changedFiles: readonly string[]
}

export interface CertifyPorts {
  readonly commands: readonly string[]
  /** Texts by path; what is not there, or no text, is missing. */
  readonly readTexts: (tree: string, paths: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /**
   * The commands on a copy of the files of `tree`, with `paths` as they are in `overlay`. A string is the reason why that
   * could not be done. Never rejects, and takes a bounded time.
   */
  readonly validateCopy: (
    tree: string,
    overlay: string,
    paths: readonly string[],
  ) => Promise<readonly ValidationResult[] | string>
}

/** Runs the tests of a fix without it and with it, where it came with tests. */
export async function proveFix({ before, after, changedFiles }: FixState, ports: CertifyPorts): Promise<TestProof> {
  const tests = testsOf(changedFiles, ports.commands)
  if ('why' in tests) return tests
  const without = await ports.validateCopy(before, after, tests)
  if (typeof without === 'string') return unknown(`its test could not be run: ${without}`)
  // Without a failure nothing is proven, whatever comes next.
  if (without.every(({ status }) => status === 'passed')) return proofOf(without, [])
  const fixed = await ports.validateCopy(after, after, [])
  if (typeof fixed === 'string') return unknown(`its test could not be run: ${fixed}`)
  return proofOf(without, fixed)
}

export interface CertifyRequest {
  /** Blocking ones that are closed, as they were raised last. */
  readonly findings: readonly Finding[]
  /** Ids the last review raised; null before there was one. */
  readonly raised: ReadonlySet<string> | null
  readonly fix: FixState
  readonly proof: TestProof
}

export async function certifyFindings(
  { findings, raised, fix, proof }: CertifyRequest,
  ports: CertifyPorts,
): Promise<readonly FixCertificate[]> {
  const paths = [...new Set([...findings.flatMap(({ file }) => (file === null ? [] : [file])), ...fix.changedFiles])]
  const [before, after] = [await ports.readTexts(fix.before, paths), await ports.readTexts(fix.after, paths)]
  return findings.map((finding) =>
    makeCertificate({
      finding,
      foundAgain: raised?.has(finding.id) ?? null,
      texts: textsOf(finding, fix, before, after),
      proof,
    }),
  )
}

/** Code that was only moved to other files of the fix is still there. */
function textsOf(
  { file }: Finding,
  { changedFiles }: FixState,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): FileTexts {
  const all = (texts: ReadonlyMap<string, string>) => changedFiles.map((path) => texts.get(path) ?? '').join('\n')
  if (file === null || !after.has(file)) return { before: all(before), after: all(after) }
  return { before: before.get(file) ?? null, after: after.get(file) ?? null }
}
