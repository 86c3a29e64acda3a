import { expect, test } from 'vitest'
import { sseData, sseHeartbeat, sseMessage } from './sse-message.ts'

test('a message has its id, its event and its data on a line each', () => {
  expect(sseMessage('RunPaused', { text: 'two\nlines' }, 7)).toBe('id: 7\nevent: RunPaused\ndata: {"text":"two\\nlines"}\n\n')
  expect(sseMessage('end', {})).toBe('event: end\ndata: {}\n\n')
})

test('a heartbeat is a comment', () => {
  expect(sseHeartbeat).toMatch(/^:.*\n\n$/)
})

test('a message may be data alone', () => {
  expect(sseData({ text: 'two\nlines' })).toBe('data: {"text":"two\\nlines"}\n\n')
})
