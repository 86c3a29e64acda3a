/** What differs between servers that speak OpenAI's chat completions. */
export interface OpenaiDialect {
  /** `schema`: the server constrains the reply by the JSON schema; `plain`: the schema is told in the prompt alone. */
  readonly format: 'schema' | 'plain'
  readonly limitField: 'max_completion_tokens' | 'max_tokens'
  /** The other field was refused before, so a second refusal is about something else. */
  readonly limitFieldSettled: boolean
}

/** OpenAI's own server wants `max_completion_tokens`; the compatible ones know `max_tokens`. */
export const firstDialect = (apiUrl: string): OpenaiDialect => ({
  format: 'schema',
  limitField: new URL(apiUrl).hostname === 'api.openai.com' ? 'max_completion_tokens' : 'max_tokens',
  limitFieldSettled: false,
})

/** The dialect to go on with after a 400 or 422 with these words; null when the words are about something else. */
export const adaptedDialect = (dialect: OpenaiDialect, status: number, words: string): OpenaiDialect | null => {
  if (status !== 400 && status !== 422) return null
  if (dialect.format === 'schema' && /response_format|json_schema|structured output/i.test(words)) return { ...dialect, format: 'plain' }
  const aboutField = /max_(?:completion_)?tokens/i.test(words) && !/too large|at most|exceed|maximum/i.test(words)
  if (!aboutField || dialect.limitFieldSettled) return null
  return { ...dialect, limitField: dialect.limitField === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens', limitFieldSettled: true }
}
