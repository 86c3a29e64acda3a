import { readReply } from '@winnow/model/repair.ts'
import { describe, expect, it } from 'vitest'
import batchIds from '../fixtures/pbr-019.json' with { type: 'json' }
import nearMisses from '../fixtures/pbr-020.json' with { type: 'json' }
import { paper } from '../testing/papers.ts'
import { exclusions, type Judgement, judge, mergeJudgements, noteLength, type ScreeningReply, screeningReply } from './screening-reply.ts'

type Entry = ScreeningReply['papers'][number]

const subquestions = new Map([
  ['RQ1', 'Does memory help?'],
  ['RQ2', 'For whom?'],
])
const asked = (...ids: readonly string[]) => ids.map((id) => ({ text: paper(id), subquestionIds: ['RQ1', 'RQ2'] }))
const entry = (documentId: string, scores: readonly (readonly [string, number | null])[], parts: Partial<Entry> = {}): Entry => ({
  documentId,
  note: `note on ${documentId}`,
  exclusion: null,
  criterion: null,
  scores: scores.map(([subquestionId, score]) => ({ subquestionId, score })),
  ...parts,
})
const plain = (judgements: ReadonlyMap<string, Judgement>) =>
  Object.fromEntries([...judgements].map(([id, { scores }]) => [id, Object.fromEntries(scores)]))
const judged = (papers: readonly Entry[], ...ids: readonly string[]) => judge({ papers: [...papers] }, asked(...ids), subquestions)

describe('judge', () => {
  const both = (a: number | null, b: number | null): readonly (readonly [string, number | null])[] => [
    ['RQ1', a],
    ['RQ2', b],
  ]
  const rows = [
    { name: 'every pair', papers: [entry('D1', both(0.8, 0.1))], scores: { D1: { RQ1: 0.8, RQ2: 0.1 } }, missing: [], ignored: 0 },
    {
      name: 'a paper that was left out',
      papers: [entry('D2', both(0.8, 0.1))],
      asked: ['D1', 'D2'],
      scores: { D2: { RQ1: 0.8, RQ2: 0.1 } },
      missing: ['D1: RQ1 RQ2'],
      ignored: 0,
    },
    { name: 'a pair that was left out', papers: [entry('D1', [['RQ2', 0]])], scores: { D1: { RQ2: 0 } }, missing: ['D1: RQ1'], ignored: 0 },
    {
      name: 'a score that cannot be read',
      papers: [entry('D1', both(null, 1))],
      scores: { D1: { RQ2: 1 } },
      missing: ['D1: RQ1'],
      ignored: 0,
    },
    {
      name: 'an unreadable score beside a readable one',
      papers: [entry('D1', [...both(null, 1), ['RQ1', 0.4]])],
      scores: { D1: { RQ1: 0.4, RQ2: 1 } },
      missing: [],
      ignored: 0,
    },
    {
      name: 'ids are repaired',
      papers: [
        entry('Document 1', [
          ['rq-1', 0.8],
          ['For whom?', 0.2],
        ]),
      ],
      scores: { D1: { RQ1: 0.8, RQ2: 0.2 } },
      missing: [],
      ignored: 0,
    },
    {
      name: 'a title stands for its paper',
      papers: [entry('title of D2', both(0.7, 0.7))],
      asked: ['D1', 'D2'],
      scores: { D2: { RQ1: 0.7, RQ2: 0.7 } },
      missing: ['D1: RQ1 RQ2'],
      ignored: 0,
    },
    {
      name: 'a list of ids is one score for each',
      papers: [entry('D1', [['RQ1, RQ2', 0.6]])],
      scores: { D1: { RQ1: 0.6, RQ2: 0.6 } },
      missing: [],
      ignored: 0,
    },
    {
      name: 'papers and subquestions that were not asked',
      papers: [entry('D9', both(1, 1)), entry('D1', [...both(0.5, 0.5), ['RQ3', 1], ['RQ3', 0.9]])],
      scores: { D1: { RQ1: 0.5, RQ2: 0.5 } },
      missing: [],
      ignored: 3,
    },
    {
      name: 'two scores of a pair merge by maximum, 0.5 apart still',
      papers: [entry('D1', both(0.25, 1)), entry('D1', both(0.75, 0.5))],
      scores: { D1: { RQ1: 0.75, RQ2: 1 } },
      missing: [],
      ignored: 0,
    },
    {
      name: 'scores more than 0.5 apart contradict each other: that pair alone is asked again',
      papers: [entry('D1', [...both(0.25, 0.4), ['RQ1', 0.76], ['RQ1', 0.5]])],
      scores: { D1: { RQ2: 0.4 } },
      missing: ['D1: RQ1'],
      ignored: 0,
    },
    { name: 'an empty reply', papers: [], scores: {}, missing: ['D1: RQ1 RQ2'], ignored: 0 },
  ]
  it.each(rows)('$name', ({ papers, asked: ids = ['D1'], scores, missing, ignored }) => {
    const found = judged(papers, ...ids)
    expect(plain(found.judgements)).toEqual(scores)
    expect(found.missing.map(({ documentId, subquestionIds }) => `${documentId}: ${subquestionIds.join(' ')}`)).toEqual(missing)
    expect(found.ignored).toBe(ignored)
  })

  it('each paper is asked for its own subquestions', () => {
    const found = judge({ papers: [entry('D1', both(1, 1))] }, [{ text: paper('D1'), subquestionIds: ['RQ2'] }], subquestions)
    expect(plain(found.judgements)).toEqual({ D1: { RQ2: 1 } })
    expect(found.ignored).toBe(1)
  })

  it('the note and reason are those of the first entry; a note is cut to one line’s length', () => {
    const papers = [
      entry('D1', [['RQ1', 0.1]], { note: 'n'.repeat(noteLength + 1), exclusion: 'off topic' }),
      entry('D1', [['RQ2', 0.1]], { note: 'later', exclusion: null }),
    ]
    expect(judged(papers, 'D1').judgements.get('D1')).toMatchObject({ note: 'n'.repeat(300), exclusion: 'off topic' })
  })

  it('a judgement has the scores in the order asked', () => {
    const [found] = judged(
      [
        entry('D1', [
          ['RQ2', 1],
          ['RQ1', 0.9],
        ]),
      ],
      'D1',
    ).judgements.values()
    expect([...(found?.scores.keys() ?? [])]).toEqual(['RQ1', 'RQ2'])
  })
})

