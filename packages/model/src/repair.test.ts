import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import pbr027 from './fixtures/pbr-027.json' with { type: 'json' }
import pbr028 from './fixtures/pbr-028.json' with { type: 'json' }
import pbr029 from './fixtures/pbr-029.json' with { type: 'json' }
import pbr030 from './fixtures/pbr-030.json' with { type: 'json' }
import { readReply } from './repair.ts'

const vote = z.object({ decision: z.enum(['include', 'exclude']), reason: z.string() })
const bareVote = z.object({ decision: z.enum(['include', 'exclude']) })
const findings = z.object({ findings: z.array(z.object({ id: z.string(), claim: z.string(), source: z.string() })) })
const search = z.object({
  queries: z.array(z.string()),
  filters: z.object({ from: z.int(), to: z.int() }).nullable(),
  limit: z.int(),
})

const rowOf = (fixture: { input: { rows: readonly { row: string; in?: unknown }[] } }, row: string): unknown =>
  fixture.input.rows.find((entry) => entry.row === row)?.in

describe('PBR-027: JSON in a fence, with talk before and after', () => {
  test.each([
    ['1', { decision: 'include', reason: 'Randomised trial; see Table {2} and `x`.' }, ['fence']],
    ['2', { decision: 'include', reason: 'It quotes ```code``` inside' }, ['fence']],
    ['3', { decision: 'exclude', reason: 'off topic' }, ['prose']],
    ['4', { decision: 'include', reason: 'line one\nline two' }, ['byte-order-mark', 'fence']],
    ['5', { decision: 'include', reason: 'a' }, ['prose', 'list-of-one']],
  ])('row %s', (row, value, repairs) => {
    expect(readReply(String(rowOf(pbr027, row)), vote)).toEqual({ ok: true, value, repairs })
  })

  test('row 6 holds no answer, so nothing is voted', () => {
    expect(readReply(String(rowOf(pbr027, '6')), vote)).toEqual({ ok: false, reason: 'the reply holds no JSON' })
  })
})

describe('PBR-028: the text of a cut reply is never closed', () => {
  test.each(['openai', 'ollama', 'whitespace'])('row %s', (name) => {
    const row = pbr028.input.rows.find((entry) => entry.row === name)?.body as {
      choices?: { message: { content: string } }[]
      message?: { content: string }
    }
    const text = row.choices?.[0]?.message.content ?? row.message?.content ?? ''
    expect(text).toContain('Nights warmed')
    expect(readReply(text, findings)).toEqual({ ok: false, reason: 'the JSON is not closed: the reply was cut' })
  })
})

describe('PBR-029: a list or object arrives as a JSON string inside the JSON', () => {
  test.each([
    [
      '1',
      { queries: ['heat wave mortality', 'night temperature'], filters: { from: 2015, to: 2020 }, limit: 20 },
      ['number', 'stringified'],
    ],
    ['2', { queries: ['heat wave mortality'], filters: null, limit: 20 }, ['single-as-list']],
    ['3', { queries: ['a b'], filters: null, limit: 5 }, ['stringified']],
    ['4', { queries: ['heat', 'night'], filters: null, limit: 5 }, ['list-of-one', 'null-word']],
    ['5', { queries: ['heat'], filters: null, limit: 5 }, ['unwrapped']],
  ])('row %s', (row, value, repairs) => {
    expect(readReply(JSON.stringify(rowOf(pbr029, row)), search)).toEqual({ ok: true, value, repairs })
  })

  test('row 6, a stringified list that was cut, is refused', () => {
    const read = readReply(JSON.stringify(rowOf(pbr029, '6')), search)
    expect(read).toEqual({ ok: false, reason: expect.stringContaining('queries: ') })
  })

  test('a text that looks like JSON stays a text', () => {
    const paper = z.object({ title: z.string(), note: z.string().nullable() })
    const value = { title: '[1, 2]-shift', note: '{"a":1}' }
    expect(readReply(JSON.stringify(value), paper)).toEqual({ ok: true, value, repairs: [] })
  })
})

