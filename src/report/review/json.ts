import { jsonText } from '../json-text.ts'
import type { Reporter } from '../reporter.ts'

/** The result as it is. Its shape is promised by schemas/review-result.schema.json. */
export const json: Reporter = (result) => jsonText(result)
