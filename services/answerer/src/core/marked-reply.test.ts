import { jsonSchemaOf } from '@winnow/model/schema.ts'
import { expect, test } from 'vitest'
import { markedSentenceReply } from './marked-reply.ts'

const fits = (shown: readonly string[], value: unknown) => markedSentenceReply(shown).safeParse(value).success

test('the schema that is sent lists what was shown; a reply with other ids is read all the same', () => {
  expect(jsonSchemaOf(markedSentenceReply(['D1', 'D12']))).toMatchObject({
    properties: { documentIds: { items: { type: 'string', enum: ['D1', 'D12'] } } },
  })
  expect(fits(['D1'], { text: 'a', documentIds: ['D9'] })).toBe(true)
})
test('nothing shown: no list, which would admit nothing', () => {
  expect(JSON.stringify(jsonSchemaOf(markedSentenceReply([])))).not.toContain('enum')
})
test.each([
  { name: 'text of 1500', value: { text: 'x'.repeat(1500), documentIds: [] }, out: true },
  { name: 'text of 1501', value: { text: 'x'.repeat(1501), documentIds: [] }, out: false },
  { name: '30 marks', value: { text: 'x', documentIds: Array.from({ length: 30 }, () => 'D1') }, out: true },
  { name: '31 marks', value: { text: 'x', documentIds: Array.from({ length: 31 }, () => 'D1') }, out: false },
  { name: 'a mark of 200', value: { text: 'x', documentIds: ['D'.repeat(200)] }, out: true },
  { name: 'a mark of 201', value: { text: 'x', documentIds: ['D'.repeat(201)] }, out: false },
])('$name', ({ value, out }) => {
  expect(fits(['D1'], value)).toBe(out)
  expect(fits([], value)).toBe(out)
})
