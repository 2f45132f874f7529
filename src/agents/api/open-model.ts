import type { LanguageModel } from 'ai'
import type { ModelChoice } from './choose-model.ts'

/** The packages are loaded when they are needed: they are large. */
export async function openModel({ provider, model, baseUrl, key }: ModelChoice): Promise<LanguageModel> {
  const baseURL = baseUrl === null ? {} : { baseURL: baseUrl }
  const apiKey = key === null ? {} : { apiKey: key }
  switch (provider) {
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      return createAnthropic({ ...apiKey, ...baseURL })(model)
    }
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai')
      return createOpenAI({ ...apiKey, ...baseURL })(model)
    }
    case 'google': {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google')
      return createGoogleGenerativeAI({ ...apiKey, ...baseURL })(model)
    }
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      const service = { name: 'compatible', supportsStructuredOutputs: true, includeUsage: true }
      return createOpenAICompatible({ ...service, ...apiKey, baseURL: baseUrl ?? '' })(model)
    }
  }
}
