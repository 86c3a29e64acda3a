import type { AppliedAction, ResearchAction } from '@winnow/contracts/entities/plan.ts'
import { buildState, document, evidence, intent, type StateParts, subquestion } from '@winnow/testkit/state-builder.ts'
import { describe, expect, it } from 'vitest'
import { longestRationale, longestText } from './edits/edit-context.ts'
import { applyActions, isActionable } from './edits.ts'
import { initialState } from './state.ts'

const rq1 = subquestion('RQ1', { text: 'How does agent memory work?' })
const rq2 = subquestion('RQ2', { text: 'What does agent memory cost?' })
const rq3 = subquestion('RQ3', { text: 'Which risks are known?', status: 'deprioritized' })
const rq4 = subquestion('RQ4', { text: 'Who builds such agents?', status: 'closed' })
const read = { readFor: { RQ1: 'read' as const } }
const parts: StateParts = {
  subquestions: [rq1, rq2, rq3, rq4],
  intents: [
    intent('RQ1.i1', { text: 'surveys of memory' }),
    intent('RQ1.i2', { text: 'benchmarks of recall', status: 'closed' }),
    intent('RQ3.i1', { text: 'incident reports' }),
    intent('RQ4.i1', { text: 'company reports' }),
  ],
  plannedIntents: [{ subquestionId: 'RQ1', text: 'replication studies', rewordOf: null }],
  documents: [
    document('D1', read),
    document('D2'),
    document('D3', { readFor: { RQ1: 'failed' } }),
    document('D5', { ...read, editorial: 'retracted' }),
    document('D6', { ...read, override: 'exclude' }),
    document('D7', read),
    document('D12', read),
  ],
  aliases: { D9: 'D8', D8: 'D7' },
  seeded: { 'D12:backward': true, 'D9:forward': true },
  evidence: [evidence('D1.e1'), evidence('D7.e2')],
  contradictions: [{ subquestionId: 'RQ2', claims: ['D1.e1', 'D7.e2'], note: 'they differ', status: 'open' }],
}
const state = buildState(parts)
const critic = { origin: 'critic', stop: null } as const
const user = { origin: 'user', stop: null } as const

const add = (text: string): ResearchAction => ({ kind: 'add', text, rationale: 'why', priority: 2 })
const child = (text: string) => ({ text, rationale: 'why', priority: 3 })
const split = (subquestionId: string, ...texts: string[]): ResearchAction => ({ kind: 'split', subquestionId, into: texts.map(child) })
const contradiction = (claims: string[], other: object = {}): ResearchAction =>
  ({ kind: 'contradiction', subquestionId: 'RQ1', claims, note: 'they differ', status: 'open', ...other }) as ResearchAction
const snowball = (documentId: string, direction: 'backward' | 'forward' = 'backward'): ResearchAction => ({
  kind: 'snowball',
  documentId,
  direction,
})

