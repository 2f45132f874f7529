import type { LoopResult } from '../../core/loop/result.ts'
import { jsonText } from '../json-text.ts'

/** The result as it is, for scripts. */
export function loopJson(result: LoopResult): string {
  return jsonText(result)
}
