import type { LoopResult } from '../../core/loop/result.ts'
import { loopJson } from './loop-json.ts'
import { loopMarkdown } from './loop-markdown.ts'
import { type LoopContext, loopText } from './loop-text.ts'

type LoopReporter = (result: LoopResult, context: LoopContext) => string

/** Every value of `loop --format` that prints a result. Returns the whole output with its final line break. */
export const loopReporters: Readonly<Record<LoopFormat, LoopReporter>> = {
  text: loopText,
  json: loopJson,
  markdown: loopMarkdown,
}

export type LoopFormat = 'text' | 'json' | 'markdown'
