import { buildState, document, evidence } from '@winnow/testkit/state-builder.ts'
import { expect, test } from 'vitest'
import { evidenceRows, evidenceText } from './evidence.ts'
import { item } from './testing/example-parts.ts'
import { material } from './testing/example-run.ts'

test('a row has the item, its document and record, and what was read', () => {
  expect(evidenceRows(material.state, material.corpus)[0]).toEqual({
    evidenceId: 'D1.e1',
    documentId: 'D1',
    source: 'library',
    recordId: 'paging',
    subquestionId: 'RQ1',
    claim: 'Paging helps agents recall.',
    quote: 'Paging helps agents recall earlier sessions.',
    quoteCheck: 'verified',
    location: { section: 'Abstract' },
    support: 'supports',
    strength: 0.6,
    capped: ['abstract only'],
    depth: 'abstract',
    textHash: 'b'.repeat(64),
    reader: 'openai:small',
  })
})

test('rows stand by the document that holds the record now, then by number; what is excluded is left out', () => {
  const ids = ['D10.e1', 'D2.e10', 'D2.e9', 'D4.e1', 'D5.e1']
  const state = buildState({
    documents: [
      document('D2'),
      document('D3', { records: ['library:r3', 'library:r4'] }),
      document('D10'),
      document('D5', { editorial: 'retracted' }),
    ],
    aliases: { D4: 'D3' },
    evidence: ids.map((id) => evidence(id)),
  })
  const text = (id: string) => ({
    ...item(id, 'RQ1', {}),
    documentId: 'D0',
    recordId: 'library:x',
    depth: 'abstract' as const,
    textHash: '',
    reader: '',
    pos: 1,
  })
  const corpus = { ...material.corpus, evidence: new Map(ids.map((id) => [id, text(id)])) }
  expect(evidenceRows(state, corpus).map((row) => [row.documentId, row.evidenceId])).toEqual([
    ['D2', 'D2.e9'],
    ['D2', 'D2.e10'],
    ['D3', 'D4.e1'],
    ['D10', 'D10.e1'],
  ])
})

test('evidence without a text breaks an invariant', () => {
  expect(() => evidenceText(material.corpus, 'D9.e9')).toThrow('no text of evidence D9.e9')
})
