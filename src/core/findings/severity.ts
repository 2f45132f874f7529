import type { Severity } from '../../types.ts'

export type Vocabulary = '000' | '001' | '002' | '003' | '004' | 'json'

export interface SeverityContext {
  readonly category?: string
  /** 002's number beside MEDIUM: 3 and above is a P3. */
  readonly priority?: number
  /** The words of the finding: decide where the label alone does not. */
  readonly text?: string
  /** Where the word comes from; the JSON of an agent when not given. */
  readonly vocabulary?: Vocabulary
}

export interface ParsedSeverity {
  readonly severity: Severity
  readonly blocking: boolean
}

export const severities = ['P0', 'P1', 'P2', 'P3'] as const satisfies readonly Severity[]

/** Translates one reviewer's word once, at the edge. An unknown word is undefined: the finding is malformed. */
export function parseSeverity(word: string, context: SeverityContext = {}): ParsedSeverity | undefined {
  const tag = /^\s*\[\s*(.*?)\s*\]\s*$/.exec(word)
  const label = (tag?.[1] ?? word).trim().toLowerCase()
  const vocabulary = context.vocabulary ?? 'json'
  const meaning = meanings[tag && vocabulary === 'json' && label in meanings['001'] ? '001' : vocabulary][label]
  if (meaning === undefined) return undefined
  return typeof meaning === 'function' ? meaning(context) : parsed(meaning)
}

/** The reason of a blocking P2 is its impact: without one it does not block. */
export function isBlocking(severity: Severity, declared: boolean, impact: string | null): boolean {
  if (severity === 'P2') return declared && impact !== null && impact.trim() !== ''
  return alwaysBlocks(severity)
}

/** How the vocabulary's own readers would write it. The reverse of `parseSeverity` as far as the words allow. */
export function severityLabel(severity: Severity, blocking: boolean, vocabulary: Vocabulary): string {
  const blocks = alwaysBlocks(severity) || (severity === 'P2' && blocking)
  switch (vocabulary) {
    case '000':
    case 'json':
      return severity
    case '001':
      return blocks ? '[CRITICAL]' : '[MINOR]'
    case '002':
      return { P0: 'BLOCKING', P1: 'HIGH', P2: 'MEDIUM', P3: 'MEDIUM' }[severity]
    case '003':
      return severity === 'P0' ? 'Critical' : blocks ? 'Important' : 'Minor'
    case '004':
      return { P0: 'Critical', P1: 'Critical', P2: 'Suggestion', P3: 'Style' }[severity]
  }
}

/** 002's `priority`: 0 for P0 … 3 for P3. */
export function priorityOf(severity: Severity): number {
  return severities.indexOf(severity)
}

/** Negative when the first is graver. */
export function compareSeverity(first: Severity, second: Severity): number {
  return priorityOf(first) - priorityOf(second)
}

/** One level less; P3 stays. */
export function lighter(severity: Severity): Severity {
  return severities[priorityOf(severity) + 1] ?? 'P3'
}

export function isSeverity(value: unknown): value is Severity {
  return severities.some((severity) => severity === value)
}

type Meaning = Severity | ((context: SeverityContext) => ParsedSeverity)

const numbered: Record<string, Meaning> = { p0: 'P0', p1: 'P1', p2: 'P2', p3: 'P3', nit: 'P3' }

const graded: Record<string, Meaning> = { critical: 'P0', blocking: 'P0', high: 'P1', medium: byPriority, low: 'P3' }

const ranked: Record<string, Meaning> = { critical: 'P0', important: 'P1', minor: 'P3' }

const outside: Record<string, Meaning> = {
  critical: byHarm,
  suggestion: byConcreteness,
  style: 'P3',
  consider: 'P3',
}

const meanings: Record<Vocabulary, Readonly<Record<string, Meaning | undefined>>> = {
  '000': withoutPrototype(numbered),
  '001': withoutPrototype({ critical: byHarm, minor: 'P3' }),
  '002': withoutPrototype(graded),
  '003': withoutPrototype(ranked),
  '004': withoutPrototype(outside),
  json: withoutPrototype({ ...outside, ...ranked, ...graded, ...numbered }),
}

/** So that a reviewer's `constructor` is an unknown word and not a function. */
function withoutPrototype(words: Readonly<Record<string, Meaning>>): Readonly<Record<string, Meaning | undefined>> {
  return Object.assign(Object.create(null), words)
}

function byPriority({ priority }: SeverityContext): ParsedSeverity {
  return parsed(priority !== undefined && priority >= 3 ? 'P3' : 'P2')
}

/** The category decides; where it says nothing about the harm, the words do. */
function byHarm({ category = '', text = '' }: SeverityContext): ParsedSeverity {
  const silent = vagueCategories.test(category.trim())
  return parsed(gravest.test(silent ? withoutDenials(text) : category) ? 'P0' : 'P1')
}

/** An outside suggestion blocks only when it says what to write. */
function byConcreteness({ text = '' }: SeverityContext): ParsedSeverity {
  return concreteChange.test(text) ? { severity: 'P2', blocking: true } : parsed('P3')
}

const vagueCategories =
  /^(?:|bugs?|defects?|code defect|errors?|issues?|problems?|correctness|logic|functional|general|other|critical)$/i

const gravest = new RegExp(
  [
    String.raw`\b(?:in)?secur(?:e|ity)\b|\bvulnerab|\bexploit|\binjection\b|\bxss\b|\bcsrf\b|\bssrf\b|\brce\b|\btraversal\b`,
    String.raw`\b(?:auth|authentication|authorization|authorisation|permission) bypass|\bbypass(?:es|ing)? (?:the )?(?:auth|permission)`,
    String.raw`\b(?:leak|expos)\w* (?:\w+ ){0,3}(?:secrets?|credentials?|passwords?|tokens?|keys?)\b|\bhard-?coded (?:\w+ )?(?:secret|credential|password|token|key)`,
    String.raw`\bcrash|\bsegfault|\bsegmentation fault|\bpanics?\b|\bout of memory\b|\bdata[\s_-]*loss\b`,
    String.raw`\blos(?:es?|ing|t)\b(?:\s+\w+){0,3}\s+data\b|\bdata\b(?:\s+\w+){0,3}\s+(?:is|are|gets?|be|being)\s+lost\b|\bcorrupt`,
  ].join('|'),
  'i',
)

const concreteChange =
  /```|^\s*[-+]\s*\S.*[;{}()=]|\b(?:replace|change|rename|use|remove|add|move|return|call|wrap)\b[^.\n]*`[^`\n]+`/im

function withoutDenials(text: string): string {
  return text.replace(
    /\b(?:no|not an?|without(?: any)?|never) (?:\w+ )?(?:security|crash\w*|data loss|vulnerab\w*)/gi,
    '',
  )
}

export function alwaysBlocks(severity: Severity): boolean {
  return severity === 'P0' || severity === 'P1'
}

function parsed(severity: Severity): ParsedSeverity {
  return { severity, blocking: alwaysBlocks(severity) }
}
