import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { collectGarbage } from './cache-garbage.ts'
import { type CacheEntry, keyOf, patchHash, readManifest, writeManifest } from './cache-manifest.ts'

const made: string[] = []

afterEach(() => {
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true })
})

function folderWith(manifest: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'review-loop-cache-'))
  made.push(folder)
  writeFileSync(join(folder, 'manifest.json'), manifest)
  return folder
}

const question = { model_id: 'm', prompt_hash: 'p', patch_hash: 'h', context_key: 'c' }

function entry(lastHit: string): CacheEntry {
  return { schema_version: 2, ...question, findings: [], cached_at: lastHit, last_hit_at: lastHit, hit_count: 0 }
}

it('hashes a patch as other programs do, by path and lines', () => {
  // sha256("a.ts\0" + the sorted JSON of the lines with ", " and ": ", in ASCII)
  expect(patchHash('a.ts', { 'a.ts': { added_lines: { 10: 'é', 9: 'x' }, removed_lines: {} } })).toBe(
    '9e343e4f94e6288290b3f114529a18c864ef86bb06efb60e51bc45e2b110394f',
  )
})

it.each([
  ['no patch lines at all', undefined],
  ['none of this file', { 'b.ts': { added_lines: { 1: 'x' }, removed_lines: {} } }],
  ['no line of it', { 'a.ts': { added_lines: {}, removed_lines: {} } }],
])('has no hash for a file with %s', (_, lines) => {
  expect(patchHash('a.ts', lines)).toBeUndefined()
})

it.each([
  ['broken JSON', '{"a.ts": '],
  ['a list', '[]'],
  ['nothing', ''],
])('takes a manifest of %s for empty, and says so', (_, text) => {
  expect(readManifest(folderWith(text))).toMatchObject({ manifest: {}, isNew: false, failure: expect.any(String) })
})

it('reads what it wrote, and leaves entries out that do not fit', () => {
  const folder = folderWith('{}')
  const good = { [keyOf(question)]: entry('2026-01-01T00:00:00.000Z') }
  writeManifest(folder, { 'a.ts': good })
  expect(readManifest(folder)).toMatchObject({ manifest: { 'a.ts': good }, failure: null, migrated: false })
  const odd = { 'a.ts': { ...good, bad: { schema_version: 3 } }, 'b.ts': { bad: 1 }, 'c.ts': null }
  expect(readManifest(folderWith(JSON.stringify(odd))).manifest).toEqual({ 'a.ts': good })
})

it('brings entries of version 1 along', () => {
  const old = { schema_version: 1, model_id: 'm', prompt_hash: 'p', patch_hash: 'h', findings: [1], cached_at: 'then' }
  const { manifest, migrated } = readManifest(folderWith(JSON.stringify({ 'a.ts': old })))
  expect(migrated).toBe(true)
  expect(manifest['a.ts']).toEqual({
    [keyOf({ ...question, context_key: '' })]: {
      ...old,
      schema_version: 2,
      context_key: '',
      last_hit_at: 'then',
      hit_count: 0,
    },
  })
})

it('forgets what was not used for long, and all but the versions used last', () => {
  const now = new Date('2026-02-01T00:00:00Z')
  const day = (date: number) => entry(`2026-01-${date}T00:00:00.000Z`)
  const manifest = { 'a.ts': { one: day(28), two: day(30), three: day(29), old: day(10) }, 'b.ts': { odd: entry('?') } }
  expect(collectGarbage(manifest, now, { days: 14, perFile: 2 })).toEqual({
    manifest: { 'a.ts': { two: day(30), three: day(29) } },
    expired: 2,
    surplus: 1,
  })
})
