import { github } from './github.ts'
import { json } from './json.ts'
import { markdown } from './markdown.ts'
import { rdjson } from './rdjson.ts'
import type { Reporter } from './reporter.ts'
import { sarif } from './sarif.ts'
import { text } from './text.ts'

export type { CodeFrame, ReportContext, Reporter } from './reporter.ts'

/** Every value of `--format`. */
export const reporters = { text, json, markdown, sarif, rdjson, github } as const satisfies Record<string, Reporter>

export type Format = keyof typeof reporters
