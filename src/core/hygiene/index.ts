import type { ChangedFile, RawFinding } from '../../types.ts'
import { createGate, type Gate, type GateResult } from '../secrets/gate.ts'
import { createSecretScanner, type SecretMatch, secretKeywords } from '../secrets/index.ts'
import { hashText } from '../values/hash.ts'
import { conflictMarker, conflictReport } from './conflict.ts'
import { checkFiles } from './files.ts'
import { lineFinding, type Report } from './finding.ts'
import { findLeftover, type LeftoverHit, leftoverKeywords } from './leftovers.ts'
import { buildPathKeywords, findBuildPath, findHomePath, homePathKeywords } from './machine-path.ts'
import { createKeyTracker } from './private-key.ts'
import { quoteLine, quoteSecret } from './quote.ts'
import { configurationFiles } from './rules/configuration.ts'
import { secretReport } from './secret-report.ts'
import { createSoleStatements } from './sole-statement.ts'
import { createTally } from './tally.ts'
import { findHidden } from './unicode.ts'

export interface HygieneOptions {
  readonly largeFileKb: number
}

export interface Hygiene {
  /** Told every added line of the change, in order of files and lines. Keeps none of them. */
  addLine(path: string, line: number, text: string): void
  /** `sizes`: bytes of the new files, by path, where known. */
  finish(
    files: readonly ChangedFile[],
    sizes: ReadonlyMap<string, number>,
  ): { readonly findings: readonly RawFinding[]; readonly secrets: readonly string[] }
}

// One gate serves the secrets and the checks of lines: groups after those of the secrets, in this order.
const conflictGroup = secretKeywords.length
const buildPathGroup = conflictGroup + 1
const homePathGroup = buildPathGroup + 1
const keyGroup = homePathGroup + 1
const firstLeftover = keyGroup + 1
const gateKeywords: readonly (readonly string[])[] = [
  ...secretKeywords,
  ['<<<<<<<', '>>>>>>>'],
  buildPathKeywords,
  homePathKeywords,
  ['private key'],
  ...leftoverKeywords,
]

/** A longer line was written by a program: a replacement for it is no use to a person. */
const longestRepair = 1000

export function createHygiene(options: HygieneOptions): Hygiene {
  let gate: Gate | null = null
  const scanner = createSecretScanner()
  const keys = createKeyTracker()
  const tally = createTally()
  const soleStatements = createSoleStatements(tally.add)
  const secrets = new Set<string>()
  let previous: { path: string; line: number; text: string } = { path: '', line: 0, text: '' }
  let openConflict = ''

  return { addLine, finish }

  function addLine(path: string, line: number, text: string): void {
    soleStatements.follow(path, line, text)
    gate ??= createGate(gateKeywords)
    const hits = gate.scan(text)
    if (hits.groups.length > 0 || hits.foreign) checkLine(path, line, text, hits)
    else followKey(path, line, text, false)
    previous = { path, line, text }
  }

  function checkLine(path: string, line: number, text: string, hits: GateResult): void {
    const { groups, foreign } = hits
    const found = scanner.scanHits(path, text, hits)
    for (const secret of found) reportSecret(path, line, text, secret, found)
    followKey(path, line, text, groups.includes(keyGroup))
    const add = (at: number, report: Report, onlyOfBlock = false): void => {
      const clean = found.length === 0 ? report : { ...report, suggestion: null }
      const finding = lineFinding(path, line, quoteLine(text, at, found), clean)
      if (onlyOfBlock) soleStatements.hold(finding, text)
      else tally.add(finding)
    }
    for (const group of new Set(groups)) checkGroup(group, path, line, text, add)
    const hidden = foreign ? findHidden(text, line === 1) : null
    if (hidden !== null)
      add(hidden.at, { ...hidden.report, suggestion: text.length > longestRepair ? null : hidden.cleaned })
  }

  function checkGroup(
    group: number,
    path: string,
    line: number,
    text: string,
    add: (at: number, report: Report, onlyOfBlock?: boolean) => void,
  ): void {
    if (group === conflictGroup) checkConflict(path, text, add)
    const hit = findHit(group, path, line, text)
    if (hit !== null) add(hit.at, hit.report, hit.onlyOfBlock)
  }

  function findHit(group: number, path: string, line: number, text: string): LeftoverHit | null {
    if (group === buildPathGroup) return isBuildConfiguration(path) ? null : findBuildPath(text)
    if (group === homePathGroup) return findHomePath(text)
    if (group < firstLeftover) return null
    const above = previous.path === path && previous.line === line - 1 ? previous.text : null
    return findLeftover(group - firstLeftover, path, text, above)
  }

  /** Once for each conflict: its opening mark, or the closing one where the opening is gone. */
  function checkConflict(path: string, text: string, add: (at: number, report: Report) => void): void {
    const marker = conflictMarker(text)
    if (marker === 'open' || (marker === 'close' && openConflict !== path)) add(0, conflictReport)
    if (marker !== null) openConflict = marker === 'open' ? path : ''
  }

  function reportSecret(
    path: string,
    line: number,
    text: string,
    secret: SecretMatch,
    all: readonly SecretMatch[],
  ): void {
    secrets.add(secret.value)
    tally.add(lineFinding(path, line, quoteSecret(text, secret, all), secretReport(secret)))
  }

  function followKey(path: string, line: number, text: string, mayBegin: boolean): void {
    const { start, content } = keys.follow(path, line, text, mayBegin)
    if (content !== null) secrets.add(content)
    if (start === null || content === null) return
    const report = secretReport({ rule: 'private-key', title: 'Private key', value: content, confidence: 1 })
    tally.add(
      lineFinding(path, start.line, quoteLine(start.text, 0, []), { ...report, discriminator: hashText(content) }),
    )
  }

  function finish(files: readonly ChangedFile[], sizes: ReadonlyMap<string, number>) {
    soleStatements.follow('', 0, '')
    return { findings: [...tally.findings(), ...checkFiles(files, sizes, options.largeFileKb)], secrets: [...secrets] }
  }
}

/** Where a build is described, its folders are no trace of one. */
function isBuildConfiguration(path: string): boolean {
  return configurationFiles.some(
    ({ rule, pattern }) => rule === 'hygiene/ci-config' && pattern.test(path.toLowerCase()),
  )
}
