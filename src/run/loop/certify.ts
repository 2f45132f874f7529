import {
  codeOf,
  type FileTexts,
  type FixPart,
  hasPassed,
  makeCertificate,
  partOf,
  passesWithout,
  proofOf,
  type TestProof,
  unknown,
} from '../../core/loop/certificate.ts'
import type { FixCertificate, ValidationResult } from '../../core/loop/types.ts'
import type { Finding } from '../../types.ts'

/** A fix as the trees before and after it. */
export interface FixState {
  readonly before: string
  readonly after: string
  readonly changedFiles: readonly string[]
  /** The files of the findings that it did something about, as it says. */
  readonly mended: readonly (string | null)[]
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

/** What the tests of a fix say about one finding. */
export type Prove = (finding: Finding) => Promise<TestProof>

/** Parts of a fix that are undone one by one; beyond, it is undone as a whole. */
const mostParts = 4

/** Runs the tests of a fix without it and with it, where it came with tests. What was run once is not run again. */
export function proveFix({ before, after, changedFiles, mended }: FixState, ports: CertifyPorts): Prove {
  const code = codeOf(changedFiles, ports.commands)
  if ('why' in code) return async () => code
  const proofs = new Map<string, Promise<TestProof>>()
  const unfixed = once(() => ports.validateCopy(before, before, []))
  const fixed = once(() => ports.validateCopy(after, after, []))
  return ({ file }) => {
    const wanted = partOf(file, code, mended)
    const isOneTooMany = !proofs.has(nameOf(wanted)) && proofs.size >= mostParts
    const part = isOneTooMany ? partOf(null, code, mended) : wanted
    const proof = proofs.get(nameOf(part)) ?? prove(part)
    proofs.set(nameOf(part), proof)
    return proof
  }

  async function prove({ files, isShared }: FixPart): Promise<TestProof> {
    const without = await ports.validateCopy(after, before, files)
    if (typeof without === 'string') return notRun(without)
    // Without a failure nothing is proven, whatever comes next.
    if (hasPassed(without)) return passesWithout
    const [first, last] = [await unfixed(), await fixed()]
    if (typeof first === 'string') return notRun(first)
    if (typeof last === 'string') return notRun(last)
    return proofOf({ before: first, without, fixed: last }, isShared)
  }
}

function nameOf({ files, isShared }: FixPart): string {
  return JSON.stringify([files, isShared])
}

function notRun(why: string): TestProof {
  return unknown(`its test could not be run: ${why}`)
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

export interface CertifyRequest {
  /** Blocking ones that are closed, as they were raised last. */
  readonly findings: readonly Finding[]
  /** Ids the last review raised; null before there was one. */
  readonly raised: ReadonlySet<string> | null
  readonly fix: FixState
  readonly prove: Prove
}

export async function certifyFindings(
  { findings, raised, fix, prove }: CertifyRequest,
  ports: CertifyPorts,
): Promise<readonly FixCertificate[]> {
  const paths = [...new Set([...findings.flatMap(({ file }) => (file === null ? [] : [file])), ...fix.changedFiles])]
  const [before, after] = [await ports.readTexts(fix.before, paths), await ports.readTexts(fix.after, paths)]
  const certificates: FixCertificate[] = []
  // One after the other: they are runs of the same commands.
  for (const finding of findings) {
    const texts = textsOf(finding, fix, before, after)
    const foundAgain = raised?.has(finding.id) ?? null
    certificates.push(makeCertificate({ finding, foundAgain, texts, proof: await prove(finding) }))
  }
  return certificates
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