describe('applied', () => {
  it.each<[string, ResearchAction, AppliedAction[]]>([
    [
      'add takes the next number, over closed ones too',
      add(' Does planning help? '),
      [{ kind: 'subquestion-added', subquestion: { subquestionId: 'RQ5', text: 'Does planning help?', rationale: 'why', priority: 2 } }],
    ],
    [
      'split numbers the children in order',
      split('RQ1', 'How is memory written?', 'How is memory read?'),
      [
        {
          kind: 'subquestion-split',
          subquestionId: 'RQ1',
          into: [
            { subquestionId: 'RQ5', text: 'How is memory written?', rationale: 'why', priority: 3 },
            { subquestionId: 'RQ6', text: 'How is memory read?', rationale: 'why', priority: 3 },
          ],
        },
      ],
    ],
    [
      'rephrase keeps the id',
      { kind: 'rephrase', subquestionId: 'rq-1', text: ' How do agents store facts? ' },
      [{ kind: 'subquestion-rephrased', subquestionId: 'RQ1', text: 'How do agents store facts?' }],
    ],
    [
      'rephrase may order its own words anew',
      { kind: 'rephrase', subquestionId: 'RQ1', text: 'How does memory of an agent work?' },
      [{ kind: 'subquestion-rephrased', subquestionId: 'RQ1', text: 'How does memory of an agent work?' }],
    ],
    [
      'rephrase of a deprioritized one',
      { kind: 'rephrase', subquestionId: 'RQ3', text: 'Which harm was seen?' },
      [{ kind: 'subquestion-rephrased', subquestionId: 'RQ3', text: 'Which harm was seen?' }],
    ],
    [
      'deprioritize',
      { kind: 'deprioritize', subquestionId: 'RQ2: What does…' },
      [{ kind: 'subquestion-deprioritized', subquestionId: 'RQ2' }],
    ],
    ['close', { kind: 'close', subquestionId: '2' }, [{ kind: 'subquestion-closed', subquestionId: 'RQ2' }]],
    ['close of a deprioritized one', { kind: 'close', subquestionId: 'RQ3' }, [{ kind: 'subquestion-closed', subquestionId: 'RQ3' }]],
    [
      'a subquestion named by its text',
      { kind: 'close', subquestionId: 'What does agent memory cost?' },
      [{ kind: 'subquestion-closed', subquestionId: 'RQ2' }],
    ],
    [
      'add-intent',
      { kind: 'add-intent', subquestionId: 'RQ2', text: ' prices ' },
      [{ kind: 'intent-planned', subquestionId: 'RQ2', text: 'prices' }],
    ],
    [
      'reword-intent',
      { kind: 'reword-intent', intentId: 'rq1 i1', text: ' reviews of memory ' },
      [
        { kind: 'intent-closed', intentId: 'RQ1.i1' },
        { kind: 'intent-planned', subquestionId: 'RQ1', text: 'reviews of memory', rewordOf: 'RQ1.i1' },
      ],
    ],
    [
      'an intent named by its text',
      { kind: 'close-intent', intentId: 'Surveys of memory' },
      [{ kind: 'intent-closed', intentId: 'RQ1.i1' }],
    ],
    ['close-intent of a closed subquestion', { kind: 'close-intent', intentId: 'RQ4.i1' }, [{ kind: 'intent-closed', intentId: 'RQ4.i1' }]],
    ['snowball', snowball('document 1'), [{ kind: 'snowball-requested', documentId: 'D1', direction: 'backward' }]],
    [
      'snowball in the other direction',
      snowball('D12', 'forward'),
      [{ kind: 'snowball-requested', documentId: 'D12', direction: 'forward' }],
    ],
    ['snowball by a merged id', snowball('D9'), [{ kind: 'snowball-requested', documentId: 'D7', direction: 'backward' }]],
    [
      'a contradiction, without the unknown claims',
      contradiction(['d1e1', 'D99.e1', 'D7.e2', 'D1.e1']),
      [{ kind: 'contradiction-noted', subquestionId: 'RQ1', claims: ['D1.e1', 'D7.e2'], note: 'they differ', status: 'open' }],
    ],
    [
      'a contradiction of a closed subquestion',
      contradiction(['D1.e1'], { subquestionId: 'RQ4' }),
      [{ kind: 'contradiction-noted', subquestionId: 'RQ4', claims: ['D1.e1'], note: 'they differ', status: 'open' }],
    ],
    [
      'a known contradiction with another status',
      contradiction(['D1.e1', 'D7.e2'], { subquestionId: 'RQ2', status: 'resolved' }),
      [{ kind: 'contradiction-noted', subquestionId: 'RQ2', claims: ['D1.e1', 'D7.e2'], note: 'they differ', status: 'resolved' }],
    ],
    [
      'a known contradiction with another claim',
      contradiction(['D1.e1'], { subquestionId: 'RQ2' }),
      [{ kind: 'contradiction-noted', subquestionId: 'RQ2', claims: ['D1.e1'], note: 'they differ', status: 'open' }],
    ],
    [
      'a gap',
      { kind: 'gap', text: ' cost per token ' },
      [{ kind: 'intent-planned', subquestionId: 'RQ2', text: 'cost per token', gap: true }],
    ],
  ])('%s', (_name, edit, applied) => {
    expect(applyActions(state, [edit], critic)).toMatchObject({ applied, rejected: [] })
    expect(applyActions(state, [edit], critic).applied).toEqual(applied)
  })
})

