import type { EvidenceItem } from '@winnow/contracts/entities/evidence.ts'
import { evidenceItem } from '@winnow/contracts/entities/evidence.ts'
import { describe, expect, it } from 'vitest'
import { type EvidenceDraft, finishEvidence, type Reading } from './evidence-rules.ts'

const text = 'Agents with memory solved 12 of 20 tasks. Agents without it solved 7.'
const quote = 'Agents with memory solved 12 of 20 tasks.'
const reading: Reading = {
  documentId: 'D12',
  text,
  depth: 'full text',
  editorial: 'ok',
  firstEvidence: 3,
  subquestions: new Map([
    ['RQ1', 'Does memory help?'],
    ['RQ10', 'What does it cost?'],
  ]),
  fallback: false,
}
const draft = (parts: Partial<EvidenceDraft> = {}): EvidenceDraft => ({
  subquestionId: 'RQ1',
  claim: 'Memory helps.',
  quote,
  support: 'supports',
  strength: 0.9,
  ...parts,
})
const only = (parts: Partial<EvidenceDraft>, context: Partial<Reading> = {}): EvidenceItem => {
  const [item] = finishEvidence([draft(parts)], { ...reading, ...context }).items
  if (item === undefined) throw new Error('no item')
  return item
}

describe('finishEvidence', () => {
  it('gives a full item', () => {
    const item = only({
      claim: ' Memory helps. ',
      quote: ` ${quote} `,
      location: { section: ' Results ', page: 4 },
      studyType: ' benchmark ',
      sample: ' 20 tasks ',
      limitations: [' one benchmark ', ' '],
    })
    expect(item).toEqual({
      evidenceId: 'D12.e3',
      subquestionId: 'RQ1',
      claim: 'Memory helps.',
      quote,
      quoteCheck: 'verified',
      location: { section: 'Results', page: 4 },
      support: 'supports',
      strength: 0.9,
      studyType: 'benchmark',
      sample: '20 tasks',
      limitations: ['one benchmark'],
    })
    expect(evidenceItem.parse(item)).toEqual(item)
  })

  it('leaves out what is blank', () => {
    expect(Object.keys(only({ studyType: ' ', sample: '', limitations: ['', ' '] }))).toEqual(Object.keys(only({})))
    expect(Object.keys(only({}))).toEqual([
      'evidenceId',
      'subquestionId',
      'claim',
      'quote',
      'quoteCheck',
      'location',
      'support',
      'strength',
    ])
  })

  it('numbers what is left, in the order of the drafts', () => {
    const { items } = finishEvidence(
      [draft(), draft({ subquestionId: 'RQ9' }), draft({ claim: 'Second.' }), draft({ claim: 'Third.' })],
      reading,
    )
    expect(items.map(({ evidenceId, claim }) => [evidenceId, claim])).toEqual([
      ['D12.e3', 'Memory helps.'],
      ['D12.e4', 'Second.'],
      ['D12.e5', 'Third.'],
    ])
  })
})

describe('strength', () => {
  it.each<[string, Partial<EvidenceDraft>, Partial<Reading>, number, string[] | undefined]>([
    ['full text, verified', { strength: 0.9 }, {}, 0.9, undefined],
    ['an abstract', { strength: 0.9 }, { depth: 'abstract' }, 0.6, ['abstract only']],
    ['an abstract, just at the cap', { strength: 0.6 }, { depth: 'abstract' }, 0.6, undefined],
    ['an abstract, below the cap', { strength: 0.5 }, { depth: 'abstract' }, 0.5, undefined],
    ['metadata', { strength: 0.9 }, { depth: 'metadata' }, 0.6, ['metadata only']],
    ['a refused quote', { strength: 0.9, quote: 'Agents without memory solved 12 of 20' }, {}, 0.3, ['quote refused']],
    ['a refused quote, at the cap', { strength: 0.3, quote: 'Agents without memory solved 12 of 20' }, {}, 0.3, undefined],
    ['a short quote', { strength: 0.9, quote: '12 of 20' }, {}, 0.3, ['quote short']],
    ['no quote', { strength: 0.9, quote: '' }, {}, 0.3, ['quote short']],
    ['no text to check', { strength: 0.9 }, { text: '' }, 0.9, undefined],
    ['the fallback', { strength: 0.9 }, { fallback: true }, 0.4, ['fallback reader']],
    ['the fallback, at the cap', { strength: 0.4 }, { fallback: true }, 0.4, undefined],
    [
      'several caps: each that is below what was given',
      { strength: 0.5, quote: '12 of 20' },
      { fallback: true, depth: 'abstract' },
      0.3,
      ['fallback reader', 'quote short'],
    ],
    [
      'all caps',
      { strength: 1, quote: '12 of 20' },
      { fallback: true, depth: 'abstract' },
      0.3,
      ['abstract only', 'fallback reader', 'quote short'],
    ],
    ['too much', { strength: 7 }, {}, 1, undefined],
    ['less than nothing', { strength: -1 }, {}, 0, undefined],
    ['not a number', { strength: Number.NaN }, {}, 0, undefined],
  ])('%s', (_name, parts, context, strength, capped) => {
    const item = only(parts, context)
    expect([item.strength, item.capped]).toEqual([strength, capped])
  })

  it.each([
    ['verified', quote, text],
    ['refused', 'Agents with memory solved 21 of 20 tasks.', text],
    ['short', 'solved 7', text],
    ['unchecked', quote, ''],
  ])('the quote is %s', (expected, given, read) => {
    expect(only({ quote: given }, { text: read }).quoteCheck).toBe(expected)
  })
})

