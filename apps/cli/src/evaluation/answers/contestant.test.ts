import { expect, it } from 'vitest'
import { modelName } from './contestant.ts'

it.each([
  [{ agent: 'openai:a', summarizer: 'openai:a' }, 'openai:a'],
  [{ agent: 'openai:a', summarizer: 'openai:b' }, 'openai:a with openai:b'],
  [{ agent: 'openai:a' }, 'openai:a with none'],
  [{}, 'none'],
])('%j', (models, name) => {
  expect(modelName(models)).toBe(name)
})
