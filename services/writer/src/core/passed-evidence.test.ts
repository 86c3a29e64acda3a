import { document } from '@winnow/testkit/state-builder.ts'
import { describe, expect, test } from 'vitest'
import { buildRun, item } from '../testing/built-run.ts'
import { evidenceRow, passedEvidence } from './passed-evidence.ts'

describe('passedEvidence', () => {
  test('has the texts, the title and year of the best record, and the editorial state', () => {
    const full = item('D1.e1', { studyType: 'trial', sample: '20 adults', limitations: ['small'], editorial: 'concern' })
    const run = buildRun([full], { documents: [document('D1', { editorial: 'concern' })] })
    expect(passedEvidence(run.state, run.corpus)).toEqual([full])
  })
  test('a document without a record has an empty title and no year', () => {
    const run = buildRun([item('D1.e1')])
    expect(passedEvidence(run.state, { ...run.corpus, records: new Map() })).toMatchObject([{ title: '', year: null }])
  })
  test('nothing of retracted, excluded or notice documents', () => {
    const run = buildRun([item('D1.e1'), item('D2.e1'), item('D3.e1'), item('D4.e1')], {
      documents: [
        document('D1', { editorial: 'retracted' }),
        document('D2', { override: 'exclude' }),
        document('D3', { editorial: 'notice' }),
        document('D4', { editorial: 'corrected' }),
      ],
    })
    expect(passedEvidence(run.state, run.corpus).map((entry) => entry.evidenceId)).toEqual(['D4.e1'])
  })
  test('after a merge the survivor is the document to cite', () => {
    const run = buildRun([item('D2.e1')], {
      documents: [document('D1', { records: ['library:r1', 'library:r2'] }), document('D2')],
      aliases: { D2: 'D1' },
      records: { 'library:r1': 'D1', 'library:r2': 'D1' },
    })
    expect(passedEvidence(run.state, run.corpus)).toMatchObject([{ evidenceId: 'D2.e1', documentId: 'D1' }])
  })
  test('evidence without a text is a broken invariant', () => {
    const run = buildRun([item('D1.e1')])
    expect(() => passedEvidence(run.state, { ...run.corpus, evidence: new Map() })).toThrow('the corpus has no text of D1.e1')
  })
})

describe('evidenceRow', () => {
  const plain = {
    evidence: 'D1.e1',
    subquestion: 'RQ1',
    claim: 'Finding D1 e1 holds.',
    quote: 'Finding D1 e1 holds.',
    quoteCheck: 'verified',
    section: 'Abstract',
    support: 'supports',
    strength: 0.6,
    title: 'Title of D1',
    year: 2020,
  }
  const rows = [
    { name: 'what is unknown is left out', parts: {}, out: plain },
    { name: 'no limitations are no field', parts: { limitations: [] }, out: plain },
    {
      name: 'study type, sample, limitations and editorial state are told',
      parts: { studyType: 'trial', sample: '20 adults', limitations: ['small'], editorial: 'concern' as const },
      out: { ...plain, studyType: 'trial', sample: '20 adults', limitations: ['small'], editorial: 'concern' },
    },
  ]
  test.each(rows)('$name', ({ parts, out }) => {
    expect(evidenceRow(item('D1.e1', parts))).toEqual(out)
  })
})
