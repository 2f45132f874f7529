import type { FileContents } from '../core/evidence/anchor-index.ts'
import { firstFew } from '../core/values/first-few.ts'
import { mapStrings } from '../core/values/map-strings.ts'
import { conclude } from '../core/verdict/conclude.ts'
import type { Config, Finding, ReviewResult } from '../types.ts'
import { importOutcomes } from './imports.ts'
import type { ReviewPorts } from './ports.ts'
import { recordResult } from './record.ts'
import { type ReviewedVersion, reviewVersion } from './review-version.ts'
import type { RoundRequest } from './round-request.ts'
import { concludeVersions, ofStaged, portsForStaged } from './staged-version.ts'

export interface Round {
  readonly result: ReviewResult
  /** Of the files with findings, for showing the code around them. */
  readonly contents: ReadonlyMap<string, FileContents>
  /** The same of files that were reviewed as they are staged. */
  readonly stagedContents: ReadonlyMap<string, FileContents>
}

/** One review, from two trees to a verdict. What a reviewer does wrong is an outcome; only git and bugs throw. */
export async function reviewRound(request: RoundRequest, ports: ReviewPorts): Promise<Round> {
  const start = ports.clock()
  ports.emit({ type: 'review-start', id: request.id, scope: request.scope })
  for (const message of request.notices) ports.emit({ type: 'notice', message })

  const work = await reviewVersion(request, ports)
  const staged =
    request.staged === null ? null : await reviewVersion(ofStaged(request, request.staged), portsForStaged(ports))
  const durationMs = ports.clock() - start
  const { reviewDir } = ports
  // Ids come from the quotes as the code has them; from here on nobody needs a whole secret any more.
  const concluded = concludeRound(request, work, staged, { durationMs, reviewDir })
  const result = mapStrings(concluded, ports.mask)
  ports.emit({ type: 'gate-decided', gate: result.gate, verdict: result.verdict })
  recordResult(result, [...work.judged.raw, ...(staged?.judged.raw ?? [])], ports)
  ports.emit({ type: 'review-end', reviewDir })
  return { result, contents: work.judged.contents, stagedContents: staged?.judged.contents ?? new Map() }
}

function concludeRound(
  request: RoundRequest,
  work: ReviewedVersion,
  staged: ReviewedVersion | null,
  end: Pick<ReviewResult, 'durationMs' | 'reviewDir'>,
): ReviewResult {
  const { analysed, reopened, ignored } = work.looked
  const { reviewers, notices, ...parts } = concludeVersions(work, staged, request.staged?.paths ?? [])
  const { findings } = parts.judgement
  return conclude({
    ...parts,
    scope: request.scope,
    reviewers: [...reviewers, ...importOutcomes(request.imports)],
    listUnverified: request.config.unverified === 'list',
    withAgents: request.agents !== null,
    notices: [
      ...request.notices,
      ...notices,
      ...aboutCarried(findings.filter(({ carriedOver }) => carriedOver).length, request),
      ...aboutReopened(findings.filter(({ id }) => reopened.has(id))),
      ...aboutNotRaised(work.judged.notRaised.filter(({ id }) => !reopened.has(id))),
      ...aboutUnread(analysed.unread, request.config),
      ...aboutIgnored(ignored, work.change.part.length),
    ],
    ...end,
  })
}

function aboutCarried(count: number, { earlier, agents }: RoundRequest): readonly string[] {
  if (count === 0) return []
  const what = `${count === 1 ? '1 finding is' : `${count} findings are`} carried over from the last review`
  if (earlier?.look === 'new') return [`${what}, not searched for again; --full-review looks at everything.`]
  if (earlier?.look === 'fresh') return [`${what}: no agent was shown that code.`]
  const fresh = agents === null ? '--full-review with an agent' : '--full-review'
  return [`${what}: not raised again, but the code is still there; ${fresh} gives a fresh verdict.`]
}

function aboutReopened(findings: readonly Finding[]): readonly string[] {
  if (findings.length === 0) return []
  const names = firstFew(
    findings.map(({ id }) => id),
    10,
  )
  return [`Refuted in the last review, but open again since that code changed: ${names.join(', ')}.`]
}

function aboutNotRaised(findings: readonly Finding[]): readonly string[] {
  if (findings.length === 0) return []
  const what =
    findings.length === 1 ? '1 finding of the last review was' : `${findings.length} findings of the last review were`
  const names = findings.map(
    ({ id, file, line, title }) => `${id} ${file}${line === null ? '' : `:${line}`} (${title})`,
  )
  return [`${what} not raised again, although the code is still there: ${firstFew(names, 10).join(', ')}.`]
}

function aboutUnread(paths: readonly string[], config: Config): readonly string[] {
  if (paths.length === 0) return []
  const shown = firstFew(paths, 3).join(', ')
  return [`Not analysed because larger than ${config.limits.analyseFileKb} KB or not text: ${shown}.`]
}

function aboutIgnored(ignored: number, all: number): readonly string[] {
  return ignored === 0 ? [] : [`${ignored} of ${all} changed files are ignored by the configuration.`]
}
