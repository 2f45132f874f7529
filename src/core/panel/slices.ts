import type { LineRange } from '../../types.ts'
import type { Partition } from '../change/partition.ts'
import { hiddenIn } from './hide-words.ts'
import { type FilePatch, type PatchHunk, renderFilePatch, slicePatch } from './patch.ts'
import { estimateTokens } from './tokens.ts'

/** What one reviewer sees of one file. */
export interface Slice {
  readonly path: string
  /** Null: all of the file's changes. */
  readonly range: LineRange | null
  readonly patch: FilePatch
}

export type Patches = ReadonlyMap<string, FilePatch>

export function slicesOf({ files }: Partition, patches: Patches): readonly Slice[] {
  return files.flatMap(({ file, line_range }): Slice[] => {
    const patch = patches.get(file)
    if (patch === undefined) return []
    if (line_range === undefined) return [{ path: file, range: null, patch }]
    const range = { start: line_range[0], end: line_range[1] }
    return [{ path: file, range, patch: slicePatch(patch, range) }]
  })
}

export function renderSlices(slices: readonly Slice[]): string {
  return slices.map(({ patch }) => renderFilePatch(patch)).join('')
}

export interface Packed {
  readonly chunks: readonly (readonly Slice[])[]
  /** Paths with a line that is longer than a whole call. */
  readonly tooLong: readonly string[]
}

/** Puts slices into as few calls as their length allows, in their order. Whatever is too long is cut, never left out. */
export function packSlices(slices: readonly Slice[], callTokens: number): Packed {
  const chunks: Slice[][] = []
  const tooLong = new Set<string>()
  let used = 0
  for (const piece of slices.flatMap((slice) => cutSlice(slice, callTokens))) {
    const tokens = tokensOf(piece.patch)
    if (tokens > callTokens) {
      tooLong.add(piece.path)
      continue
    }
    const current = chunks.at(-1)
    if (current !== undefined && used + tokens <= callTokens) {
      current.push(piece)
      used += tokens
    } else {
      chunks.push([piece])
      used = tokens
    }
  }
  return { chunks, tooLong: [...tooLong] }
}

function tokensOf(patch: FilePatch): number {
  return estimateTokens(renderFilePatch(patch)) + estimateTokens(renderWords([{ path: '', patch }]))
}

/** What comments say that the slices hide, file by file; empty where they hide nothing. */
export function renderWords(slices: readonly Pick<Slice, 'path' | 'patch'>[]): string {
  return slices
    .flatMap(({ path, patch }) => {
      const said = hiddenIn(patch).map(({ line, text }) => `${line}: ${text}`)
      return said.length === 0 ? [] : [path, ...said]
    })
    .join('\n')
}

function cutSlice(slice: Slice, callTokens: number): readonly Slice[] {
  if (tokensOf(slice.patch) <= callTokens) return [slice]
  const room = callTokens - estimateTokens(slice.patch.header) - hunkHeaderTokens
  const hunks = slice.patch.hunks.flatMap((hunk) => cutHunk(hunk, room))
  return hunks.map((hunk) => {
    const range = { start: hunk.newStart, end: hunk.newStart + Math.max(0, newLines(hunk) - 1) }
    return { path: slice.path, range, patch: { ...slice.patch, hunks: [hunk] } }
  })
}

const hunkHeaderTokens = 60

function cutHunk(hunk: PatchHunk, room: number): readonly PatchHunk[] {
  const pieces: (PatchHunk & { readonly lines: string[] })[] = []
  let { oldStart, newStart } = hunk
  let used = 0
  for (const line of hunk.lines) {
    const tokens = estimateTokens(`${line}\n`)
    const current = pieces.at(-1)
    if (current !== undefined && used + tokens <= room) {
      current.lines.push(line)
      used += tokens
    } else {
      pieces.push({ oldStart, newStart, section: hunk.section, lines: [line] })
      used = tokens
    }
    if (line[0] !== '+' && line[0] !== '\\') oldStart += 1
    if (line[0] !== '-' && line[0] !== '\\') newStart += 1
  }
  return pieces
}

function newLines({ lines }: PatchHunk): number {
  return lines.filter((line) => line[0] !== '-' && line[0] !== '\\').length
}
