import type { EventType } from '@winnow/contracts/registry.ts'
import { describe, expect, test } from 'vitest'
import { why } from '../provenance.ts'
import { answerEvents, answerMaterial, passages, unanswered } from '../testing/example-answer.ts'
import { hash } from '../testing/example-parts.ts'
import { whyText } from '../why-text.ts'
import type { WhyFound } from './why.ts'

function found(asked: string, material: typeof unanswered = answerMaterial, texts: ReadonlyMap<string, string> = passages): WhyFound {
  const result = why(asked, material, answerEvents, texts)
  if (!result.found) throw new Error('not found')
  return result
}
const event = (type: EventType, nth = 0) => {
  const { pos, id } = answerEvents.filter((one) => one.type === type)[nth] ?? { pos: 0, id: '' }
  return { type, pos, id }
}

describe('a citation of an answer', () => {
  test('leads to the sentences that it stands at, with what the check by words found, and to who wrote them', () => {
    expect(found('[2]')).toMatchObject({
      target: { kind: 'citation', id: '[2]' },
      question: 'What helps agents remember?',
      sentences: [{ number: 2, text: 'Paging helps <b>recall</b> [9].', citations: [1, 2], evidence: [], verdict: 'unsupported' }],
      written: { writer: 'openai:big', mode: 'model', event: event('AnswerWritten') },
    })
  })

  test('leads to each search that showed its work: passage, rank, score, summary, and the turn that asked for it', () => {
    const [document] = found('[2]').documents
    expect(document).toMatchObject({ documentId: 'D1', citation: 2, outcome: { status: 'cited', reason: null }, evidence: [] })
    expect(document?.shown).toEqual([
      {
        search: 1,
        query: 'What helps agents remember?',
        turn: null,
        rank: 2,
        of: 2,
        score: null,
        reranker: 'bm25',
        record: 'library:paging',
        characters: 1200,
        cut: true,
        textHash: hash('2'),
        text: 'Paging. Paging helps agents recall.',
        summary: ['Paging costs calls.'],
        summarizer: 'openai:small',
        event: event('PassagesSummarised'),
      },
      {
        search: 2,
        query: 'paging',
        // The refused search of turn 1 was not made.
        turn: { turn: 2, reasoning: 'Paging is not explained.', agent: 'openai:big', event: event('TurnTaken', 1) },
        rank: 2,
        of: 2,
        score: 1.5,
        reranker: 'bm25',
        record: 'library:paging',
        characters: 1200,
        cut: false,
        textHash: hash('4'),
        text: 'Paging. It costs more calls.',
        summary: ['Paging and graphs help.'],
        summarizer: 'openai:small',
        event: event('PassagesSummarised', 1),
      },
    ])
  })

  test('leads to the operations that found its work', () => {
    expect(
      found('[2]').documents[0]?.findings.map(({ operationId, rank, query, intent }) => ({ operationId, rank, query, intent })),
    ).toEqual([
      { operationId: 'S1', rank: 2, query: 'agents remember', intent: null },
      { operationId: 'S3', rank: 1, query: 'paging', intent: null },
    ])
  })

  test('costs what its summaries, the turn and the writing cost, and nothing else', () => {
    expect(found('[2]').cost).toMatchObject({ calls: 4, models: ['big', 'openai:small'], usd: 0.053 })
    expect(found('[1]').cost).toMatchObject({ calls: 2, usd: 0.041 })
  })

  test('a passage whose text is not at hand has none', () => {
    expect(found('[1]', answerMaterial, new Map()).documents[0]?.shown?.map(({ text }) => text)).toEqual([null])
  })
})

test.each([
  ['#1', ['D2']],
  ['#2', ['D2', 'D1']],
  ['#3', []],
  ['D4', ['D4']],
])('%s rests on %j', (asked, documents) => {
  expect(found(asked).documents.map(({ documentId }) => documentId)).toEqual(documents)
})

test.each([
  ['D4', 'shown to the agent and not cited'],
  ['D3', 'not among the passages that were shown'],
])('%s is not cited: %s', (asked, reason) => {
  expect(found(asked)).toMatchObject({ sentences: [], documents: [{ citation: null, outcome: { status: 'found', reason } }] })
})

test.each([
  ['[3]', ['[1]', '[2]']],
  ['#4', ['#1', '#2', '#3']],
  ['D1.e1', []],
])('what does not exist, with what is near: %s', (asked, near) => {
  expect(why(asked, answerMaterial, answerEvents)).toEqual({ found: false, asked, near })
})

test('before the answer is written a document can be asked about, and nobody wrote', () => {
  const open = found('D1', unanswered)
  expect(open).not.toHaveProperty('written')
  expect(open).toMatchObject({ sentences: [], documents: [{ outcome: { reason: 'shown to the agent and not cited' } }] })
})

test('in words', () => {
  const text = whyText(found('[2]'))
  expect(text.split('\n').slice(0, 14)).toEqual([
    'Why [2] (citation), for the question “What helps agents remember?”',
    'Sentence #2: Paging helps <b>recall</b> [9]. [1, 2] — citation check: unsupported',
    'Written by openai:big · event 22 AnswerWritten',
    '',
    'D1 [2] Paging memory for agents',
    '  outcome: cited',
    '  shown: search 1, query “What helps agents remember?”, passage 2 of 2, kept without being ranked · event 8 PassagesSummarised',
    '    passage of library:paging: 1200 characters, cut, sha256 222222222222…',
    '    “Paging. Paging helps agents recall.”',
    '    summary by openai:small: Paging costs calls.',
    '  shown: search 2, query “paging”, passage 2 of 2, score 1.50 by bm25 · event 18 PassagesSummarised',
    '    passage of library:paging: 1200 characters, sha256 444444444444…',
    '    “Paging. It costs more calls.”',
    '    summary by openai:small: Paging and graphs help.',
  ])
  expect(text).toContain('\n    asked for in turn 2 by openai:big: Paging is not explained. · event 12 TurnTaken\n')
})

test('in words, of an answer by rule, and without the text', () => {
  const result = found('[1]', answerMaterial, new Map())
  const written = { ...result.written, writer: 'words', mode: 'extractive', event: event('AnswerWritten') } as const
  const text = whyText({ ...result, written })
  expect(text).toContain('\nWritten by words, taken from the passages by rule · event 22 AnswerWritten\n')
  expect(text).toContain('sha256 111111111111…\n    summary by openai:small: Summaries lose details.\n')
})