describe('rejected', () => {
  const long = 'x'.repeat(longestText + 1)
  it.each<[string, ResearchAction, string]>([
    ['add without a text', add(' \n'), 'empty text'],
    ['add with a long text', add(long), 'text over 1000 characters'],
    ['add of a known text', add('how does AGENT memory work'), 'duplicate text'],
    ['add with the words of a known text', add('Agent memory: does it work, and how?'), 'duplicate text'],
    ['add of a deprioritized text', add('Which risks are known?'), 'duplicate text'],
    ['add of a closed text', add('Who builds such agents?'), 'duplicate text'],
    ['split of an unknown one', split('RQ9', 'A?', 'B?'), 'unknown id'],
    ['split of a closed one', split('RQ4', 'A?', 'B?'), 'already closed'],
    ['split into one', split('RQ1', 'How is memory read?'), 'split into fewer than 2'],
    ['split into one twice', split('RQ1', 'How is memory read?', 'How is the memory read'), 'split into fewer than 2'],
    ['split into a known text', split('RQ1', 'How is memory read?', 'What does agent memory cost?'), 'duplicate text'],
    ['split into itself', split('RQ1', 'How does agent memory work?', 'How is memory read?'), 'duplicate text'],
    ['split into an empty text', split('RQ1', 'How is memory read?', ' '), 'empty text'],
    ['split into a long text', split('RQ1', 'How is memory read?', long), 'text over 1000 characters'],
    ['rephrase of an unknown one', { kind: 'rephrase', subquestionId: 'RQ12', text: 'New?' }, 'unknown id'],
    ['rephrase of a closed one', { kind: 'rephrase', subquestionId: 'RQ4', text: 'New words?' }, 'already closed'],
    ['rephrase with its own text', { kind: 'rephrase', subquestionId: 'RQ1', text: ' How does agent memory work? ' }, 'duplicate text'],
    [
      "rephrase with another one's words",
      { kind: 'rephrase', subquestionId: 'RQ1', text: 'What is the cost of agent memory?' },
      'duplicate text',
    ],
    ['rephrase without a text', { kind: 'rephrase', subquestionId: 'RQ1', text: ' ' }, 'empty text'],
    ['rephrase with a long text', { kind: 'rephrase', subquestionId: 'RQ1', text: long }, 'text over 1000 characters'],
    ['deprioritize an unknown one', { kind: 'deprioritize', subquestionId: 'RQ9' }, 'unknown id'],
    ['deprioritize a deprioritized one', { kind: 'deprioritize', subquestionId: 'RQ3' }, 'already deprioritized'],
    ['deprioritize a closed one', { kind: 'deprioritize', subquestionId: 'RQ4' }, 'already closed'],
    ['close an unknown one', { kind: 'close', subquestionId: 'RQ9' }, 'unknown id'],
    ['close a closed one', { kind: 'close', subquestionId: 'RQ4' }, 'already closed'],
    ['add-intent to an unknown one', { kind: 'add-intent', subquestionId: 'RQ9', text: 'prices' }, 'unknown id'],
    ['add-intent to a deprioritized one', { kind: 'add-intent', subquestionId: 'RQ3', text: 'prices' }, 'already deprioritized'],
    ['add-intent to a closed one', { kind: 'add-intent', subquestionId: 'RQ4', text: 'prices' }, 'already closed'],
    ['add-intent of another subquestion', { kind: 'add-intent', subquestionId: 'RQ2', text: 'memory: surveys' }, 'duplicate text'],
    ['add-intent of a closed intent', { kind: 'add-intent', subquestionId: 'RQ1', text: 'recall benchmarks' }, 'duplicate text'],
    ['add-intent of a planned intent', { kind: 'add-intent', subquestionId: 'RQ1', text: 'replication study' }, 'duplicate text'],
    ['add-intent without a text', { kind: 'add-intent', subquestionId: 'RQ1', text: '\t' }, 'empty text'],
    ['add-intent with a long text', { kind: 'add-intent', subquestionId: 'RQ1', text: long }, 'text over 1000 characters'],
    ['reword an unknown intent', { kind: 'reword-intent', intentId: 'RQ1.i9', text: 'prices' }, 'unknown id'],
    ['reword a closed intent', { kind: 'reword-intent', intentId: 'RQ1.i2', text: 'prices' }, 'already closed'],
    ['reword an intent of a deprioritized one', { kind: 'reword-intent', intentId: 'RQ3.i1', text: 'prices' }, 'already deprioritized'],
    ['reword an intent of a closed one', { kind: 'reword-intent', intentId: 'RQ4.i1', text: 'prices' }, 'already closed'],
    ['reword with the same words', { kind: 'reword-intent', intentId: 'RQ1.i1', text: 'memory surveys' }, 'duplicate text'],
    ['close an unknown intent', { kind: 'close-intent', intentId: 'RQ2.i1' }, 'unknown id'],
    ['close a closed intent', { kind: 'close-intent', intentId: 'RQ1.i2' }, 'already closed'],
    ['snowball of an unknown document', snowball('D99'), 'unknown id'],
    ['snowball of an unread document', snowball('D2'), 'not read'],
    ['snowball of a document whose reading failed', snowball('D3'), 'not read'],
    ['snowball of a retracted document', snowball('D5'), 'excluded'],
    ['snowball of an excluded document', snowball('D6'), 'excluded'],
    ['snowball of a seed', snowball('D12'), 'already seeded'],
    ['snowball of a seed under a merged id', snowball('D7', 'forward'), 'already seeded'],
    ['a contradiction of an unknown subquestion', contradiction(['D1.e1'], { subquestionId: 'RQ9' }), 'unknown id'],
    ['a contradiction without a known claim', contradiction(['D1.e9', 'D1']), 'unknown id'],
    ['a contradiction without a claim', contradiction([]), 'unknown id'],
    ['a contradiction noted before', contradiction(['D7.e2', 'D1.e1'], { subquestionId: 'RQ2' }), 'already noted'],
    ['a gap that is an intent', { kind: 'gap', text: 'surveys of memory' }, 'duplicate text'],
    ['a gap without a text', { kind: 'gap', text: ' ' }, 'empty text'],
    ['a gap with a long text', { kind: 'gap', text: long }, 'text over 1000 characters'],
  ])('%s', (_name, edit, reason) => {
    expect(applyActions(state, [edit], critic)).toMatchObject({ applied: [], rejected: [{ edit, reason }] })
  })

  it('snowballing that is off', () => {
    const off = buildState({ ...parts, options: { limits: { maxSnowballRounds: 0 } } })
    expect(applyActions(off, [snowball('D1')], critic).rejected).toEqual([{ edit: snowball('D1'), reason: 'snowballing is off' }])
  })

  it('a gap when no subquestion is active', () => {
    const idle = buildState({ subquestions: [rq3, rq4] })
    expect(applyActions(idle, [{ kind: 'gap', text: 'costs' }], critic).rejected[0]?.reason).toBe('no active subquestion')
  })

  it('intents of a subquestion that is not there', () => {
    const orphan = buildState({ subquestions: [rq1], intents: [intent('RQ7.i1')] })
    expect(applyActions(orphan, [{ kind: 'reword-intent', intentId: 'RQ7.i1', text: 'prices' }], critic).rejected[0]?.reason).toBe(
      'already closed',
    )
  })
})

