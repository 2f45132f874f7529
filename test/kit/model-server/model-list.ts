/** Reads as a list for OpenAI and Anthropic (`data`) and for Gemini (`models`). */
export const modelList = {
  object: 'list',
  data: [
    {
      id: 'scripted-model',
      object: 'model',
      type: 'model',
      created: 0,
      created_at: '2026-01-01T00:00:00Z',
      owned_by: 'loopback',
      display_name: 'Scripted',
    },
  ],
  first_id: 'scripted-model',
  last_id: 'scripted-model',
  has_more: false,
  models: [
    {
      name: 'models/scripted-model',
      displayName: 'Scripted',
      supportedGenerationMethods: ['generateContent', 'countTokens'],
    },
  ],
}
