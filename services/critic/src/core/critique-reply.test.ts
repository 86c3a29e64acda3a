import { critique } from '@winnow/contracts/entities/critique.ts'
import { describe, expect, it } from 'vitest'
import { actionsOfAKind, type CritiqueReply, critiqueReply, readCritique } from './critique-reply.ts'

const aspects = [
  'coverage',
  'evidenceQuality',
  'citationCoverage',
  'sourceDiversity',
  'contradictions',
  'recency',
  'knowledgeGaps',
  'saturation',
] as const
const reply = (parts: Partial<CritiqueReply> = {}): CritiqueReply => ({
  assessment: Object.fromEntries(aspects.map((aspect) => [aspect, `on ${aspect}`])) as CritiqueReply['assessment'],
  sufficient: false,
  addIntents: [],
  rewordIntents: [],
  closeIntents: [],
  snowball: [],
  contradictions: [],
  addSubquestions: [],
  splitSubquestions: [],
  rephraseSubquestions: [],
  deprioritizeSubquestions: [],
  closeSubquestions: [],
  gaps: [],
  ...parts,
})
const child = (text: string) => ({ text, rationale: ` why ${text}`, priority: 2 })
const actionsOf = (parts: Partial<CritiqueReply>) => {
  const read = readCritique(critiqueReply.parse(reply(parts)))
  expect(critique.parse(read)).toEqual(read)
  return read.actions
}

describe('readCritique', () => {
  it.each([true, false])('takes the verdict %s and every aspect', (sufficient) => {
    expect(readCritique(reply({ sufficient }))).toEqual({ sufficient, assessment: reply().assessment, actions: [] })
  })
  it('gives all kinds of action in one order, whatever that of the reply; ids stay as written', () => {
    expect(
      actionsOf({
        contradictions: [{ subquestionId: 'rq1', evidenceIds: ['d1 e1'], note: ' differ ', status: 'explained' }],
        snowball: [{ documentId: 'doc 1', direction: 'forward' }],
        gaps: [{ text: ' costs ' }],
        addIntents: [{ subquestionId: 'rq1', text: ' trials ' }],
        rewordIntents: [{ intentId: 'rq1.i1', text: ' surveys ' }],
        closeIntents: [{ intentId: 'rq1.i2' }],
        addSubquestions: [child(' new ')],
        splitSubquestions: [{ subquestionId: 'rq2', into: [child('a'), child(' '), child('b')] }],
        rephraseSubquestions: [{ subquestionId: 'rq3', text: ' clearer ' }],
        deprioritizeSubquestions: [{ subquestionId: 'rq4' }],
        closeSubquestions: [{ subquestionId: 'rq5' }],
      }),
    ).toEqual([
      { kind: 'close', subquestionId: 'rq5' },
      { kind: 'deprioritize', subquestionId: 'rq4' },
      { kind: 'rephrase', subquestionId: 'rq3', text: 'clearer' },
      {
        kind: 'split',
        subquestionId: 'rq2',
        into: [
          { text: 'a', rationale: 'why a', priority: 2 },
          { text: 'b', rationale: 'why b', priority: 2 },
        ],
      },
      { kind: 'add', text: 'new', rationale: 'why  new', priority: 2 },
      { kind: 'close-intent', intentId: 'rq1.i2' },
      { kind: 'reword-intent', intentId: 'rq1.i1', text: 'surveys' },
      { kind: 'add-intent', subquestionId: 'rq1', text: 'trials' },
      { kind: 'gap', text: 'costs' },
      { kind: 'snowball', documentId: 'doc 1', direction: 'forward' },
      { kind: 'contradiction', subquestionId: 'rq1', claims: ['d1 e1'], note: 'differ', status: 'explained' },
    ])
  })
  it.each([
    { name: 'a subquestion', parts: { addSubquestions: [child(' ')] } },
    { name: 'another wording', parts: { rephraseSubquestions: [{ subquestionId: 'RQ1', text: ' ' }] } },
    { name: 'an intent', parts: { addIntents: [{ subquestionId: 'RQ1', text: '' }] } },
    { name: 'a reworded intent', parts: { rewordIntents: [{ intentId: 'RQ1.i1', text: '\n' }] } },
    { name: 'a gap', parts: { gaps: [{ text: '' }] } },
    { name: 'a split into one', parts: { splitSubquestions: [{ subquestionId: 'RQ1', into: [child('a'), child('')] }] } },
  ])('drops $name without text', ({ parts }) => {
    expect(actionsOf(parts)).toEqual([])
  })
  it('takes ten of a kind, the first', () => {
    const many = Array.from({ length: 11 }, (_, n) => ({ text: `gap ${n}` }))
    expect(actionsOf({ gaps: many, closeIntents: many.map(({ text }) => ({ intentId: text })) })).toHaveLength(20)
    expect(actionsOf({ gaps: many }).at(-1)).toEqual({ kind: 'gap', text: 'gap 9' })
    expect(actionsOfAKind).toBe(10)
  })
  it.each([0, 1])('cuts long texts to their limits (%i over)', (over) => {
    const long = 'x'.repeat(1000 + over)
    const [add, gap, contradiction] = actionsOf({
      addSubquestions: [{ text: long, rationale: long, priority: 1 }],
      gaps: [{ text: long }],
      contradictions: [{ subquestionId: 'RQ1', evidenceIds: [], note: long, status: 'open' }],
    })
    expect(add).toMatchObject({ text: 'x'.repeat(1000), rationale: 'x'.repeat(1000) })
    expect(gap).toMatchObject({ text: 'x'.repeat(1000) })
    expect(contradiction).toMatchObject({ note: 'x'.repeat(1000) })
    const assessment = Object.fromEntries(aspects.map((aspect) => [aspect, 'y'.repeat(2000 + over)])) as CritiqueReply['assessment']
    expect(Object.values(readCritique(reply({ assessment })).assessment).map(({ length }) => length)).toEqual(aspects.map(() => 2000))
  })
})

it.each([
  { name: 'priority 0', parts: { addSubquestions: [{ ...child('a'), priority: 0 }] }, fits: false },
  { name: 'priority 1', parts: { addSubquestions: [{ ...child('a'), priority: 1 }] }, fits: true },
  { name: 'priority 5', parts: { addSubquestions: [{ ...child('a'), priority: 5 }] }, fits: true },
  { name: 'priority 6', parts: { addSubquestions: [{ ...child('a'), priority: 6 }] }, fits: false },
  { name: 'backward', parts: { snowball: [{ documentId: 'D1', direction: 'backward' }] }, fits: true },
  { name: 'sideways', parts: { snowball: [{ documentId: 'D1', direction: 'sideways' }] }, fits: false },
  ...['open', 'explained', 'resolved'].map((status) => ({
    name: status,
    parts: { contradictions: [{ subquestionId: 'RQ1', evidenceIds: [], note: '', status }] },
    fits: true,
  })),
  { name: 'no verdict', parts: { sufficient: 'maybe' }, fits: false },
])('the schema: $name', ({ parts, fits }) => {
  expect(critiqueReply.safeParse({ ...reply(), ...parts }).success).toBe(fits)
})