describe('limits', () => {
  it('takes a text and a rationale of the longest length', () => {
    const text = 'x'.repeat(longestText)
    const rationale = 'y'.repeat(longestRationale)
    const { applied } = applyActions(state, [{ kind: 'add', text: ` ${text} `, rationale: `${rationale}z`, priority: 1 }], critic)
    expect(applied).toEqual([{ kind: 'subquestion-added', subquestion: { subquestionId: 'RQ5', text, rationale, priority: 1 } }])
  })

  const limited = (maxSubquestions: number, subquestions: StateParts['subquestions'] = [rq1, rq2, rq3, rq4]) =>
    buildState({ ...parts, subquestions, options: { maxSubquestions } })
  const twoNew = ['How is memory written?', 'How is memory read?']

  it.each([
    ['add up to the limit', 3, add('Does planning help?'), []],
    ['add over it', 2, add('Does planning help?'), ['over maxSubquestions']],
    ['split up to it: the parent makes room', 3, split('RQ1', ...twoNew), []],
    ['split over it', 2, split('RQ1', ...twoNew), ['over maxSubquestions']],
    ['split of a deprioritized one up to it', 4, split('RQ3', ...twoNew), []],
    ['split of a deprioritized one over it: no room is made', 3, split('RQ3', ...twoNew), ['over maxSubquestions']],
  ])('%s', (_name, max, edit, reasons) => {
    expect(applyActions(limited(max), [edit], critic).rejected.map(({ reason }) => reason)).toEqual(reasons)
  })

  it('holds for users too', () => {
    expect(applyActions(limited(2), [add('Does planning help?')], user).rejected[0]?.reason).toBe('over maxSubquestions')
  })

  it.each([
    ['close', { kind: 'close', subquestionId: 'RQ1' } as const],
    ['deprioritize', { kind: 'deprioritize', subquestionId: 'RQ1' } as const],
  ])('a critic may not %s the last active subquestion, a user may', (_name, edit) => {
    const one = limited(5, [rq1, rq3, rq4])
    expect(applyActions(one, [edit], critic).rejected).toEqual([{ edit, reason: 'last active subquestion' }])
    expect(applyActions(one, [edit], user).rejected).toEqual([])
  })

  it('a critic may close a deprioritized subquestion beside the last active one', () => {
    const one = limited(5, [rq1, rq3, rq4])
    expect(applyActions(one, [{ kind: 'close', subquestionId: 'RQ3' }], critic).rejected).toEqual([])
  })
})