describe('PBR-030: reasoning around, before or in place of the JSON', () => {
  const content = (row: string) => (rowOf(pbr030, row) as { content: string }).content
  test.each([
    ['1', 'include', ['thinking']],
    ['2', 'include', ['prose', 'doubled-brace']],
    ['5', 'include', ['thinking']],
    ['6', 'include', []],
  ])('row %s', (row, decision, repairs) => {
    expect(readReply(content(row), bareVote)).toEqual({ ok: true, value: { decision }, repairs })
  })

  test.each([
    ['3', 'the reply is empty'],
    ['4', 'the reply holds reasoning but no answer'],
  ])('row %s is no answer', (row, reason) => {
    expect(readReply(content(row), bareVote)).toEqual({ ok: false, reason })
  })
})

describe('readReply reads', () => {
  const include = { decision: 'include', reason: 'a' }
  const json = JSON.stringify(include)
  test.each([
    ['plain JSON', json, []],
    ['white space around', `\n  ${json}\n`, []],
    ['a fence of tildes', `~~~\n${json}\n~~~`, ['fence']],
    ['a fence of four back-ticks', `\`\`\`\`json\n${json}\n\`\`\`\``, ['fence']],
    ['an indented fence', `  \`\`\`json\n  ${json}\n  \`\`\``, ['fence']],
    ['a fence that is never closed', `\`\`\`json\n${json}`, ['prose']],
    ['a fence on one line', `\`\`\`json ${json} \`\`\``, ['prose']],
    ['talk inside the fence', `\`\`\`\nHere: ${json}\n\`\`\``, ['fence', 'prose']],
    ['the same answer twice', `${json}\nAgain: ${json}`, ['prose']],
    ['a fenced answer before an example in prose', `\`\`\`\n${json}\n\`\`\`\nnot {"decision":"exclude","reason":"b"}`, ['fence']],
    ['a trailing comma in an object', '{"decision":"include","reason":"a",}', ['trailing-comma']],
    ['a trailing comma with white space behind', '{"decision":"include","reason":"a" ,\n }', ['trailing-comma']],
    ['an object of one foreign key', `{"answer":${json}}`, ['unwrapped']],
    ['a stringified object in a foreign key', JSON.stringify({ answer: json }), ['unwrapped']],
    ['braces doubled at both ends', `{${json}}`, ['prose', 'doubled-brace']],
    ['an empty block', `<think></think>${json}`, ['thinking']],
    ['a block behind the answer', `${json}<think>was it right?</think>`, ['thinking']],
    ['a block in a block behind the answer', `${json} <think>a <think>b</think>`, ['thinking']],
    ['prose in braces around it', `{Answer: ${json}}`, ['prose']],
    ['much white space inside', `{${' '.repeat(300)}"decision":"include","reason":"a",${' '.repeat(300)}}`, ['trailing-comma']],
    ['many braces of prose before it', `${'{x} '.repeat(600)}${json}`, ['prose']],
    ['499 broken beginnings before it', `${'{"a"] '.repeat(499)}${json}`, ['prose']],
    ['100 blocks', `${'<think>a</think>'.repeat(100)}${json}`, ['thinking']],
    ['prose with a bracket that is no JSON', `see {note [sic: ${json}`, ['prose']],
    ['brackets in prose that do not match', `(a [b} c) ${json}`, ['prose']],
    ['a list that is no answer before it', `As in [1, 2]: ${json}`, ['prose']],
    ['a <thinking> block', `<thinking>{"decision":"exclude","reason":"b"}</thinking>${json}`, ['thinking']],
    ['two blocks', `<think>a</think><think>b</think>${json}`, ['thinking']],
    ['talk before a block', `Well. <THINK>a</THINK>${json}`, ['thinking', 'prose']],
    ['a block behind the answer that is never closed', `${json}<think>was it {"decision":"exclude","reason":"b"}?`, ['thinking']],
    ['a mark, a block, a fence', `\ufeff<think>a</think>\n\`\`\`\n${json}\n\`\`\``, ['byte-order-mark', 'thinking', 'fence']],
  ])('%s', (_, text, repairs) => {
    expect(readReply(text, vote)).toEqual({ ok: true, value: include, repairs })
  })

  test('a trailing comma in a list, but not in a string', () => {
    const tags = z.object({ tags: z.array(z.string()) })
    expect(readReply('{"tags":["a ,]","b\\",}",],}', tags)).toEqual({
      ok: true,
      value: { tags: ['a ,]', 'b",}'] },
      repairs: ['trailing-comma'],
    })
  })

  test('raw control signs in a string', () => {
    const read = readReply('{"decision":"include",\n"reason":"one\ntwo\tthree\\n\u001f"}', vote)
    expect(read).toEqual({ ok: true, value: { decision: 'include', reason: 'one\ntwo\tthree\n\u001f' }, repairs: ['control-character'] })
  })

  test('a closing tag inside a string of an answer with talk behind it', () => {
    const text = '{"decision":"include","reason":"uses </think> and <think>"} Hope it helps.'
    expect(readReply(text, vote)).toEqual({
      ok: true,
      value: { decision: 'include', reason: 'uses </think> and <think>' },
      repairs: ['prose'],
    })
  })

  test('escaped NUL and lone surrogates as replacement signs, also in keys', () => {
    const read = readReply('{"a\\u0000":"x\\u0000\\ud83d","b":["\\udd25"]}', z.record(z.string(), z.unknown()))
    expect(read).toEqual({ ok: true, value: { 'a\ufffd': 'x\ufffd\ufffd', b: ['\ufffd'] }, repairs: [] })
  })

  test('an escaped NUL in a stringified list too', () => {
    const read = readReply(JSON.stringify({ a: '["x\\u0000"]' }), z.object({ a: z.array(z.string()) }))
    expect(read).toEqual({ ok: true, value: { a: ['x\ufffd'] }, repairs: ['stringified'] })
  })

  test('a key named __proto__ as a key', () => {
    const read = readReply('{"__proto__":{"decision":"include"},"reason":"a"}', vote)
    expect(read.ok).toBe(false)
  })
})

