import type { CliCall } from '../backend.ts'

/** The model behind an address of one's own when none is named: the program takes none by itself there. */
const usualModel = 'gpt-5.5'

/** The model without what this program puts before it. Null: it chooses among the services it has a key for. */
export function modelAsked({ baseUrl, model }: Pick<CliCall, 'baseUrl' | 'model'>): string | null {
  return baseUrl === null ? model : (model ?? usualModel)
}