describe('several actions', () => {
  const reasons = (edits: readonly ResearchAction[]): string[] => applyActions(state, edits, critic).rejected.map(({ reason }) => reason)

  it.each<[string, ResearchAction[], string[]]>([
    ['numbers go on', [add('A thing?'), add('B thing?')], []],
    ['the same text twice', [add('Does planning help?'), add('Help of planning?')], ['duplicate text']],
    [
      'closing both active ones',
      [
        { kind: 'close', subquestionId: 'RQ1' },
        { kind: 'close', subquestionId: 'RQ2' },
      ],
      ['last active subquestion'],
    ],
    [
      'closing twice',
      [
        { kind: 'close', subquestionId: 'RQ1' },
        { kind: 'close', subquestionId: 'RQ1' },
      ],
      ['already closed'],
    ],
    [
      'room made by an earlier close',
      [{ kind: 'close', subquestionId: 'RQ1' }, add('A one?'), add('B one?'), add('C one?'), add('D one?'), add('E one?')],
      ['over maxSubquestions'],
    ],
    [
      'an intent of a closed one',
      [
        { kind: 'close', subquestionId: 'RQ1' },
        { kind: 'add-intent', subquestionId: 'RQ1', text: 'prices' },
      ],
      ['already closed'],
    ],
    ['an intent of a new one', [add('A thing?'), { kind: 'add-intent', subquestionId: 'RQ5', text: 'prices' }], []],
    ['a child can be rephrased', [split('RQ1', 'A thing?', 'B thing?'), { kind: 'rephrase', subquestionId: 'RQ6', text: 'C thing?' }], []],
    [
      'rewording twice',
      [
        { kind: 'reword-intent', intentId: 'RQ1.i1', text: 'prices' },
        { kind: 'reword-intent', intentId: 'RQ1.i1', text: 'fees' },
      ],
      ['already closed'],
    ],
    [
      'the same intent twice',
      [
        { kind: 'add-intent', subquestionId: 'RQ1', text: 'prices' },
        { kind: 'gap', text: 'prices' },
      ],
      ['duplicate text'],
    ],
    ['the same snowball twice', [snowball('D7'), snowball('D8')], ['already requested']],
    ['both directions', [snowball('D1'), snowball('D1', 'forward')], []],
    ['the same contradiction twice', [contradiction(['D1.e1']), contradiction(['D1.e1'])], ['already noted']],
  ])('%s', (_name, edits, expected) => {
    expect(reasons(edits)).toEqual(expected)
  })

  it('gives children and additions consecutive numbers', () => {
    const { applied } = applyActions(state, [split('RQ1', 'A thing?', 'B thing?'), add('C thing?')], critic)
    expect(applied.flatMap((action) => (action.kind === 'subquestion-added' ? [action.subquestion.subquestionId] : []))).toEqual(['RQ7'])
  })

  it('keeps the order of what is rejected, and edits as they were written', () => {
    const edits = [add('x'.repeat(2000)), add('Does planning help?'), snowball('[D99]')]
    expect(applyActions(state, edits, critic).rejected).toEqual([
      { edit: edits[0], reason: 'text over 1000 characters' },
      { edit: edits[2], reason: 'unknown id' },
    ])
  })

  it('tells the gaps, applied or not', () => {
    const { gaps } = applyActions(
      state,
      [{ kind: 'gap', text: 'surveys of memory' }, { kind: 'gap', text: 'prices' }, add('A thing?')],
      critic,
    )
    expect(gaps).toEqual(['prices', 'surveys of memory'])
  })

  it('a request that waits since an earlier critique stands', () => {
    const waiting = buildState({ ...parts, snowballRequests: [{ documentId: 'D8', direction: 'backward' }] })
    expect(applyActions(waiting, [snowball('D7')], critic).rejected[0]?.reason).toBe('already requested')
  })

  it('changes nothing', () => {
    const copy = structuredClone(state)
    applyActions(state, [split('RQ1', 'A thing?', 'B thing?'), { kind: 'gap', text: 'prices' }], critic)
    expect(state).toEqual(copy)
  })

  it('cannot act on a run that was not requested', () => {
    expect(() => applyActions(initialState, [], critic)).toThrow('not requested')
  })
})

