import { findInstalled, type Installed } from '../core/change/installed.ts'
import { isAboutFolder } from '../core/hygiene/files.ts'
import { createHygiene, type Hygiene } from '../core/hygiene/index.ts'
import { pathMatcher } from '../core/verdict/house-rules.ts'
import type { Earlier } from '../core/verdict/incremental.ts'
import type { ChangedFile, Config, RawFinding, ResolvedScope } from '../types.ts'
import type { ReviewPorts } from './ports.ts'

export interface ReadRequest {
  readonly scope: ResolvedScope
  readonly config: Config
  /** Untracked files that were too large to read, with their size in bytes. */
  readonly oversized: ReadonlyMap<string, number>
  readonly earlier: Earlier | null
  /** The files that are looked at. Null: all of them. */
  readonly only: ReadonlySet<string> | null
}

export interface ReviewedChange {
  /** All of the change against its base. */
  readonly whole: readonly ChangedFile[]
  /** What is looked at in this review: the whole, or what is new in it. */
  readonly part: readonly ChangedFile[]
  /** What is new in it since the last review; nothing is known of that without one. */
  readonly since: readonly ChangedFile[]
  readonly hygiene: readonly RawFinding[]
  /** What of the part nobody looks at file by file. */
  readonly installed: readonly Installed[]
}

/** Reads the change and sweeps its added lines on the way, so that they need not be kept. */
export async function readReviewed(request: ReadRequest, ports: ReviewPorts): Promise<ReviewedChange> {
  const { scope, earlier: last, only } = request
  const isMeant = (path: string): boolean => only?.has(path) ?? true
  const isPart = last?.look === 'new'
  const hygiene = createHygiene({ largeFileKb: request.config.limits.largeFileKb })
  // Secrets of the part that is not looked at again stand beside findings that are carried over.
  const known = isPart ? createHygiene({ largeFileKb: 0 }) : hygiene
  const unread = [...request.oversized.keys()].map(unreadFile)
  const addKnown: Hygiene['addLine'] = (path, line, text) => {
    if (isMeant(path)) known.addLine(path, line, text)
  }
  const whole = [...(await ports.readChange(scope, only === null ? known.addLine : addKnown)), ...unread]
  if (isPart) ports.hideValues(known.finish([], new Map()).secrets)
  const addNew = isPart ? hygiene.addLine : () => {}
  const since =
    last === null ? [] : await readNew({ ...scope, baseTree: last.tree ?? scope.baseTree }, whole, addNew, ports)
  const part = isPart ? since : whole.filter(({ path }) => isMeant(path))
  const sizes = new Map([...(await ports.readSizes(part)), ...request.oversized])
  const { findings, secrets } = hygiene.finish(part, sizes)
  ports.hideValues(secrets)
  const installed = installedIn(part, request.config)
  return { whole, part, since, installed, hygiene: foldersOnce(findings, installed) }
}

/** The configuration may ignore such folders, or accept what nobody reviewed: then they are files like others. */
function installedIn(files: readonly ChangedFile[], { ignore, panel }: Config): readonly Installed[] {
  const isIgnored = pathMatcher(ignore)
  return panel.unreviewed === 'accept' ? [] : findInstalled(files.filter(({ path }) => !isIgnored(path)))
}

function foldersOnce(findings: readonly RawFinding[], installed: readonly Installed[]): readonly RawFinding[] {
  const inside = new Set<string | null>(installed.flatMap(({ paths }) => paths))
  return findings.filter((finding) => !inside.has(finding.file) || isAboutFolder(finding))
}

/** What is new, of what belongs to the change at all: merging the base brings in much that does not. */
async function readNew(
  trees: ResolvedScope,
  whole: readonly ChangedFile[],
  addLine: (path: string, line: number, text: string) => void,
  ports: ReviewPorts,
): Promise<readonly ChangedFile[]> {
  const paths = new Set(whole.map(({ path }) => path))
  const files = await ports.readChange(trees, (path, line, text) => {
    if (paths.has(path)) addLine(path, line, text)
  })
  return files.filter(({ path }) => paths.has(path))
}

/** Its content is not known, so nothing is said about it but its size. */
function unreadFile(path: string): ChangedFile {
  return {
    path,
    oldPath: null,
    status: 'added',
    oldMode: '000000',
    newMode: '100644',
    oldBlob: null,
    newBlob: null,
    binary: true,
    addedLines: 0,
    removedLines: 0,
    hunks: [],
    added: [],
    removed: [],
  }
}
