import { mkdirSync, writeFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import * as v from 'valibot'
import { beginning } from '../../core/values/shortened.ts'
import { cleanEnvironment, run } from '../../io/exec.ts'
import { newOutsideFolder } from '../../io/temporary-folder.ts'
import type { LineRange } from '../../types.ts'
import type { SourceFile } from './reviewer.ts'
import { fixConfiguration, oxlintConfiguration } from './rules/oxlint.ts'

export interface Diagnostic {
  /** Which of the given sources it is about. */
  readonly index: number
  /** 'no-const-assign', 'react/jsx-key'; null for a syntax error. */
  readonly rule: string | null
  readonly message: string
  readonly help: string | null
  readonly labels: readonly LineRange[]
}

/** Runs oxlint on a copy of the sources with our configuration and nothing else. */
export function runOxlint(sources: readonly SourceFile[], signal: AbortSignal): Promise<Diagnostic[]> {
  return inScratch(sources, oxlintConfiguration, async (scratch, names) => {
    const output = await lint(scratch, ['--format=json'], signal)
    return readDiagnostics(output, names, sources)
  })
}

/** The texts after oxlint's own safe repairs, in the order of the sources. */
export function fixWithOxlint(sources: readonly SourceFile[], signal: AbortSignal): Promise<string[]> {
  return inScratch(sources, fixConfiguration, async (scratch, names) => {
    await lint(scratch, ['--format=json', '--fix'], signal)
    return Promise.all(names.map((name) => readFile(join(scratch, 'files', name), 'utf8')))
  })
}

/**
 * The copies get names of our own: no path of the change can lead out of the folder, into a folder the linter skips
 * (`node_modules`, hidden ones), or to a name that means configuration. The endings decide how they are parsed.
 */
async function inScratch<Result>(
  sources: readonly SourceFile[],
  configuration: unknown,
  work: (scratch: string, names: readonly string[]) => Promise<Result>,
): Promise<Result> {
  const scratch = newOutsideFolder('oxlint')
  try {
    const names = sources.map((source, index) => `file${index}${ending(source.file.path)}`)
    // Written in one go, so that the child is already running when another reviewer keeps this thread busy.
    mkdirSync(join(scratch, 'files'))
    writeFileSync(join(scratch, 'configuration.json'), JSON.stringify(configuration))
    for (const [index, name] of names.entries()) writeFileSync(join(scratch, 'files', name), sources[index]?.text ?? '')
    return await work(scratch, names)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

function ending(path: string): string {
  return /(?:\.d)?\.[a-z]+$/i.exec(path)?.[0].toLowerCase() ?? ''
}

async function lint(scratch: string, flags: readonly string[], signal: AbortSignal): Promise<string> {
  const own = ['-c', join(scratch, 'configuration.json'), '--disable-nested-config', '--no-ignore']
  const { code, stdout, stderr, failure } = await run(process.execPath, [program(), ...own, ...flags, 'files'], {
    cwd: scratch,
    signal,
    env: cleanEnvironment(),
  })
  // 1 means that something was found.
  if (code !== 0 && code !== 1)
    throw new Error(`oxlint could not run: ${failure ?? (firstLine(stderr) || `exit code ${code}`)}.`)
  return stdout.toString('utf8')
}

function program(): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('oxlint/package.json')), 'bin', 'oxlint')
  } catch (cause) {
    throw new Error('The package "oxlint" is not installed; install review-loop again with its dependencies.', {
      cause,
    })
  }
}

const reportSchema = v.object({
  diagnostics: v.array(
    v.object({
      message: v.string(),
      code: v.optional(v.string()),
      help: v.optional(v.string()),
      filename: v.string(),
      labels: v.array(v.object({ span: v.object({ offset: v.number(), length: v.number(), line: v.number() }) })),
    }),
  ),
})

function readDiagnostics(output: string, names: readonly string[], sources: readonly SourceFile[]): Diagnostic[] {
  const report = v.safeParse(v.pipe(v.string(), v.parseJson(), reportSchema), output)
  if (!report.success) throw new Error(`oxlint answered something unreadable: ${firstLine(output) || 'nothing'}.`)
  const bytes = sources.map((source) => Buffer.from(source.text))
  return report.output.diagnostics.flatMap((entry) => {
    const index = names.indexOf(entry.filename.split(/[\\/]/).at(-1) ?? '')
    const content = bytes[index]
    if (content === undefined) return []
    // What is missing at the end of a file is missing below its last line.
    const last = content.toString('utf8').trimEnd().split('\n').length
    const labels = entry.labels.map(({ span }) => {
      const start = Math.min(span.line, last)
      return { start, end: start + lineBreaks(content, span) }
    })
    return [{ index, rule: ruleName(entry.code), message: entry.message, help: entry.help ?? null, labels }]
  })
}

function lineBreaks(content: Buffer, span: { offset: number; length: number }): number {
  const text = content
    .subarray(span.offset, span.offset + span.length)
    .toString('utf8')
    .trimEnd()
  return text.split('\n').length - 1
}

/** 'eslint(no-eval)' → 'no-eval', 'react(jsx-key)' → 'react/jsx-key'. */
function ruleName(code: string | undefined): string | null {
  const parts = /^([^()]+)\(([^()]+)\)$/.exec(code ?? '')
  if (parts === null) return null
  const family = parts[1] === 'react-hooks' ? 'react' : parts[1]
  return family === 'eslint' ? `${parts[2]}` : `${family}/${parts[2]}`
}

function firstLine(text: string): string {
  return beginning(text.trim().split('\n')[0] ?? '', 200)
}