describe('stopped', () => {
  const stopped = { origin: 'critic', stop: { rule: 3, reason: 'budget' } } as const

  it.each<[string, ResearchAction]>([
    ['add', add('Does planning help?')],
    ['split', split('RQ1', 'A thing?', 'B thing?')],
    ['add-intent', { kind: 'add-intent', subquestionId: 'RQ1', text: 'prices' }],
    ['reword-intent', { kind: 'reword-intent', intentId: 'RQ1.i1', text: 'prices' }],
    ['gap', { kind: 'gap', text: 'prices' }],
    ['snowball', snowball('D1')],
  ])('%s is rejected with the rule', (_name, edit) => {
    expect(applyActions(state, [edit], stopped)).toMatchObject({ applied: [], rejected: [{ edit, reason: 'stopped: rule 3' }] })
  })

  it.each<[string, ResearchAction]>([
    ['contradiction', contradiction(['D1.e1'])],
    ['rephrase', { kind: 'rephrase', subquestionId: 'RQ1', text: 'New words?' }],
    ['deprioritize', { kind: 'deprioritize', subquestionId: 'RQ1' }],
    ['close', { kind: 'close', subquestionId: 'RQ1' }],
    ['close-intent', { kind: 'close-intent', intentId: 'RQ1.i1' }],
  ])('%s is applied', (_name, edit) => {
    expect(applyActions(state, [edit], stopped)).toMatchObject({ rejected: [] })
    expect(applyActions(state, [edit], stopped).applied).toHaveLength(1)
  })

  it('names its gaps all the same', () => {
    expect(applyActions(state, [{ kind: 'gap', text: 'prices' }], stopped).gaps).toEqual(['prices'])
  })
})

describe('isActionable', () => {
  it.each<[AppliedAction, boolean]>([
    [{ kind: 'subquestion-added', subquestion: { subquestionId: 'RQ5', text: 't', rationale: '', priority: 1 } }, true],
    [{ kind: 'subquestion-split', subquestionId: 'RQ1', into: [] }, true],
    [{ kind: 'intent-planned', subquestionId: 'RQ1', text: 't' }, true],
    [{ kind: 'snowball-requested', documentId: 'D1', direction: 'forward' }, true],
    [{ kind: 'subquestion-rephrased', subquestionId: 'RQ1', text: 't' }, false],
    [{ kind: 'subquestion-deprioritized', subquestionId: 'RQ1' }, false],
    [{ kind: 'subquestion-closed', subquestionId: 'RQ1' }, false],
    [{ kind: 'intent-closed', intentId: 'RQ1.i1' }, false],
    [{ kind: 'contradiction-noted', subquestionId: 'RQ1', claims: [], note: '', status: 'open' }, false],
  ])('%o: %s', (action, expected) => {
    expect(isActionable(action)).toBe(expected)
  })
})
