import type { ToolSet } from 'ai'
import type { AgentTask, Json } from '../../types.ts'
import type { ModelChoice } from './choose-model.ts'

/** What is asked of the service besides the answer: a form, and tools. The prompt asks for the form in words too. */
export interface Offer {
  readonly schema: Json | null
  readonly tools: ToolSet | null
}

export async function offerFor({ provider, model }: ModelChoice, task: AgentTask): Promise<Offer> {
  const { workspaceTools } = await import('./workspace-tools.ts')
  const tools = workspaceTools(task.workspace, task.mayWrite)
  // Older Gemini models take either tools or a form, and looking into the code is worth more.
  const takesOne = provider === 'google' && /^gemini-[12]\b/.test(model)
  return { schema: takesOne ? null : task.schema, tools }
}

/** After a refusal: what is left to try, or null. Who must write cannot do it without tools. */
export function withoutRefused(offer: Offer, task: AgentTask, refusal: string | null): Offer | null {
  const words = refusal ?? ''
  if (offer.schema !== null && /schema|response_?format|output_?(format|config)|mime ?type|json|grammar/i.test(words)) {
    return { ...offer, schema: null }
  }
  if (offer.tools !== null && !task.mayWrite && /\btools?\b|function.?call/i.test(words))
    return { ...offer, tools: null }
  return null
}