describe('the criterion of an exclusion', () => {
  it.each<{ criterion: string | null; criteria: string | null; to: string | null }>([
    { criterion: 'E1', criteria: 'No mice.', to: 'E1' },
    { criterion: ' e1 ', criteria: 'No mice.', to: 'E1' },
    { criterion: 'E1: No mice', criteria: 'No mice.', to: 'E1' },
    { criterion: 'criterion I1 is not met', criteria: 'Adults. No mice.', to: 'I1' },
    { criterion: 'E2', criteria: 'No mice.', to: null },
    { criterion: 'I1', criteria: 'No mice.', to: null },
    { criterion: 'RE1', criteria: 'No mice.', to: null },
    { criterion: 'no mice', criteria: 'No mice.', to: null },
    { criterion: null, criteria: 'No mice.', to: null },
    { criterion: 'E1', criteria: null, to: null },
  ])('$criterion of "$criteria" is $to', ({ criterion, criteria, to }) => {
    const { judgements } = judge({ papers: [entry('D1', [['RQ1', 0]], { criterion })] }, asked('D1'), subquestions, criteria)
    expect(judgements.get('D1')?.criterion).toBe(to)
  })
  it('that cannot be read is none, and the paper is kept', () => {
    const given = { papers: [{ documentId: 'D1', note: 'n', exclusion: null, criterion: 7, scores: [] }] }
    expect(screeningReply.parse(given).papers[0]?.criterion).toBe(null)
  })
})

describe('mergeJudgements', () => {
  const judgement = (scores: { readonly [id: string]: number }, note: string): Judgement => ({
    scores: new Map(Object.entries(scores)),
    note,
    exclusion: null,
    criterion: null,
  })
  it('what the first settled stays; the second adds', () => {
    const merged = mergeJudgements(
      new Map([['D1', judgement({ RQ1: 0.9 }, 'first')]]),
      new Map([
        ['D1', judgement({ RQ1: 0.1, RQ2: 0.4 }, 'second')],
        ['D2', judgement({ RQ1: 0.3 }, 'second')],
      ]),
    )
    expect(plain(merged)).toEqual({ D1: { RQ1: 0.9, RQ2: 0.4 }, D2: { RQ1: 0.3 } })
    expect([...merged.values()].map(({ note }) => note)).toEqual(['first', 'second'])
  })
})

