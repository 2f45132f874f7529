import { exampleSource } from './example-source.ts'
import { builtinReviewers } from './index.ts'

export interface EngineProbe {
  readonly name: string
  readonly detail: string
  /** Null when it works here. */
  readonly problem: string | null
}

const samples: Readonly<Record<string, { readonly path: string; readonly text: string; readonly detail: string }>> = {
  oxlint: { path: 'probe.ts', text: 'export const one = 1\n', detail: 'JavaScript and TypeScript' },
  ruff: { path: 'probe.py', text: 'one = 1\n', detail: 'Python' },
  rules: { path: 'probe.go', text: 'package probe\n', detail: 'Go, Java, Rust and more' },
}

/** Runs each engine once on a harmless file: whether it works is only known by trying. */
export function probeEngines(): Promise<readonly EngineProbe[]> {
  return Promise.all(
    builtinReviewers.map(async ({ name, review }) => {
      const sample = samples[name]
      if (sample === undefined) return { name, detail: '', problem: 'there is no sample to try it with' }
      try {
        await review([exampleSource(sample.path, sample.text)], AbortSignal.timeout(30_000))
        return { name, detail: sample.detail, problem: null }
      } catch (error) {
        return { name, detail: sample.detail, problem: error instanceof Error ? error.message : String(error) }
      }
    }),
  )
}
