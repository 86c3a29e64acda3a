import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type SseMessage, SseReader } from './sse.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const read = (...chunks: readonly string[]) => {
  const reader = new SseReader()
  return chunks.flatMap((chunk) => reader.push(bytes(chunk)))
}
const message = (data: string, event = 'message', id = '') => ({ id, event, data })

describe('a stream', () => {
  test.each<[string, string, readonly SseMessage[]]>([
    ['id, event and data', 'id: 3\nevent: A\ndata: {"x":1}\n\n', [message('{"x":1}', 'A', '3')]],
    ['data alone', 'data: a\n\n', [message('a')]],
    ['data of several lines', 'data: a\ndata: b\ndata:\ndata: c\n\n', [message('a\nb\n\nc')]],
    ['no space after the colon', 'data:a\n\n', [message('a')]],
    ['only one space is left out', 'data:  a \n\n', [message(' a ')]],
    ['a field without a colon is empty', 'data\n\n', [message('')]],
    ['a value with colons', 'data: a: b\n\n', [message('a: b')]],
    ['CRLF', 'id: 1\r\ndata: a\r\n\r\ndata: b\r\n\r\n', [message('a', 'message', '1'), message('b', 'message', '1')]],
    ['CR', 'data: a\r\rdata: b\r\r', [message('a'), message('b')]],
    ['mixed ends of lines', 'data: a\r\ndata: b\rdata: c\n\r\n', [message('a\nb\nc')]],
    ['comments', ': beat\n\n:\ndata: a\n: more\n\n', [message('a')]],
    ['a message without data is none, but its id stays', 'id: 7\n\ndata: a\n\n', [message('a', 'message', '7')]],
    ['and its name goes', 'event: A\n\ndata: a\n\n', [message('a')]],
    [
      'a name holds for one message, an id until the next',
      'id: 1\nevent: A\ndata: a\n\ndata: b\n\n',
      [message('a', 'A', '1'), message('b', 'message', '1')],
    ],
    ['an empty id takes the last away', 'id: 1\ndata: a\n\nid\ndata: b\n\n', [message('a', 'message', '1'), message('b')]],
    ['an id with a NUL is none', 'id: 1\nid: 2\0\ndata: a\n\n', [message('a', 'message', '1')]],
    ['the last name of two holds', 'event: A\nevent: B\ndata: a\n\n', [message('a', 'B')]],
    ['unknown fields', 'retry: 5\nfoo: bar\ndatax: 1\n data: 2\ndata: a\n\n', [message('a')]],
    ['a byte order mark', '\ufeffdata: a\n\n', [message('a')]],
    ['a message that is not ended', 'data: a\n\ndata: b\n', [message('a')]],
    ['nothing', '', []],
  ])('%s', (_, text, messages) => {
    expect(read(text)).toEqual(messages)
  })

  test.each([
    ['between CR and LF', ['data: a\r', '\ndata: b\r', '\n\r', '\n']],
    ['a lone LF after CRLF is a blank line', ['data: a\ndata: b\r\n', '\n']],
    ['empty pieces', ['', 'data: a\r', '', '\ndata: b', '\n', '', '\n']],
  ])('cut %s', (_, chunks) => {
    expect(read(...chunks)).toEqual([message('a\nb')])
  })
})

const word = fc.string({ unit: fc.constantFrom('a', 'ä', '€', '😀', ' ', ':', '"', '\\', '\u2028') })
const name = fc.string({ unit: fc.constantFrom('A', 'b', '-'), minLength: 1 })
const end = fc.constantFrom('\n', '\r\n', '\r')
const sent = fc.record({
  id: fc.option(fc.nat().map(String)),
  event: fc.option(name),
  lines: fc.array(word, { minLength: 1 }),
  comment: fc.option(word),
  end,
})

test('property: whatever the ends of lines and wherever the bytes are cut, the same messages come out', () => {
  fc.assert(
    fc.property(fc.array(sent), fc.infiniteStream(fc.integer({ min: 1, max: 9 })), (messages, sizes) => {
      let id = ''
      const expected = messages.map((one) => {
        id = one.id ?? id
        return message(one.lines.join('\n'), one.event ?? 'message', id)
      })
      const stream = bytes(
        messages
          .map(({ id: given, event, lines, comment, end: br }) =>
            [
              ...(comment === null ? [] : [`:${comment}`]),
              ...(given === null ? [] : [`id: ${given}`]),
              ...(event === null ? [] : [`event: ${event}`]),
              ...lines.map((line) => `data: ${line}`),
              '',
              '',
            ].join(br),
          )
          .join(''),
      )
      const reader = new SseReader()
      const found: SseMessage[] = []
      for (let at = 0; at < stream.length; ) {
        const size = sizes.next().value
        found.push(...reader.push(stream.subarray(at, at + size)))
        at += size
      }
      expect(found).toEqual(expected)
    }),
  )
})
