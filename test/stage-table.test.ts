import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { type PassName, type PassRow, passes, stageTable } from '../src/core/staged/stage-table.ts'
import { partOfPhase, passNames, roundPhases, stageOf, stages, stopPoints } from '../src/core/staged/stages.ts'

// What the table of the stages says in other places: `npm run test:update` writes the page and the schema anew.

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')

it('is the table of the page about staged runs', async () => {
  const page = read('docs/run.md')
  const rows = passNames.map(
    (name) => `| ${[titleOf(name), writerOf(name), lookersOf(name), mostOf(name)].join(' | ')} |`,
  )
  const table = ['| stage | who writes | who looks | at most |', '|---|---|---|---|', ...rows].join('\n')
  const written = page.replace(/(<!-- stages -->\n)[\s\S]*?(<!-- end -->)/, `$1${table}\n$2`)
  expect(written).toContain(table)
  await expect(written).toMatchFileSnapshot(`${root}docs/run.md`)
})

it('is the vocabulary of the schema of a result', async () => {
  const enums: readonly (readonly [string, readonly string[]])[] = [
    ['phase', roundPhases],
    ['pass', passNames],
    ['stage', stages],
  ]
  const words = (names: readonly string[]) => `[${names.map((name) => JSON.stringify(name)).join(', ')}]`
  const schema = enums.reduce(
    (text, [key, names]) => text.replace(new RegExp(`("${key}": \\{[^{}]*"enum": )\\[.*?\\]`), `$1${words(names)}`),
    read('schemas/run-result.schema.json'),
  )
  for (const [, names] of enums) expect(schema).toContain(words(names))
  await expect(schema).toMatchFileSnapshot(`${root}schemas/run-result.schema.json`)
})

it('is the only source file that names a stage', () => {
  // They mean something else too: an entry point, a step and a question, the phases of a session file, the end of a run.
  const elsewhere = ['plan', 'gate', 'planning', 'execution', 'delivery']
  const written = roundPhases.flatMap((phase) => stageTable[phase].written?.event ?? [])
  const names = [...passNames, ...stages, ...roundPhases, ...stopPoints, ...written]
  const quoted = new RegExp(`['"](?:${names.filter((name) => !elsewhere.includes(name)).join('|')})['"]`)
  const files = readdirSync(`${root}src`, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /(?:^|\/)(?:staged|report\/run)\/.*\.ts$|^io\/run-|^commands\/guide\.ts$/.test(file))
    .filter((file) => !file.endsWith('.test.ts'))
  const naming = files.filter((file) => quoted.test(read(`src/${file}`)))
  expect(files.length).toBeGreaterThan(100)
  expect(naming).toEqual(['core/staged/stage-table.ts'])
})

function titleOf(name: PassName): string {
  const part = partOfPhase(name)
  return `${stageOf(name) ?? name}${part === null ? '' : `: ${part}`}`
}

function writerOf(name: PassName): string {
  return passes[name].writer ?? '–'
}

const lookers = {
  reviewer: 'reviewer',
  checks: 'built-in checks',
  preflight: '[security preflight](#the-security-preflight)',
} as const

const checkers = {
  fix: '`--validate` commands',
  'roll-back': '`--validate` commands: what does not pass is taken back',
}

function lookersOf(name: PassName): string {
  const { looker, check, writes }: PassRow = passes[name]
  return [
    ...(looker === null ? [] : [lookers[looker]]),
    ...(check === null ? [] : [checkers[check.onFailure]]),
    ...(writes === 'replay' ? ['reviewer, where nothing but prose was written'] : []),
  ].join('; ')
}

function mostOf(name: PassName): string {
  const { writer, first, mostFailures }: PassRow = passes[name]
  if (writer === null) return '–'
  if (typeof mostFailures === 'number') return first === 'look' ? `${mostFailures - 1} fixes` : `${mostFailures} pass`
  return `\`${mostFailures.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}\` rounds, then a person is asked`
}