describe('readReply refuses', () => {
  const one = '{"decision":"include","reason":"a"}'
  const other = '{"decision":"exclude","reason":"b"}'
  test.each([
    ['white space', ' \n', 'the reply is empty'],
    ['two different answers in prose', `${one} or ${other}`, 'the reply holds 2 different answers'],
    ['two different answers in fences', `\`\`\`\n${one}\n\`\`\`\n\`\`\`\n${other}\n\`\`\``, 'the reply holds 2 different answers'],
    ['a whole answer and a cut one', `${one} ${other.slice(0, -4)}`, 'the JSON is not closed: the reply was cut'],
    ['a cut list whose items would fit', `[${one},${other.slice(0, -4)}`, 'the JSON is not closed: the reply was cut'],
    ['a cut fence', `\`\`\`json\n${one.slice(0, -2)}\n\`\`\``, 'the JSON is not closed: the reply was cut'],
    ['a cut reply that ends in a backslash', '{"decision":"inc\\', 'the JSON is not closed: the reply was cut'],
    ['a part of a broken object', `{"a": nope, "b": ${one}}`, 'the reply holds no JSON'],
    ['a part of an object with single quotes', `{'a': ${one}}`, 'the reply holds no JSON'],
    ['a part of a broken list', `[${one}, nope]`, 'the reply holds no JSON'],
    ['a part of a list that begins with null', `so: [null, ${one}]`, /^the JSON does not fit/],
    ['a part of a list that begins with true', `so: [true, ${one}]`, /^the JSON does not fit/],
    ['a part of a list that begins with false', `so: [false, ${one}]`, /^the JSON does not fit/],
    ['what stands behind 500 broken beginnings', `${'{"a"] '.repeat(500)}${one}`, 'the reply holds no JSON'],
    ['an answer behind 101 blocks', `${'<think>a</think>'.repeat(101)}${one}`, 'the reply holds reasoning but no answer'],
    ['an unclosed block', `<think>${one}`, 'the reply holds reasoning but no answer'],
    ['a list of two where one is asked', `[${one},${other}]`, /^the JSON does not fit the schema \(the whole: /],
    ['a foreign key with nothing known inside', '{"answer":{"foo":1}}', /^the JSON does not fit the schema \(decision: .*; reason: /],
    ['a foreign key beside another', `{"answer":${one},"b":1}`, /^the JSON does not fit/],
    ['an answer inside a known key', `{"decision":${one}}`, /^the JSON does not fit/],
    ['another value of an enum', '{"decision":"maybe","reason":"a"}', /decision: /],
  ])('%s', (_, text, reason) => {
    const read = readReply(text, vote)
    expect(read).toEqual({ ok: false, reason: typeof reason === 'string' ? reason : expect.stringMatching(reason) })
  })

  test('at most five problems are told', () => {
    const six = z.object({ a: z.string(), b: z.string(), c: z.string(), d: z.string(), e: z.string(), f: z.string() })
    const read = readReply('{}', six)
    expect(read.ok ? '' : read.reason.match(/expected string/g)).toHaveLength(5)
  })

  test('nesting of more than 100 levels, wherever it hides, and 100 are read', () => {
    const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
    expect(readReply(nested(100), z.unknown()).ok).toBe(true)
    expect(readReply(nested(101), z.unknown())).toEqual({ ok: false, reason: 'the reply holds no JSON' })
    expect(readReply(`a " quote ${nested(100_000)}`, z.unknown()).ok).toBe(false)
    const inText = z.object({ a: z.array(z.unknown()) })
    expect(readReply(JSON.stringify({ a: nested(100_000) }), inText).ok).toBe(false)
    expect(readReply(JSON.stringify({ a: nested(100) }), inText).ok).toBe(true)
  })

  test.each([
    ['behind strings of any length', `{"a":"x","bc":"yz","d":"\\"[","e":${'['.repeat(100)}${']'.repeat(100)}}`, false],
    ['behind closed neighbours', `[{},[],${'['.repeat(100)}${']'.repeat(100)}]`, false],
    ['of 300 neighbours', `[${Array.from({ length: 150 }, () => '{},[]').join()}]`, true],
  ])('nesting %s is counted right', (_, text, ok) => {
    expect(readReply(text, z.unknown()).ok).toBe(ok)
  })

  test('a foreign key is kept where nothing inside is known', () => {
    expect(readReply('{"x":{"y":1}}', z.object({ a: z.string().optional() }))).toEqual({ ok: true, value: {}, repairs: [] })
  })

  test('brackets in strings are no nesting', () => {
    const read = readReply(JSON.stringify({ decision: 'include', reason: `\\"${'['.repeat(200)}` }), vote)
    expect(read.ok).toBe(true)
  })
})

describe('properties', () => {
  const answer = fc.record({ decision: fc.constantFrom('include' as const, 'exclude' as const), reason: fc.string() })

  test('any prefix of a JSON answer that is not the whole is refused', () => {
    fc.assert(
      fc.property(answer, fc.nat(), (value, place) => {
        const text = JSON.stringify(value)
        expect(readReply(text.slice(0, place % text.length), vote).ok).toBe(false)
      }),
    )
  })

  test('an answer survives fences, thinking and prose around it', () => {
    const clean = answer.filter(({ reason }) => !reason.includes('\0'))
    fc.assert(
      fc.property(
        clean,
        fc.constantFrom('', 'Here it is:\n', '<think>{"x":1} hm</think>\n'),
        fc.constantFrom('', '```'),
        (value, before, fence) => {
          const text = `${before}${fence}\n${JSON.stringify(value)}\n${fence}`
          const read = readReply(text, vote)
          expect(read.ok ? read.value : read).toEqual(value)
        },
      ),
    )
  })

  test('no text makes it throw', () => {
    const signs = fc.constantFrom('{', '}', '[', ']', '"', '\\', ',', ':', '<think>', '</think>', '```', '\n', 'a', '1', '\0')
    fc.assert(
      fc.property(fc.array(signs, { maxLength: 60 }), (parts) => {
        expect(typeof readReply(parts.join(''), vote).ok).toBe('boolean')
      }),
      { numRuns: 500 },
    )
  })
})
