import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { articleSentences } from './article-sentences.ts'
import type { EvidenceRequest } from './evidence-request.ts'
import { pickDiverse, rankEvidence, selectEvidence } from './select-evidence.ts'

const section = (heading: string | null, ...sentences: readonly string[]) => ({ heading, text: sentences.join('\n') })
const best = (sections: readonly ReturnType<typeof section>[], request: EvidenceRequest, limit = 1) =>
  selectEvidence(sections, request, limit).map(({ text }) => text)
const trial = { intervention: 'olanzapine', comparator: 'placebo', outcome: 'body weight' }

describe('the order of sentences', () => {
  it.each<{ name: string; first: string; second: string; request?: EvidenceRequest }>([
    {
      name: 'the outcome goes before intervention and comparator',
      first: 'Body weight was seen.',
      second: 'Olanzapine and placebo had body scans.',
    },
    { name: 'with the intervention before without', first: 'Olanzapine: body weight.', second: 'Aspirin: body weight.' },
    { name: 'with the comparator before without', first: 'Placebo: body weight.', second: 'Aspirin: body weight.' },
    { name: 'words in their order', first: 'Olanzapine: body weight.', second: 'Olanzapine: weight body.' },
    { name: 'a p-value', first: 'Body weight: p < x.', second: 'Body weight: q < x.' },
    { name: 'a comparison', first: 'Body weight than it.', second: 'Body weight with it.' },
    { name: 'not an aim', first: 'We weighed body weight, it fell.', second: 'Our aim was that body weight, it fell.' },
    { name: 'not the set-up', first: 'We saw: body weight, it fell.', second: 'The primary outcome was body weight, it fell.' },
    { name: 'a question by its words', first: 'Memory of agents.', second: 'Memory of mice.', request: { question: 'memory of agents?' } },
  ])('$name', ({ first, second, request = trial }) => {
    expect(best([section('Results', second, first, 'Other.')], request)).toEqual([first])
    expect(best([section('Results', first, second, 'Other.')], request)).toEqual([first])
  })

  it('results before what no heading tells, and that before methods', () => {
    const sections = [section('Methods', 'Body weight A.'), section('Ward', 'Body weight B.'), section('Results', 'Body weight C.')]
    expect(best(sections, trial, 3)).toEqual(['Body weight C.', 'Body weight B.', 'Body weight A.'])
  })
  it('how much: a fifth more for results, half for the rest', () => {
    const sections = [section('Methods', 'Body weight A.'), section('Ward', 'Body weight B.'), section('Results', 'Body weight C.')]
    const [c, b, a] = rankEvidence(articleSentences(sections), trial).map(({ score }) => score)
    expect((c ?? 0) / (b ?? 0)).toBeCloseTo(1.2, 12)
    expect((a ?? 0) / (b ?? 0)).toBeCloseTo(0.5, 12)
  })
  it('a p-value doubles the score', () => {
    const [stated, plain] = rankEvidence(articleSentences([section('Results', 'Body weight q.', 'Body weight p = q.')]), trial)
    expect((stated?.score ?? 0) / (plain?.score ?? 1)).toBeCloseTo(2, 12)
  })
  it('an aim and a set-up keep half of their score', () => {
    const [plain, halved] = rankEvidence(
      articleSentences([section('Results', 'Body weight fell.', 'The aim was: body weight fell.')]),
      trial,
    )
    expect((halved?.score ?? 0) / (plain?.score ?? 1)).toBeCloseTo(0.5, 12)
  })
  it('without any results, what stands further down by up to half', () => {
    const unheaded = [section(null, 'Body weight A.', 'Body weight B.')]
    const [b, a] = rankEvidence(articleSentences(unheaded), trial)
    expect([b?.text, a?.text]).toEqual(['Body weight B.', 'Body weight A.'])
    expect((a?.score ?? 0) / (b?.score ?? 1)).toBeCloseTo(0.75, 12)
  })
  it('equal ones in the order of the paper', () => {
    expect(best([section('Results', 'Body weight A.', 'Body weight B.')], trial, 2)).toEqual(['Body weight A.', 'Body weight B.'])
  })
  it('none without a word of the outcome, or for a request without words', () => {
    expect(best([section('Results', 'Olanzapine beat placebo (p < 0.05).')], trial)).toEqual([])
    expect(best([section('Results', 'Body weight fell.')], { question: 'How?' })).toEqual([])
    expect(best([], trial)).toEqual([])
  })
  it('abbreviations that the article defines count as what they stand for, both ways', () => {
    const defined = section('Introduction', 'Body mass index (BMI) matters, and the heart rate (HR).')
    const request = (outcome: string) => ({ ...trial, outcome })
    expect(best([defined, section('Results', 'BMI fell.', 'Mass rose.')], request('body mass index'))).toEqual(['BMI fell.'])
    expect(best([defined, section('Results', 'The body mass index fell.', 'It rose.')], request('BMI'))).toEqual([
      'The body mass index fell.',
    ])
  })
  it('rare words weigh more than those of every sentence', () => {
    const sections = [section('Results', 'Pain fell.', 'Pain rose.', 'Pain stayed, and scores.', 'Sleep scores.')]
    expect(best(sections, { ...trial, outcome: 'pain sleep' })).toEqual(['Sleep scores.'])
  })
  it('tells the words it shares, and their share of the request', () => {
    const [ranked] = rankEvidence(articleSentences([section(null, 'The weight of olanzapine.')]), trial)
    expect(ranked?.shared.size).toBe(2)
    expect(ranked?.coverage).toBe(0.5)
  })
})

