import type { PathReader } from './place.ts'
import { integerOf, isRecord, listOf, ownValue, positionOf, recordOf, textOf, type UnknownRecord } from './shape.ts'
import { results, type Tally } from './tally.ts'

export interface Location {
  /** Null for a result about the whole repository. */
  readonly file: string | null
  readonly line: number | null
  readonly endLine: number | null
  /** The snippet of the region, where it is a quote of the code. */
  readonly quote: string | null
  /** The path as reported, where it leads out of the repository. */
  readonly outside: string | null
}

const nowhere: Location = { file: null, line: null, endLine: null, quote: null, outside: null }

export type Locator = ((result: UnknownRecord) => Location) & {
  /** Undefined without a URI, null outside of the repository. */
  readonly fileOf: (artifactLocation: unknown) => string | null | undefined
}

export function createLocator(run: UnknownRecord, paths: PathReader, tally: Tally): Locator {
  const artifacts = listOf(run.artifacts)
  const bases = recordOf(run.originalUriBaseIds)

  function fileOf(value: unknown): string | null | undefined {
    const location = recordOf(value)
    const indexed = recordOf(recordOf(artifacts[integerOf(location.index) ?? -1]).location)
    const named = textOf(location.uri) === undefined ? indexed : location
    const uri = textOf(named.uri)
    if (uri === undefined) return undefined
    return paths.fromUri(joined(textOf(named.uriBaseId), uri, bases))
  }

  function locate(result: UnknownRecord): Location {
    const physical = physicalLocationOf(result)
    const file = fileOf(physical.artifactLocation)
    if (file === null) {
      const path = textOf(recordOf(physical.artifactLocation).uri) ?? 'another folder'
      return { ...nowhere, quote: quoteOf(recordOf(physical.region)), outside: path }
    }
    if (file === undefined || file === '') return nowhere
    if (isAbsolute(recordOf(physical.artifactLocation).uri)) tally.add(absolute)
    if (!isRecord(physical.region)) return { ...nowhere, file }
    const region = recordOf(physical.region)
    const line = positionOf(region.startLine) ?? null
    if (line === null) tally.add(withoutLine)
    return line === null
      ? { ...nowhere, file }
      : { ...nowhere, file, line, endLine: lastLine(region, line), quote: quoteOf(region) }
  }

  return Object.assign(locate, { fileOf })
}

function isAbsolute(uri: unknown): boolean {
  return typeof uri === 'string' && /^(?:[/\\]|file:|[a-z]:)/i.test(uri)
}

const absolute = (count: number): string =>
  `Made ${count} absolute ${count === 1 ? 'path' : 'paths'} relative to the repository.`
const withoutLine = (count: number): string =>
  `Read ${results(count)} as about the whole file: the region has no line number.`

/** The first one that names a file. */
export function physicalLocationOf(result: UnknownRecord): UnknownRecord {
  for (const location of listOf(result.locations)) {
    const physical = recordOf(location).physicalLocation
    if (isRecord(physical) && isRecord(physical.artifactLocation)) return physical
  }
  return {}
}

/** A region that ends before the first character of a line does not include that line. */
function lastLine(region: UnknownRecord, line: number): number | null {
  const end = positionOf(region.endLine)
  if (end === undefined || end <= line) return null
  const last = region.endColumn === 1 ? end - 1 : end
  return last > line ? last : null
}

/** A masked snippet is no quote: it would be searched for in the file and not be found. */
function quoteOf(region: UnknownRecord): string | null {
  const text = textOf(recordOf(region.snippet).text)
  return text === undefined || /^\W*(?:REDACTED|\*+|x{6,})\W*$/i.test(text) ? null : text.replace(/\r?\n$/, '')
}

/** A base without a URI of its own is the root of the repository. Bases may stand on other bases. */
function joined(baseId: string | undefined, uri: string, bases: UnknownRecord, depth = 0): string {
  if (baseId === undefined || depth > 8 || /^(?:[a-z][a-z0-9+.-]*:|\/)/i.test(uri)) return uri
  const base = recordOf(ownValue(bases, baseId))
  const prefix = textOf(base.uri)
  if (prefix === undefined) return uri
  return joined(textOf(base.uriBaseId), `${prefix.replace(/\/?$/, '/')}${uri}`, bases, depth + 1)
}
