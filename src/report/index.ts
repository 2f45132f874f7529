import type { Reporter } from './reporter.ts'
import { github } from './review/github.ts'
import { json } from './review/json.ts'
import { markdown } from './review/markdown.ts'
import { rdjson } from './review/rdjson.ts'
import { sarif } from './review/sarif.ts'
import { text } from './review/text.ts'

export type { CodeFrame, ReportContext, Reporter } from './reporter.ts'

/** Every value of `--format`. */
export const reporters = { text, json, markdown, sarif, rdjson, github } as const satisfies Record<string, Reporter>

export type Format = keyof typeof reporters