describe('PBR-019: a reply with its own ids', () => {
  const ids = batchIds.input.questions.map(({ id }) => id.replace('sq', 'RQ'))
  const texts = new Map(batchIds.input.questions.map(({ id, text }) => [id.replace('sq', 'RQ'), text]))
  const document = (id: string) => id.replace('p', 'D').replace('P', 'd')
  const decisions: readonly { readonly paper: string; readonly decision: string; readonly subquestions: string | readonly string[] }[] =
    JSON.parse(batchIds.input.reply).decisions
  // A vote without subquestions is one on all of them.
  const papers = decisions.map(({ paper: id, decision, subquestions: named }) =>
    entry(
      document(id),
      [named].flat().length === 0
        ? ids.map((subquestion) => [subquestion, 0])
        : [named].flat().map((name) => [name, decision === 'include' ? 1 : 0]),
    ),
  )
  const found = judge(
    { papers },
    batchIds.input.papers.map((id) => ({ text: paper(document(id)), subquestionIds: ids })),
    texts,
  )
  const rows = batchIds.expect.rows as {
    readonly [paper: string]: { readonly decision: string; readonly subquestions?: readonly string[] }
  }
  it.each(Object.entries(rows))('%s: %o', (id, { subquestions: expected = [] }) => {
    const own = found.judgements.get(document(id))?.scores ?? new Map<string, number>()
    const relevant = [...own].filter(([, score]) => score >= 0.5).map(([subquestion]) => subquestion.replace('RQ', 'sq'))
    expect(relevant).toEqual(expected)
  })
  it('the contradicted pair and the paper that was left out are asked again; p9 and sq7 are ignored', () => {
    const missing = new Map(found.missing.map(({ documentId, subquestionIds }) => [documentId, subquestionIds]))
    expect(missing.get('D3')).toEqual(['RQ2'])
    expect(missing.get('D5')).toEqual(ids)
    expect(found.ignored).toBe(2)
  })
})

describe('PBR-020: near-miss values', () => {
  const expected = nearMisses.expect.rows as { readonly [row: string]: { readonly confidence?: number | null } }
  const reply = {
    papers: nearMisses.input.rows.map(({ row, in: { decision, confidence } }) => ({
      documentId: `D${row}`,
      note: '',
      exclusion: decision,
      scores: [{ subquestionId: 'RQ1', score: confidence }],
    })),
  }
  const read = readReply(JSON.stringify(reply), screeningReply)
  const scores = read.ok ? read.value.papers.map(({ scores: [first] }) => first?.score) : []
  it.each(nearMisses.input.rows)('row $row: $in.confidence', ({ row }) => {
    const value = scores[Number(row) - 1]
    expect(value).toBe(row === '4' ? 0.85 : expected[row]?.confidence)
  })
  it('a value that cannot be read is asked again for its paper alone', () => {
    if (!read.ok) throw new Error(read.reason)
    const papers = nearMisses.input.rows.map(({ row }) => ({ text: paper(`D${row}`), subquestionIds: ['RQ1'] }))
    const { judgements, missing } = judge(read.value, papers, subquestions)
    expect([...judgements.keys()]).toEqual(['D1', 'D2', 'D3', 'D4', 'D7'])
    expect(missing.map(({ documentId }) => documentId)).toEqual(['D5', 'D6'])
  })
  it.each([
    { exclusion: 'Off topic – about pumps', out: 'off topic' },
    { exclusion: 'not_a_research_text', out: 'not a research text' },
    { exclusion: 'MIXED', out: null },
    { exclusion: 'none', out: null },
    { exclusion: 7, out: null },
  ])('the reason $exclusion is $out, and the paper is kept', ({ exclusion, out }) => {
    const given = { papers: [{ documentId: 'D1', note: 'n', exclusion, scores: [{ subquestionId: 'RQ1', score: 0.1 }] }] }
    const one = readReply(JSON.stringify(given), screeningReply)
    expect(one.ok ? one.value.papers[0] : one.reason).toEqual({ ...given.papers[0], exclusion: out, criterion: null })
  })
  it.each([
    { score: -0.01, out: null },
    { score: 0, out: 0 },
    { score: 1, out: 1 },
    { score: 1.01, out: null },
  ])('a score of $score is read as $out', ({ score, out }) => {
    const given = { papers: [{ documentId: 'D1', note: 'n', exclusion: null, scores: [{ subquestionId: 'RQ1', score }] }] }
    expect(screeningReply.parse(given).papers[0]?.scores[0]?.score).toBe(out)
  })
})

it.each([
  'off topic',
  'other population or setting',
  'other method or intervention',
  'no findings on the subquestions',
  'not a research text',
  'does not meet the criteria',
  'other study design',
])('"%s" is a reason that can be counted', (exclusion) => {
  const given = { papers: [{ documentId: 'D1', note: 'n', exclusion, scores: [] }] }
  expect(screeningReply.parse(given).papers[0]?.exclusion).toBe(exclusion)
  expect(exclusions).toHaveLength(7)
})