describe('pickDiverse', () => {
  const ranked = (...rows: readonly [string, number][]) =>
    rows.map(([text, score], start) => ({
      section: 0,
      start,
      end: start + 1,
      text,
      part: null,
      place: 1,
      score,
      shared: new Set<string>(),
      coverage: 1,
    }))
  const picked = (limit: number, ...rows: readonly [string, number][]) => pickDiverse(ranked(...rows), limit).map(({ text }) => text)
  it.each<{ name: string; rows: [string, number][]; limit: number; out: string[] }>([
    {
      name: 'the best first',
      rows: [
        ['alpha', 2],
        ['bravo', 1],
      ],
      limit: 1,
      out: ['alpha'],
    },
    {
      name: 'a repetition loses a fifth',
      rows: [
        ['alpha', 10],
        ['alpha', 10],
        ['bravo', 8.01],
      ],
      limit: 2,
      out: ['alpha', 'bravo'],
    },
    {
      name: 'and no more',
      rows: [
        ['alpha', 10],
        ['alpha', 10],
        ['bravo', 7.99],
      ],
      limit: 2,
      out: ['alpha', 'alpha'],
    },
    {
      name: 'half of its words repeated: a tenth',
      rows: [
        ['alpha bravo', 10],
        ['alpha delta', 10],
        ['golf', 9.01],
      ],
      limit: 2,
      out: ['alpha bravo', 'golf'],
    },
    {
      name: 'a tenth and no more',
      rows: [
        ['alpha bravo', 10],
        ['alpha delta', 10],
        ['golf', 8.99],
      ],
      limit: 2,
      out: ['alpha bravo', 'alpha delta'],
    },
    {
      name: 'what stands whole in a longer one repeats it',
      rows: [
        ['alpha bravo delta', 10],
        ['alpha', 10],
        ['golf', 8.01],
      ],
      limit: 2,
      out: ['alpha bravo delta', 'golf'],
    },
    {
      name: 'the largest overlap counts, not the last',
      rows: [
        ['alpha', 10],
        ['golf', 10],
        ['alpha', 10],
        ['hotel', 8.01],
      ],
      limit: 3,
      out: ['alpha', 'golf', 'hotel'],
    },
    { name: 'as many as there are', rows: [['alpha', 1]], limit: 5, out: ['alpha'] },
    { name: 'none', rows: [['alpha', 1]], limit: 0, out: [] },
  ])('$name', ({ rows, limit, out }) => {
    expect(picked(limit, ...rows)).toEqual(out)
  })
  it('looks at the fifty best, or as many as are wanted', () => {
    const same: [string, number][] = Array.from({ length: 50 }, () => ['alpha', 10])
    expect(picked(2, ...same.slice(0, 49), ['bravo', 10])).toEqual(['alpha', 'bravo'])
    expect(picked(2, ...same, ['bravo', 10])).toEqual(['alpha', 'alpha'])
    expect(picked(51, ...same, ['bravo', 10])).toHaveLength(51)
  })
})

describe('of any text', () => {
  const pieces = fc.constantFrom(
    'Body weight',
    'fell (p = 0.05).',
    'et al.',
    '1.5 kg',
    '\u0000',
    '\ud800',
    '🔥',
    'BMI',
    '(BMI)',
    '\n',
    '。',
    '',
    'RESULTS:',
  )
  it('every sentence is the slice it names, none comes twice, and the best of few are the best of many', () => {
    fc.assert(
      fc.property(fc.array(fc.array(pieces, { maxLength: 30 }), { maxLength: 3 }), fc.nat({ max: 6 }), (many, limit) => {
        const sections = many.map((words) => section(null, words.join(' ')))
        const found = selectEvidence(sections, trial, limit)
        expect(found.length).toBeLessThanOrEqual(limit)
        for (const { section: place, start, end, text } of found) expect(sections[place]?.text.slice(start, end)).toBe(text)
        expect(new Set(found.map(({ section: place, start }) => `${place} ${start}`)).size).toBe(found.length)
        expect(selectEvidence(sections, trial, limit + 1).slice(0, limit)).toEqual(found)
      }),
    )
  })
})