describe('location', () => {
  it.each<[string, Partial<EvidenceDraft>, Reading['depth'], object]>([
    ['an abstract is the abstract', { location: { section: 'Results', page: 4 } }, 'abstract', { section: 'Abstract' }],
    ['metadata', { location: { section: 'Results', page: 4 } }, 'metadata', { section: 'Metadata' }],
    ['a section without a page', { location: { section: 'Results' } }, 'full text', { section: 'Results' }],
    ['no location', {}, 'full text', { section: 'Full text' }],
    ['a blank section', { location: { section: ' ', page: 1 } }, 'full text', { section: 'Full text', page: 1 }],
    ['page 0 is none', { location: { section: 'Results', page: 0 } }, 'full text', { section: 'Results' }],
    ['half a page is none', { location: { section: 'Results', page: 1.5 } }, 'full text', { section: 'Results' }],
  ])('%s', (_name, parts, depth, expected) => {
    expect(only(parts, { depth }).location).toEqual(expected)
  })
})

describe('what is left out', () => {
  const none = { retracted: 0, notAsked: 0, emptyClaim: 0, duplicate: 0 }
  it.each<[string, EvidenceDraft[], Partial<Reading>, string[], object]>([
    ['a repaired id', [draft({ subquestionId: 'rq 10' })], {}, ['RQ10'], none],
    ['an id with its text', [draft({ subquestionId: 'RQ1: Does…' })], {}, ['RQ1'], none],
    ['the text of a subquestion', [draft({ subquestionId: 'what does it cost' })], {}, ['RQ10'], none],
    [
      'a subquestion that was not asked',
      [draft({ subquestionId: 'RQ2' }), draft({ subquestionId: 'RQ2' })],
      {},
      [],
      { ...none, notAsked: 2 },
    ],
    ['an empty claim', [draft({ claim: ' ' })], {}, [], { ...none, emptyClaim: 1 }],
    ['a claim without words', [draft({ claim: '…' })], {}, [], { ...none, emptyClaim: 1 }],
    ['a number is a claim', [draft({ claim: '12' })], {}, ['RQ1'], none],
    ['the same claim again', [draft(), draft({ claim: 'memory HELPS' })], {}, ['RQ1'], { ...none, duplicate: 1 }],
    ['the same claim for another subquestion', [draft(), draft({ subquestionId: 'RQ10' })], {}, ['RQ1', 'RQ10'], none],
    ['another claim', [draft(), draft({ claim: 'Memory does not help.' })], {}, ['RQ1', 'RQ1'], none],
    ['a retracted document', [draft(), draft({ claim: 'Second.' })], { editorial: 'retracted' }, [], { ...none, retracted: 2 }],
    ['a corrected document counts', [draft()], { editorial: 'corrected' }, ['RQ1'], none],
    ['a document of concern counts', [draft()], { editorial: 'concern' }, ['RQ1'], none],
    ['nothing', [], {}, [], none],
  ])('%s', (_name, drafts, context, subquestionIds, dropped) => {
    const finished = finishEvidence(drafts, { ...reading, ...context })
    expect(finished.items.map((item) => item.subquestionId)).toEqual(subquestionIds)
    expect(finished.dropped).toEqual(dropped)
  })
})
