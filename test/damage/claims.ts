import fc from 'fast-check'
import { type FileChange, unchangedFile } from './change.ts'

// What reviewers claim about a change, and what they and a verifier say when they are asked about it.

/** As data, so that a counterexample says what was claimed. */
export interface Claim {
  readonly severity: string
  readonly blocking: boolean
  readonly confidence: number
  readonly discard: boolean
  /** Which line of the change. */
  readonly at: { readonly file: number; readonly line: number }
  readonly quote: 'line' | 'two lines' | 'part' | 'careless' | 'path' | 'nowhere' | 'none'
  readonly file: 'right' | 'none' | 'missing' | 'unchanged'
  readonly line: 'right' | 'none' | 'next'
  /** What the reviewer answers when asked where an invented quote is; one that is true is said again. */
  readonly asked: 'right' | 'nothing' | 'withdrawn'
  readonly verdict: 'confirmed' | 'refuted'
  readonly proof: 'line' | 'nowhere'
}

export const anyClaim: fc.Arbitrary<Claim> = fc.record({
  severity: fc.constantFrom('P0', 'P1', 'P1', 'P2', 'P3', 'HIGH', 'medium'),
  blocking: fc.boolean(),
  confidence: fc.constantFrom(0.9, 0.9, 1, 0.6, 0.2),
  discard: fc.constantFrom(false, false, false, false, true),
  at: fc.record({ file: fc.nat(3), line: fc.nat(13) }),
  quote: fc.constantFrom('line', 'line', 'line', 'two lines', 'part', 'careless', 'path', 'nowhere', 'none'),
  file: fc.constantFrom('right', 'right', 'right', 'right', 'none', 'missing', 'unchanged'),
  line: fc.constantFrom('right', 'right', 'none', 'next'),
  asked: fc.constantFrom('right', 'right', 'nothing', 'withdrawn'),
  verdict: fc.constantFrom('confirmed', 'confirmed', 'confirmed', 'refuted'),
  proof: fc.constantFrom('line', 'line', 'nowhere'),
})

export interface Place {
  readonly file: string | null
  readonly line: number | null
  readonly evidence: string | null
}

export const nowhere = 'const stranger = neverWritten(0)'

/** Where the claim really is: a line of the change, as it is quoted from a patch. */
export function truePlace({ at }: Claim, change: readonly FileChange[]): Place & { readonly file: string } {
  const { file, lines } = change[at.file % change.length]!
  const index = at.line % lines.length
  const { mark, text } = lines[index]!
  const other = mark === '-' ? '+' : '-'
  const line = lines.slice(0, index + 1).filter((each) => each.mark !== other).length
  return { file: file.path, line, evidence: text }
}

/** Where the reviewer says that it is. */
export function claimedPlace(claim: Claim, change: readonly FileChange[]): Place {
  const place = truePlace(claim, change)
  const files = { right: place.file, none: null, missing: 'src/nowhere.ts', unchanged: unchangedFile.path }
  const lines = { right: place.line, none: null, next: (place.line ?? 0) + 1 }
  return { file: files[claim.file], line: lines[claim.line], evidence: quoteOf(claim, change) }
}

/** What the reviewer answers when asked where it is. */
export function placeAnswer(claim: Claim, change: readonly FileChange[]) {
  const { file } = truePlace(claim, change)
  if (claim.quote !== 'nowhere' && claim.quote !== 'none') return { ...claimedPlace(claim, change), file }
  return { right: truePlace(claim, change), nothing: {}, withdrawn: { withdraw: true } }[claim.asked]
}

function quoteOf(claim: Claim, change: readonly FileChange[]): string | null {
  const { file, evidence } = truePlace(claim, change)
  const text = evidence ?? ''
  const { lines } = change[claim.at.file % change.length]!
  const next = lines[(claim.at.line % lines.length) + 1]
  switch (claim.quote) {
    case 'line':
      return text
    case 'two lines':
      return next === undefined ? text : `${text}\n  ${next.text}`
    case 'part':
      return text.slice(0, 18)
    case 'careless':
      return `${text.replace("'", '&#39;')}; // here`
    case 'path':
      return file
    case 'nowhere':
      return nowhere
    case 'none':
      return null
  }
}

/** Whoever is asked about a claim finds it by this in its title. */
export function tagOf(index: number): string {
  return `[c${index}]`
}

export function wordsOf(index: number): { readonly title: string; readonly problem: string } {
  const title = ['The total is wrong', 'A value is lost', 'It fails for an empty list'][index % 3]!
  return { title: `${title} ${tagOf(index)}`, problem: `${title} when nobody is logged in.` }
}

/** The parts of a prompt that begin with `start`, each with its name and the numbers of the claims in it. */
export function claimsIn(
  prompt: string,
  start: RegExp,
): readonly { readonly name: string; readonly claims: readonly number[] }[] {
  const starts = [...prompt.matchAll(start)]
  return starts.map(({ 1: name = '', index }, at) => {
    const part = prompt.slice(index, starts[at + 1]?.index)
    return { name, claims: [...new Set([...part.matchAll(/\[c(\d+)\]/g)].map(([, claim]) => Number(claim)))] }
  })
}
