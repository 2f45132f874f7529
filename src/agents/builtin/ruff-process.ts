import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import * as v from 'valibot'
import { run } from '../../io/exec.ts'
import { ruffChecks } from './rules/ruff.ts'

export type Diagnostic = v.InferOutput<typeof diagnosticSchema>

const position = v.object({ row: v.number(), column: v.number() })

const diagnosticSchema = v.object({
  code: v.nullable(v.string()),
  message: v.string(),
  start_location: position,
  end_location: position,
  fix: v.nullable(
    v.object({
      message: v.nullable(v.string()),
      edits: v.array(v.object({ content: v.nullable(v.string()), location: position, end_location: position })),
    }),
  ),
})

const answerSchema = v.pipe(v.string(), v.parseJson(), v.array(v.array(diagnosticSchema)))

/** What the child does: texts in, one list of diagnostics per text out. It has nothing to read but its input. */
const script = `
const { library, settings, texts } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'))
const { PositionEncoding, Workspace } = require(library)
const workspace = new Workspace(settings, PositionEncoding.Utf16)
process.stdout.write(JSON.stringify(texts.map((text) => workspace.check(text))))
`

/**
 * The checker is a large WebAssembly module, and V8 goes on to optimise all of it for seconds after the answer is there,
 * which holds up the end of the process. Only a process of its own can be told not to; and it can be ended at once.
 */
const baselineOnly = '--liftoff-only'

/** Runs ruff with our rules on the texts, in their order. Files of the change configure nothing. */
export async function runRuff(texts: readonly string[], signal: AbortSignal): Promise<readonly Diagnostic[][]> {
  const input = JSON.stringify({ library: libraryPath(), settings, texts })
  const options = { cwd: tmpdir(), input, signal }
  let result = await run(process.execPath, [baselineOnly, '-e', script], options)
  // 9: this Node does not know the flag. Slower without, but right.
  if (result.code === 9) result = await run(process.execPath, ['-e', script], options)
  if (result.code !== 0)
    throw new Error(`The Python checker could not run: ${result.failure ?? reason(result.stderr)}.`)
  const answer = v.safeParse(answerSchema, result.stdout.toString('utf8'))
  if (!answer.success || answer.output.length !== texts.length)
    throw new Error('The Python checker gave no usable answer.')
  return answer.output
}

/** The newest grammar, so that no valid file is called broken. */
const settings = { 'target-version': 'py314', lint: { select: [...ruffChecks.keys()] } }

function libraryPath(): string {
  try {
    return createRequire(import.meta.url).resolve('@astral-sh/ruff-wasm-nodejs')
  } catch (cause) {
    throw new Error('The package "@astral-sh/ruff-wasm-nodejs" is not installed; install review-loop again.', { cause })
  }
}

function reason(stderr: string): string {
  return (
    (/^\w*Error: (.*)$/m.exec(stderr)?.[1] ?? stderr.trim().split('\n')[0] ?? '').slice(0, 200) || 'no reason given'
  )
}
